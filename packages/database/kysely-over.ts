import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Queryable } from "./database.ts";
import type { Tables } from "./tables.generated.ts";

/**
 * A kysely instance whose statements run through `query`, so that connections, errors and transactions are
 * handled in one place. Its own `transaction()` is refused: `Database.transaction` is the one way.
 */
export function kyselyOver(query: Queryable["query"]): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> => {
      const { rows, rowCount } = await query<Row & object>(compiled.sql, compiled.parameters);
      return { rows, numAffectedRows: BigInt(rowCount) };
    },
    streamQuery: () => refuse("Streaming"),
  };
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => refuse("A transaction of kysely's own"),
    commitTransaction: async () => undefined,
    rollbackTransaction: async () => undefined,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function refuse(what: string): never {
  throw new Error(`${what} is not offered here; use Database.transaction.`);
}
