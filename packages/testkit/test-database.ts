import { cloneDatabase, type Database, ensurePartitions, openDatabase } from "@souk/database";
import { eventually } from "./eventually.ts";
import { registerResource } from "./leaked-resources.ts";
import { getSharedTemplate } from "./postgres/shared-postgres.ts";
import { silentLog } from "./silent-log.ts";

export interface TestDatabase {
  connectionString: string;
  database: Database;
  /** Close the connections and drop the database. @throws Error if another connection to it is still open */
  stop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** A time for which partitions are created, in addition to the partitions for the current time. */
  now?: Date;
  /** The maximum number of connections of `database`; 8 by default. */
  maxConnections?: number;
}

/** Create a migrated, empty database for a test. It is copied from a template, which takes about 50 ms. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const unregister = registerResource("a test database");
  const template = await getSharedTemplate();
  const clone = await cloneDatabase(template);
  const { connectionString } = clone;
  const { now, maxConnections = 8 } = options;
  const database = openDatabase({ connection: connectionString, log: silentLog, maxConnections });
  if (now) await ensurePartitions(database, now);
  return {
    connectionString,
    database,
    stop: async () => {
      unregister();
      await database.close();
      const openConnections = await waitAndListOpenConnections(template.adminUrl, connectionString);
      await clone.drop();
      if (openConnections.length === 0) return;
      throw new Error(`Connections to the test database were left open: ${openConnections.join("; ")}`);
    },
  };
}

/** The time in ms to wait until closed connections disappear. PostgreSQL may list a connection for a moment after it was closed. */
const maxDisconnectMs = 20_000;

/** Wait until no connection to the database is open. @returns the connections that are still open after the timeout */
async function waitAndListOpenConnections(adminUrl: string, connectionString: string): Promise<string[]> {
  const name = /\/(souk_test_[0-9a-f]+)/.exec(connectionString)?.[1];
  const database = openDatabase({ connection: adminUrl, log: silentLog, maxConnections: 1 });
  const queryConnections = async (): Promise<string[]> => {
    const rows = await database.many<{ line: string }>(
      `select application_name || ': ' || state || ': ' || left(query, 100) as line from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    return rows.map(({ line }) => line);
  };
  try {
    await eventually(async () => (await queryConnections()).length === 0, {
      timeoutMs: maxDisconnectMs,
    }).catch(() => undefined);
    return await queryConnections();
  } finally {
    await database.close();
  }
}
