import { DataDirectoryInUse, findRunningPostgres, startEmbeddedPostgres } from "@souk/database";
import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A database to connect to. `stop` stops the embedded PostgreSQL if `connectToDatabase` has started it. */
export interface DatabaseConnection {
  connection: string;
  stop(): Promise<void>;
}

/**
 * Connect to the configured database, or to the embedded one, which is started if no server runs.
 * @throws CliError if the data directory is in use by another program
 */
export async function connectToDatabase({ dataDir, databaseUrl }: CliConfig): Promise<DatabaseConnection> {
  if (databaseUrl !== undefined) return { connection: databaseUrl, stop: async () => undefined };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
    return { connection: postgres.connectionString, stop: postgres.stop };
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    // A running server uses the data directory; its PostgreSQL accepts connections of the same user.
    const connection = await findRunningPostgres(dataDir);
    if (connection === undefined) throw new CliError(error.message, { cause: error });
    return { connection, stop: async () => undefined };
  }
}
