import { createPool, defaultMaxConnections, type PoolOptions, runStatement } from "./connection-pool.ts";
import type { Database, Queryable } from "./database.ts";
import { DatabaseUnavailable, isUnreachable, toUnavailable } from "./database-unavailable.ts";
import { Listener } from "./listener.ts";
import { randomFraction } from "./random.ts";
import { createRowQueries } from "./row-queries.ts";
import { retryConflicts, runTransaction } from "./transaction.ts";
import { createOutageWatch } from "./watch-outages.ts";

export interface DatabaseOptions extends PoolOptions {
  /** Return a fraction from 0 up to, not including, 1, which spreads retries over time. */
  random?: () => number;
}

/**
 * Open a connection pool for a database. The first connection is made by the first statement. While the database is
 * unavailable, statements reject with `DatabaseUnavailable`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const random = options.random ?? randomFraction;
  const outages = createOutageWatch(options.log);
  const handleBrokenConnection = (error: Error): void => {
    const converted = toUnavailable(error);
    if (isUnreachable(converted)) outages.reportError(converted);
    else options.log.warn({ err: error }, "An idle database connection broke.");
  };
  const pool = createPool(options, handleBrokenConnection);
  const listener = new Listener(options, random);

  const queryRetryingStaleStatements: Queryable["query"] = async (statement, values) => {
    const runOnPooledConnection = async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw toUnavailable(error);
      });
      let connectionError: Error | undefined;
      try {
        return await runStatement<never>(client, statement, values);
      } catch (error) {
        if (error instanceof DatabaseUnavailable && error.reason !== "busy") connectionError = error;
        throw error;
      } finally {
        client.release(connectionError);
      }
    };
    // A statement that was prepared before a migration fails once on each pooled connection. A statement that fails in this way
    // has had no effect, so it is retried.
    for (let retries = 0; ; retries++) {
      try {
        return await runOnPooledConnection();
      } catch (error) {
        const isStale = error instanceof DatabaseUnavailable && error.reason === "schema_changed";
        if (!isStale || retries >= (options.maxConnections ?? defaultMaxConnections)) throw error;
      }
    }
  };

  let closePromise: Promise<void> | undefined;
  async function reportOutages<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      outages.reportSuccess();
      return result;
    } catch (error) {
      if (!closePromise) outages.reportError(error);
      throw error;
    }
  }

  // A single statement that failed because of a deadlock has had no effect, so it is retried.
  const query: Queryable["query"] = (statement, values) =>
    reportOutages(retryConflicts(() => queryRetryingStaleStatements(statement, values), random));

  return {
    query,
    ...createRowQueries(query),
    transaction: (work, transactionOptions = {}) => {
      const runOnce = () => runTransaction(pool, work, transactionOptions);
      return reportOutages(transactionOptions.retryable ? retryConflicts(runOnce, random) : runOnce());
    },
    listen: (channel, handler) => listener.listen(channel, handler),
    maxConnections: options.maxConnections ?? defaultMaxConnections,
    getPoolState: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closePromise ??= listener.close().then(() => pool.end());
      return closePromise;
    },
  };
}
