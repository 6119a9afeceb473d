import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { killPostgres } from "./kill-postgres.ts";

/** A PostgreSQL server with durable commits that the proof, not the Souk server, starts and stops. */
export interface StandalonePostgres {
  connectionString: string;
  /**
   * End PostgreSQL without a clean shutdown, and wait until it has ended.
   * @param mode `kill` sends SIGKILL to all processes of PostgreSQL; `immediate` stops it as `pg_ctl stop -m immediate` does
   */
  stopHard(mode: "kill" | "immediate"): Promise<void>;
  /** Start PostgreSQL again, at the same connection string. */
  start(): Promise<void>;
  /** Stop PostgreSQL and remove its data. */
  close(): Promise<void>;
}

/** Start a PostgreSQL with a new data directory. */
export async function startStandalonePostgres(): Promise<StandalonePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-proof-"));
  let postgres: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { connectionString } = postgres;
  return {
    connectionString,
    stopHard: async (mode) => {
      const pid = postgres?.pid();
      if (postgres === undefined || pid === undefined) throw new Error("PostgreSQL is not running.");
      if (mode === "kill") await killPostgres(pid);
      else process.kill(pid, "SIGQUIT");
      // `stop` prevents the automatic restart of the process that the signal ends.
      await postgres.stop();
      postgres = undefined;
    },
    start: async () => {
      postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
      if (postgres.connectionString !== connectionString)
        throw new Error("PostgreSQL restarted with another connection string.");
    },
    close: async () => {
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
