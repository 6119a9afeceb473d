import { mkdir } from "node:fs/promises";
import { DataDirectoryInUse, migrate, openDatabase, startEmbeddedPostgres } from "@souk/database";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./read-options.ts";

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The command that updates the database's schema without starting a server. Every server also updates the schema when it starts. */
export const migrateCommand: Command = {
  words: "migrate",
  usage: "",
  summary: "Applies pending migrations to the database. The server also does this at startup.",
  run: async (args, { dataDir, databaseUrl }, { output }) => {
    readOptions(args, {});
    const appliedCount =
      databaseUrl === undefined ? await migrateEmbedded(dataDir) : await migrateDatabase(databaseUrl);
    const countText = appliedCount === 1 ? "1 migration" : `${appliedCount} migrations`;
    output.write(appliedCount === 0 ? "The database is up to date.\n" : `Applied ${countText}.\n`);
    return 0;
  },
};

async function migrateEmbedded(dataDir: string): Promise<number> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog }).catch((error: unknown) => {
    if (error instanceof DataDirectoryInUse) throw new CliError(error.message, { cause: error });
    throw error;
  });
  return migrateDatabase(postgres.connectionString).finally(postgres.stop);
}

async function migrateDatabase(connection: string): Promise<number> {
  return migrate({ connection, log: silentLog }).catch((error: unknown) => {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  });
}

/** The state of a database. */
export interface DatabaseReport {
  /** The version of PostgreSQL. */
  version: string;
  /** The number of applied migrations; null for a database without Souk's tables. */
  appliedMigrationCount: number | null;
}

/** Query the PostgreSQL version and the applied migrations of a database. @throws CliError if it cannot be queried */
export async function inspectDatabase(connection: string): Promise<DatabaseReport> {
  const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
  try {
    const row = await database.maybeOne<{ version: string; has_migrations: boolean }>(
      "select current_setting('server_version') as version, to_regclass('souk_migrations') is not null as has_migrations",
    );
    if (!row?.has_migrations) return { version: row?.version ?? "", appliedMigrationCount: null };
    const { count } = await database.one<{ count: number }>("select count(*) as count from souk_migrations");
    return { version: row.version, appliedMigrationCount: count };
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    await database.close();
  }
}
