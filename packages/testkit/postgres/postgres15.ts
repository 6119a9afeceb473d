import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTemporaryDirectory, startEmbeddedPostgres, testSettings } from "@souk/database";
import { mustBeStopped } from "../left-behind.ts";
import { silentLog } from "../silent-log.ts";

/** A PostgreSQL outside the platform, for DATABASE_URL. */
export interface OwnPostgres {
  connectionString: string;
  stop(): Promise<void>;
}

/** Start an empty PostgreSQL 15, the oldest that Souk takes, from the binaries that npm has for it. */
export async function postgres15(): Promise<OwnPostgres> {
  const stopped = mustBeStopped("a PostgreSQL 15");
  const dataDir = await createTemporaryDirectory("souk-postgres15-");
  const entry = fileURLToPath(import.meta.resolve("postgres15-linux-x64"));
  const binaries = join(dirname(entry), "../native");
  const { connectionString, stop } = await startEmbeddedPostgres({
    dataDir,
    binaries,
    log: silentLog,
    settings: testSettings,
  });
  return {
    connectionString,
    stop: async () => {
      stopped();
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
