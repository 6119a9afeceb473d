import { cloneDatabase, type Database, ensurePartitions, openDatabase } from "@souk/database";
import { eventually } from "./eventually.ts";
import { mustBeStopped } from "./left-behind.ts";
import { sharedTemplate } from "./postgres/shared-postgres.ts";
import { silentLog } from "./silent-log.ts";

export interface TestDatabase {
  connectionString: string;
  database: Database;
  /** Close and drop the database. @throws when a connection to it was still open */
  stop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** A time whose rows have partitions too; those of the real time always have. */
  now?: Date;
  /** The maximum connections of `database`. */
  maxConnections?: number;
}

/** Create a migrated, empty database of its own, copied from a template in some 50 ms. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const stopped = mustBeStopped("a test database");
  const template = await sharedTemplate();
  const clone = await cloneDatabase(template);
  const { connectionString } = clone;
  const { now, maxConnections = 8 } = options;
  const database = openDatabase({ connection: connectionString, log: silentLog, maxConnections });
  if (now) await ensurePartitions(database, now);
  return {
    connectionString,
    database,
    stop: async () => {
      stopped();
      await database.close();
      const left = await connectionsLeft(template.admin, connectionString);
      await clone.drop();
      if (left.length === 0) return;
      throw new Error(`Connections to the test database were left open: ${left.join("; ")}`);
    },
  };
}

// A connection that was closed a moment ago may still be listed.
const maxDisconnectMs = 20_000;

async function connectionsLeft(admin: string, connectionString: string): Promise<string[]> {
  const name = /\/(souk_test_[0-9a-f]+)/.exec(connectionString)?.[1];
  const database = openDatabase({ connection: admin, log: silentLog, maxConnections: 1 });
  const list = async (): Promise<string[]> => {
    const rows = await database.many<{ line: string }>(
      `select application_name || ': ' || state || ': ' || left(query, 100) as line from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    return rows.map(({ line }) => line);
  };
  try {
    await eventually(async () => (await list()).length === 0, { within: maxDisconnectMs }).catch(
      () => undefined,
    );
    return await list();
  } finally {
    await database.close();
  }
}
