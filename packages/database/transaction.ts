import pg from "pg";
import { runOn } from "./connection-pool.ts";
import type { Queryable, Transaction, TransactionOptions } from "./database.ts";
import { DatabaseUnavailable, errorCode, toUnavailable } from "./database-unavailable.ts";
import { kyselyOver } from "./kysely-over.ts";

/** Runs the function once between begin and commit on a connection of its own. */
export async function runTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await lend(pool);
  let unfit: Error | undefined;
  try {
    await runOn(client, beginning(options), undefined);
    const result = await work(transactionOn(client, options.statementTimeoutMs));
    await commit(client);
    return result;
  } catch (error) {
    unfit = error instanceof DatabaseUnavailable && error.reason !== "busy" ? error : await rollBack(client);
    throw error;
  } finally {
    client.release(unfit);
  }
}

async function lend(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toUnavailable(error);
  }
}

function beginning(options: TransactionOptions): string {
  const begin = `begin isolation level ${options.isolation ?? "read committed"}${options.readOnly ? " read only" : ""}`;
  const settings = [
    ...(options.statementTimeoutMs === undefined
      ? []
      : [`set local statement_timeout = ${Math.ceil(options.statementTimeoutMs)}`]),
    ...(options.actor === undefined ? [] : [`set local souk.actor = ${pg.escapeLiteral(options.actor)}`]),
  ];
  return [begin, ...settings].join("; ");
}

// PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
async function commit(client: pg.PoolClient): Promise<void> {
  let command: string;
  try {
    command = (await client.query("commit")).command;
  } catch (error) {
    throw toUnavailable(error);
  }
  if (command !== "COMMIT") {
    throw new Error(
      "The transaction was rolled back, since a statement in it had failed and the error was swallowed.",
    );
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

function transactionOn(client: pg.PoolClient, timeoutMs: number | undefined): Transaction {
  const query: Queryable["query"] = (statement, values) => runOn(client, statement, values, timeoutMs);
  let kysely: Transaction["kysely"] | undefined;
  return {
    isTransaction: true,
    query,
    get kysely() {
      kysely ??= kyselyOver(query);
      return kysely;
    },
  };
}

const attempts = 5;

/** Runs a repeatable function again after a deadlock or serialization failure, up to 5 times in all. */
export async function repeating<T>(once: () => Promise<T>, random: () => number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (attempt === attempts || !mayRepeat(error)) throw error;
      // Two that met once must not meet again: wait a random part of a growing span.
      await new Promise((resolve) => setTimeout(resolve, random() * 10 * 2 ** attempt));
    }
  }
}

function mayRepeat(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code === "40001" ||
    code === "40P01" ||
    (error instanceof DatabaseUnavailable && error.reason === "schema_changed")
  );
}
