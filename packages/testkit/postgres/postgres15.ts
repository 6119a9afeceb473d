import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTemporaryDirectory, startEmbeddedPostgres, testSettings } from "@souk/database";
import { registerResource } from "../leaked-resources.ts";
import { silentLog } from "../silent-log.ts";

/** A PostgreSQL server for DATABASE_URL. */
export interface TestPostgres {
  connectionString: string;
  stop(): Promise<void>;
}

/** Start an empty PostgreSQL 15, the oldest version that Souk supports, with binaries from npm. */
export async function startPostgres15(): Promise<TestPostgres> {
  const unregister = registerResource("a PostgreSQL 15");
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
      unregister();
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
