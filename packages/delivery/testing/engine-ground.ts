import type { Database } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { databaseClock } from "../database-clock.ts";
import { DatabaseTime } from "../database-time.ts";
import type { EngineGround } from "../engine-ground.ts";
import { noFailpoint } from "../failpoint.ts";

/** What a part of the engine stands on, where a test says when each statement ends. */
export function groundAnswering(
  query: (statement: { name: string }, values: unknown[]) => Promise<{ rows: unknown[]; rowCount: number }>,
): EngineGround {
  return {
    database: { query } as unknown as Database,
    owner: "a",
    clock: databaseClock,
    time: new DatabaseTime(databaseClock),
    random: () => 0.5,
    log: silentLog,
    failpoint: noFailpoint,
  };
}
