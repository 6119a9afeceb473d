/** The part of `pg` that the stores use: a Pool or a Client. */
export interface PostgresLike {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const nameShape = /^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/;

/** A PostgreSQL table that is created at first use. */
export interface PostgresTable {
  name: string;
  /** Run a statement on the table and return its rows. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Create a table that is created in the database at first use.
 * @param name in lower case, optionally with a schema
 * @param columns as in `create table`
 */
export function postgresTable(database: PostgresLike, name: string, columns: string): PostgresTable {
  if (!nameShape.test(name))
    throw new TypeError(
      `A table name consists of lower-case letters, digits and _, not ${JSON.stringify(name)}.`,
    );
  let made: Promise<void> | null = null;
  return {
    name,
    rows: async <Row>(text: string, values: unknown[] = []) => {
      made ??= create(database, name, columns).catch((error: unknown) => {
        made = null;
        throw error;
      });
      await made;
      return (await database.query(text, values)).rows as Row[];
    },
  };
}

// PostgreSQL: two sessions that create one table at once; `if not exists` does not keep the later one from failing: over a key
// of the catalog, over the table, or over the type that comes with it, by how far the other is.
const createdMeanwhile = ["23505", "42P07", "42710"];

async function create(database: PostgresLike, name: string, columns: string): Promise<void> {
  try {
    await database.query(`create table if not exists ${name} (${columns})`);
  } catch (error) {
    if (!createdMeanwhile.includes(String((error as { code?: unknown }).code))) throw error;
  }
}
