import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { killPostgres } from "./kill-postgres.ts";

/** A PostgreSQL beside the server, durable as in production, that the proof starts and stops. */
export interface OutsidePostgres {
  connectionString: string;
  /**
   * End the PostgreSQL without a shutdown, and resolve when it has ended.
   * @param how `kill`: kill -9 of every process of it; `immediate`: as `pg_ctl stop -m immediate` does
   */
  stopHard(how: "kill" | "immediate"): Promise<void>;
  /** Start the server again, at the same address. */
  start(): Promise<void>;
  /** Stop the server and remove its stored data. */
  close(): Promise<void>;
}

export async function outsidePostgres(): Promise<OutsidePostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-proof-"));
  let running: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { connectionString } = running;
  return {
    connectionString,
    stopHard: async (how) => {
      const pid = running?.pid();
      if (running === undefined || pid === undefined) throw new Error("PostgreSQL does not run.");
      if (how === "kill") await killPostgres(pid);
      else process.kill(pid, "SIGQUIT");
      // Whoever stops it does not start it again when it has ended.
      await running.stop();
      running = undefined;
    },
    start: async () => {
      running = await startEmbeddedPostgres({ dataDir, log: silentLog });
      if (running.connectionString !== connectionString) throw new Error("PostgreSQL came back elsewhere.");
    },
    close: async () => {
      await running?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
