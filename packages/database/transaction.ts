import pg from "pg";
import { runStatement } from "./connection-pool.ts";
import type { Queryable, Transaction, TransactionOptions } from "./database.ts";
import { DatabaseUnavailable, getErrorCode, toUnavailable } from "./database-unavailable.ts";
import { createRowQueries } from "./row-queries.ts";

/** Run a function once in a transaction on a connection from the pool. */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await connect(pool);
  let connectionError: Error | undefined;
  try {
    await runStatement(client, buildBegin(options), undefined);
    const result = await work(createTransaction(client, options.statementTimeoutMs));
    await commit(client);
    return result;
  } catch (error) {
    connectionError =
      error instanceof DatabaseUnavailable && error.reason !== "busy" ? error : await rollBack(client);
    throw error;
  } finally {
    client.release(connectionError);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toUnavailable(error);
  }
}

function buildBegin(options: TransactionOptions): string {
  const begin = `begin isolation level ${options.isolation ?? "read committed"}${options.readOnly ? " read only" : ""}`;
  const settings = [
    ...(options.statementTimeoutMs === undefined
      ? []
      : [`set local statement_timeout = ${Math.ceil(options.statementTimeoutMs)}`]),
    ...(options.actor === undefined ? [] : [`set local souk.actor = ${pg.escapeLiteral(options.actor)}`]),
  ];
  return [begin, ...settings].join("; ");
}

// PostgreSQL responds to COMMIT of a failed transaction with ROLLBACK and no error.
async function commit(client: pg.PoolClient): Promise<void> {
  let command: string;
  try {
    command = (await client.query("commit")).command;
  } catch (error) {
    throw toUnavailable(error);
  }
  if (command !== "COMMIT") {
    throw new Error("The transaction was rolled back, because a statement failed and its error was ignored.");
  }
}

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function createTransaction(client: pg.PoolClient, timeoutMs: number | undefined): Transaction {
  const query: Queryable["query"] = (statement, values) => runStatement(client, statement, values, timeoutMs);
  return { isTransaction: true, query, ...createRowQueries(query) };
}

// The maximum number of times that `retryConflicts` runs a function.
const maxAttempts = 5;

/**
 * Run a function, and run it again after a deadlock, a serialization failure or an invalidated prepared statement, up to 5 attempts
 * in total.
 */
export async function retryConflicts<T>(work: () => Promise<T>, random: () => number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !maySucceedOnRetry(error)) throw error;
      // The wait is random and grows, so that the same transactions do not conflict again.
      await new Promise((resolve) => setTimeout(resolve, random() * 10 * 2 ** attempt));
    }
  }
}

function maySucceedOnRetry(error: unknown): boolean {
  const code = getErrorCode(error);
  // A serialization failure, a deadlock, or a prepared statement that a migration has invalidated.
  return (
    code === "40001" ||
    code === "40P01" ||
    (error instanceof DatabaseUnavailable && error.reason === "schema_changed")
  );
}
