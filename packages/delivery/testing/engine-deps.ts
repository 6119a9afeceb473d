import { createRowQueries, type Database } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { databaseClock } from "../database-clock.ts";
import { DatabaseTime } from "../database-time.ts";
import type { EngineDeps } from "../engine-deps.ts";
import { noFailpoint } from "../failpoint.ts";

/** Create the dependencies of one part of an engine, with a test's implementation of `query`. */
export function createEngineDeps(
  query: (statement: { name: string }, values: unknown[]) => Promise<{ rows: unknown[]; rowCount: number }>,
): EngineDeps {
  return {
    database: { query, ...createRowQueries(query as Database["query"]) } as unknown as Database,
    owner: "a",
    clock: databaseClock,
    estimatedTime: new DatabaseTime(databaseClock),
    random: () => 0.5,
    log: silentLog,
    failpoint: noFailpoint,
  };
}
