import pg from "pg";
import { watchOf } from "./answer-watch.ts";
import { toUnavailable } from "./database-unavailable.ts";
import type { Log } from "./log.ts";
import type { Rows, Statement } from "./statement.ts";
import { valueParsers } from "./value-parsers.ts";

export const defaultMaxConnections = 16;

export interface ConnectionConfig {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface PoolOptions {
  /** A `postgresql://` address, or its parts; `host` may be the folder of a Unix socket. */
  connection: string | ConnectionConfig;
  /** Most connections of this process; 16 by default. */
  maxConnections?: number;
  applicationName?: string;
  /** How long a request waits for a connection before the database counts as busy, in ms. */
  connectTimeoutMs?: number;
  log: Log;
}

/** The parts of a connection's address that pg takes, whichever way it was given. */
export function clientConfig(options: Pick<PoolOptions, "connection" | "applicationName">): pg.ClientConfig {
  const address =
    typeof options.connection === "string" ? { connectionString: options.connection } : options.connection;
  return {
    ...address,
    types: valueParsers,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.applicationName ?? "souk",
  };
}

// Set by a statement, not as startup parameters, which connection poolers refuse. Workers beside a statement take longer to
// start than a page takes to read, and the cores are other requests' too.
const sessionSettings = `
  select set_config('timezone', 'UTC', false), set_config('statement_timeout', '15s', false),
    set_config('lock_timeout', '10s', false), set_config('idle_in_transaction_session_timeout', '30s', false),
    set_config('max_parallel_workers_per_gather', '0', false)`;

// The server ends a statement after 15 s; one that has not answered by then is not reachable any more.
const answerPatienceMs = 5_000;
const statementTimeoutMs = 15_000;

/**
 * A pool whose every connection has our time limits, UTC and value parsers, and whose errors never go unhandled.
 * @param onBroken told of a connection that broke while nobody used it
 */
export function createPool(options: PoolOptions, onBroken: (error: Error) => void): pg.Pool {
  // pg waits for this promise, though its type does not say so.
  const hooks: { onConnect: (client: pg.ClientBase) => Promise<void> } = {
    onConnect: async (client) => {
      // A lent client has no listener of the pool's; the statement that runs on it rejects by itself.
      client.on("error", () => undefined);
      await client.query(sessionSettings);
    },
  };
  const pool = new pg.Pool({
    ...clientConfig(options),
    max: options.maxConnections ?? defaultMaxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3_000,
    idleTimeoutMillis: 60_000,
    ...hooks,
  });
  pool.on("error", (error) => {
    if (!pool.ending) onBroken(error);
  });
  return pool;
}

/**
 * Runs one statement on a connection that the caller holds.
 * @param timeoutMs the server's time limit for a statement here, when it is not 15 s
 */
export async function runOn<Row extends object>(
  client: pg.ClientBase,
  statement: Statement | string,
  values: readonly unknown[] | undefined,
  timeoutMs = statementTimeoutMs,
): Promise<Rows<Row>> {
  const config: pg.QueryConfig = { ...(typeof statement === "string" ? { text: statement } : statement) };
  if (values) config.values = [...values];
  try {
    const { rows, rowCount } = await answerOf<Row>(client, config, timeoutMs + answerPatienceMs);
    return { rows, rowCount: rowCount ?? 0 };
  } catch (error) {
    // An answer is read from a socket: without this the trace ends there, and does not lead to who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw toUnavailable(error);
  }
}

function answerOf<Row extends object>(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  patienceMs: number,
): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const watch = watchOf(client);
    watch.begin(patienceMs, () => reject(new Error("Query read timeout")));
    client.query<Row>(config, (error: Error | null, result) => {
      watch.end();
      if (error) reject(error);
      else resolve(result);
    });
  });
}
