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
   * @param mode `kill` sends SIGKILL to all its processes; `immediate` stops it as `pg_ctl stop -m immediate` does
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
  let running: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { connectionString } = running;
  return {
    connectionString,
    stopHard: async (mode) => {
      const pid = running?.pid();
      if (running === undefined || pid === undefined) throw new Error("PostgreSQL is not running.");
      if (mode === "kill") await killPostgres(pid);
      else process.kill(pid, "SIGQUIT");
      // `stop` prevents the automatic restart of the process that has just ended.
      await running.stop();
      running = undefined;
    },
    start: async () => {
      running = await startEmbeddedPostgres({ dataDir, log: silentLog });
      if (running.connectionString !== connectionString)
        throw new Error("PostgreSQL restarted with another connection string.");
    },
    close: async () => {
      await running?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
