import { access } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "@souk/database";
import { explainWrongDatabase } from "@souk/demo";
import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";
import { findReadyServer } from "./ready-server.ts";
import { resolveDatabase } from "./resolve-database.ts";

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function hasDatabase({ databaseUrl, dataDir }: CliConfig): Promise<boolean> {
  if (databaseUrl !== undefined) return true;
  // The embedded database is in the folder `postgres`, or in the folder whose path is in the file `postgres.location`.
  const paths = ["postgres", "postgres.location"].map((name) => join(dataDir, name));
  return Promise.any(paths.map((path) => access(path))).then(
    () => true,
    () => false,
  );
}

/**
 * Check that a server in the configured mode would start with the database. Returns null while a server is running, if there is no
 * database yet, or if the database of DATABASE_URL does not respond.
 */
export async function checkDatabaseMode(config: CliConfig): Promise<Finding | null> {
  if ((await findReadyServer(config.dataDir)) || !(await hasDatabase(config))) return null;
  try {
    const { connection, stop } = await resolveDatabase(config);
    const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
    try {
      const reason = await explainWrongDatabase(database, config.mode);
      return reason === null
        ? { isOk: true, sentence: `The database can be used in ${config.mode}.` }
        : { isOk: false, sentence: `A server in ${config.mode} would not start. ${reason}` };
    } finally {
      await database.close();
      await stop();
    }
  } catch (error) {
    if (config.databaseUrl !== undefined) return null;
    if (!(error instanceof CliError)) throw error;
    return { isOk: false, sentence: error.message };
  }
}
