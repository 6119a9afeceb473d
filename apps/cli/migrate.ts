import { mkdir } from "node:fs/promises";
import { DataDirectoryInUse, migrate, openDatabase, startEmbeddedPostgres } from "@souk/database";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./read-options.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Brings the database's schema up to date without starting a server, which does the same by itself. */
export const migrateCommand: Command = {
  words: "migrate",
  takes: "",
  summary: "Brings the database up to this version of Souk. The server does so by itself when it starts.",
  run: async (args, { dataDir, databaseUrl }, { output }) => {
    readOptions(args, {});
    const applied = databaseUrl === undefined ? await migrateEmbedded(dataDir) : await inWords(databaseUrl);
    const files = applied === 1 ? "1 migration" : `${applied} migrations`;
    output.write(applied === 0 ? "The database is up to date.\n" : `Applied ${files}.\n`);
    return 0;
  },
};

async function migrateEmbedded(dataDir: string): Promise<number> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent }).catch((error: unknown) => {
    if (error instanceof DataDirectoryInUse) throw new CliError(error.message, { cause: error });
    throw error;
  });
  return inWords(postgres.connectionString).finally(postgres.stop);
}

async function inWords(connection: string): Promise<number> {
  return migrate({ connection, log: silent }).catch((error: unknown) => {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  });
}

/** What a database says of itself. */
export interface DatabaseReport {
  version: string;
  /** How many migrations it has; null when it has none of ours. */
  migrations: number | null;
}

/** Asks the database of DATABASE_URL. @throws CliError when it cannot be asked */
export async function inspectDatabase(connection: string): Promise<DatabaseReport> {
  const database = openDatabase({ connection, log: silent, maxConnections: 1 });
  try {
    const { rows } = await database.query<{ version: string; ours: boolean }>(
      "select current_setting('server_version') as version, to_regclass('souk_migrations') is not null as ours",
    );
    const [found] = rows;
    if (!found?.ours) return { version: found?.version ?? "", migrations: null };
    const counted = await database.query<{ n: number }>("select count(*) as n from souk_migrations");
    return { version: found.version, migrations: counted.rows[0]?.n ?? 0 };
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    await database.close();
  }
}
