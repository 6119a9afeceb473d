import type { Queryable } from "./database.ts";
import type { Statement } from "./statement.ts";

/** Create `one`, `maybeOne` and `many` from the `query` function of a database or a transaction. */
export function createRowQueries(query: Queryable["query"]): Pick<Queryable, "one" | "maybeOne" | "many"> {
  async function maybeOne<Row extends object>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<Row | undefined> {
    const { rows } = await query<Row>(statement, values);
    if (rows.length > 1) throw new RowCountError(statement, "at most one row", rows.length);
    return rows[0];
  }
  return {
    maybeOne,
    one: async <Row extends object>(
      statement: Statement | string,
      values?: readonly unknown[],
    ): Promise<Row> => {
      const { rows } = await query<Row>(statement, values);
      const [row] = rows;
      if (row === undefined || rows.length > 1)
        throw new RowCountError(statement, "exactly one row", rows.length);
      return row;
    },
    many: async <Row extends object>(
      statement: Statement | string,
      values?: readonly unknown[],
    ): Promise<Row[]> => (await query<Row>(statement, values)).rows,
  };
}

/**
 * The error of a statement that returned more or fewer rows than its caller expects. It is always a bug and never caused by
 * a request.
 */
export class RowCountError extends Error {
  constructor(statement: Statement | string, expected: string, count: number) {
    const label =
      typeof statement === "string" ? statement.trim().replace(/\s+/g, " ").slice(0, 200) : statement.name;
    super(`Expected ${expected}, got ${count}, from the statement: ${label}`);
    this.name = "RowCountError";
  }
}
