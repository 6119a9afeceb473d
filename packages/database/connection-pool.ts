import pg from "pg";
import { toUnavailable } from "./database-unavailable.ts";
import type { Log } from "./log.ts";
import { getOrCreateResponseTimeout } from "./response-timeout.ts";
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
  /** A `postgresql://` URL, or its parts; `host` may be the directory of a Unix socket. */
  connection: string | ConnectionConfig;
  /** The maximum number of connections of this process; 16 by default. */
  maxConnections?: number;
  applicationName?: string;
  /**
   * The maximum wait for a free connection, in ms; 10 s by default, because a wait is better than an error while the connections
   * are in use. After this time, the database counts as busy.
   */
  maxWaitMs?: number;
  log: Log;
}

/** Build the configuration of a pg client from a connection URL or its parts. */
export function buildClientConfig(
  options: Pick<PoolOptions, "connection" | "applicationName">,
): pg.ClientConfig {
  const connectionConfig =
    typeof options.connection === "string" ? { connectionString: options.connection } : options.connection;
  return {
    ...connectionConfig,
    types: valueParsers,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: options.applicationName ?? "souk",
  };
}

// These settings are set by a statement, because connection poolers reject startup parameters. Parallel workers are off,
// because starting them takes longer than a typical query, and other requests need the cores.
const sessionSettings = `
  select set_config('timezone', 'UTC', false), set_config('statement_timeout', '15s', false),
    set_config('lock_timeout', '10s', false), set_config('idle_in_transaction_session_timeout', '30s', false),
    set_config('max_parallel_workers_per_gather', '0', false)`;

// The server cancels a statement after `statementTimeoutMs`. If the server has not responded `responseMarginMs` after that, the
// connection counts as lost.
const statementTimeoutMs = 15_000;
const responseMarginMs = 5_000;

/** The maximum time to open a connection, in ms. After this time, the database counts as unreachable. */
export const connectTimeoutMs = 3_000;

/** A client of the pool. Its time limit for connecting is shorter than the pool's maximum wait. */
class PoolClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // The pool makes the password a non-enumerable property, which spreading leaves out.
    const { password } = config ?? {};
    super({
      ...config,
      ...(password !== undefined && { password }),
      connectionTimeoutMillis: connectTimeoutMs,
    });
  }
}

/**
 * Create a pool whose connections have Souk's time limits, time zone UTC and value parsers, and whose errors are handled.
 * @param onBroken called with the error when an idle connection breaks
 */
export function createPool(options: PoolOptions, onBroken: (error: Error) => void): pg.Pool {
  // pg awaits the promise of `onConnect`, although its types do not say so.
  const hooks: { onConnect: (client: pg.ClientBase) => Promise<void> } = {
    onConnect: async (client) => {
      // The pool removes its error listener from a client that is in use, and an error without a listener would end the process.
      // This listener need not report the error, because the running statement rejects with it.
      client.on("error", () => undefined);
      await client.query(sessionSettings);
    },
  };
  const pool = new pg.Pool({
    ...buildClientConfig(options),
    max: options.maxConnections ?? defaultMaxConnections,
    Client: PoolClient,
    connectionTimeoutMillis: options.maxWaitMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    ...hooks,
  });
  pool.on("error", (error) => {
    if (!pool.ending) onBroken(error);
  });
  return pool;
}

/**
 * Run one statement on a connection that the caller has acquired.
 * @param timeoutMs the server's time limit for the statement; 15 s by default
 */
export async function runStatement<Row extends object>(
  client: pg.ClientBase,
  statement: Statement | string,
  values: readonly unknown[] | undefined,
  timeoutMs = statementTimeoutMs,
): Promise<Rows<Row>> {
  const config: pg.QueryConfig = { ...(typeof statement === "string" ? { text: statement } : statement) };
  if (values) config.values = [...values];
  try {
    const { rows, rowCount } = await sendQuery<Row>(client, config, timeoutMs + responseMarginMs);
    return { rows, rowCount: rowCount ?? 0 };
  } catch (error) {
    // The error's stack begins at the socket. It is replaced with the caller's stack.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw toUnavailable(error);
  }
}

function sendQuery<Row extends object>(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  timeoutMs: number,
): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const timeout = getOrCreateResponseTimeout(client);
    timeout.start(timeoutMs, () =>
      reject(Object.assign(new Error("The database did not respond in time."), { code: "ETIMEDOUT" })),
    );
    client.query<Row>(config, (error: Error | null, result) => {
      timeout.stop();
      if (error) reject(error);
      else resolve(result);
    });
  });
}
