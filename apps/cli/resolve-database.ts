import { DataDirectoryInUse, findRunningPostgres, startEmbeddedPostgres } from "@souk/database";
import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A database to connect to. */
export interface DatabaseConnection {
  /** The connection string. */
  connection: string;
  /** Stop the embedded PostgreSQL if `resolveDatabase` started it. */
  stop(): Promise<void>;
}

/**
 * Return the connection string of the configured database. If no database is configured, return the connection
 * string of the embedded PostgreSQL, and start this PostgreSQL if no server has started it. Call `stop` at the end.
 * @throws CliError if the data directory is in use by another program
 */
export async function resolveDatabase({ dataDir, databaseUrl }: CliConfig): Promise<DatabaseConnection> {
  if (databaseUrl !== undefined) return { connection: databaseUrl, stop: async () => undefined };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
    return { connection: postgres.connectionString, stop: postgres.stop };
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    // A running server uses the data directory; its PostgreSQL accepts connections from the same system user.
    const connection = await findRunningPostgres(dataDir);
    if (connection === undefined) throw new CliError(error.message, { cause: error });
    return { connection, stop: async () => undefined };
  }
}
