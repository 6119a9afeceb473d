/** A `Pool` or `Client` of `pg`, or anything else with its `query` method. */
export interface PostgresLike {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const namePattern = /^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/;

/** A PostgreSQL table that is created at its first use. */
export interface PostgresTable {
  name: string;
  /** Run a statement on the table and return its rows. */
  queryRows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Describe a table, which is created in the database at its first use.
 * @param name the table's name in lower case, optionally with a schema
 * @param columns the column definitions, as in `create table`
 */
export function createPostgresTable(database: PostgresLike, name: string, columns: string): PostgresTable {
  if (!namePattern.test(name))
    throw new TypeError(
      `A table name must consist of lowercase letters, digits and _, but this name is ${JSON.stringify(name)}.`,
    );
  let creation: Promise<void> | null = null;
  return {
    name,
    queryRows: async <Row>(text: string, values: unknown[] = []) => {
      creation ??= createInDatabase(database, name, columns).catch((error: unknown) => {
        creation = null;
        throw error;
      });
      await creation;
      return (await database.query(text, values)).rows as Row[];
    },
  };
}

// If two sessions create the same table at the same time, one of them can fail even with `if not exists`. Its error code
// depends on how far the other session has got: a duplicate key in the catalog, a duplicate table, or a duplicate type.
const concurrentCreationCodes = ["23505", "42P07", "42710"];

async function createInDatabase(database: PostgresLike, name: string, columns: string): Promise<void> {
  try {
    await database.query(`create table if not exists ${name} (${columns})`);
  } catch (error) {
    if (!concurrentCreationCodes.includes(String((error as { code?: unknown }).code))) throw error;
  }
}
