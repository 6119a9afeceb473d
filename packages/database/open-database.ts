import { createPool, defaultMaxConnections, type PoolOptions, runOn } from "./connection-pool.ts";
import type { Database, Queryable } from "./database.ts";
import { DatabaseUnavailable, isAway, toUnavailable } from "./database-unavailable.ts";
import { kyselyOver } from "./kysely-over.ts";
import { Listener } from "./listener.ts";
import { randomFraction } from "./random.ts";
import { repeating, runTransaction } from "./transaction.ts";
import { watchOutages } from "./watch-outages.ts";

export interface DatabaseOptions extends PoolOptions {
  /** A fraction from 0 to under 1; spreads repeated attempts. */
  random?: () => number;
}

/**
 * Opens a pool on a database. Nothing connects before the first statement, and a database that is away makes
 * statements reject with `DatabaseUnavailable` until it is back.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const random = options.random ?? randomFraction;
  const outages = watchOutages(options.log);
  const onBroken = (error: Error): void => {
    const known = toUnavailable(error);
    if (isAway(known)) outages.failed(known);
    else options.log.warn({ err: error }, "An idle database connection broke.");
  };
  const pool = createPool(options, onBroken);
  const listener = new Listener(options, random);

  const queryOnce: Queryable["query"] = async (statement, values) => {
    const once = async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw toUnavailable(error);
      });
      let unfit: Error | undefined;
      try {
        return await runOn<never>(client, statement, values);
      } catch (error) {
        if (error instanceof DatabaseUnavailable && error.reason !== "busy") unfit = error;
        throw error;
      } finally {
        client.release(unfit);
      }
    };
    // A statement prepared before a migration never ran: every pooled connection may have to forget it once.
    for (let stale = 0; ; stale++) {
      try {
        return await once();
      } catch (error) {
        const forgotten = error instanceof DatabaseUnavailable && error.reason === "schema_changed";
        if (!forgotten || stale >= (options.maxConnections ?? defaultMaxConnections)) throw error;
      }
    }
  };

  let closing: Promise<void> | undefined;
  async function watched<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      outages.answered();
      return result;
    } catch (error) {
      if (!closing) outages.failed(error);
      throw error;
    }
  }

  // A statement by itself that PostgreSQL failed for a deadlock has done nothing, so it runs again.
  const query: Queryable["query"] = (statement, values) =>
    watched(repeating(() => queryOnce(statement, values), random));

  return {
    query,
    kysely: kyselyOver(query),
    transaction: (work, choice = {}) => {
      const once = () => runTransaction(pool, work, choice);
      return watched(choice.repeatable ? repeating(once, random) : once());
    },
    listen: (channel, handler) => listener.listen(channel, handler),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    separatePool: (most) => createPool({ ...options, maxConnections: most }, onBroken),
    close: () => {
      closing ??= listener.close().then(() => pool.end());
      return closing;
    },
  };
}
