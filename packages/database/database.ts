import type { Rows, Statement } from "./statement.ts";

/** The operations of both the database and a transaction. */
export interface Queryable {
  /**
   * Run one statement and return its rows and row count.
   * @param statement the SQL text, or a named `Statement` for a hot path
   * @param values the values of `$1`, `$2` and so on. A JSON array must be given as text, since a JS array becomes a
   * PostgreSQL array
   * @throws DatabaseUnavailable if the statement may succeed on a retry
   */
  query<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Rows<Row>>;
  /** Return the only row of a statement. @throws RowCountError if it returns none or several */
  one<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Row>;
  /** Return the only row of a statement, or `undefined` if it returns none. @throws RowCountError if it returns several */
  maybeOne<Row extends object>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<Row | undefined>;
  /** Return every row of a statement. */
  many<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction in progress. It must not be used after the function that received it has ended. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
}

export interface TransactionOptions {
  isolation?: "read committed" | "repeatable read" | "serializable";
  readOnly?: boolean;
  /** The time limit of each statement, in ms; 15 s by default. */
  statementTimeoutMs?: number;
  /**
   * Whether the function has no effect outside the transaction, so that it may run again after a deadlock or
   * serialization failure.
   */
  retryable?: boolean;
  /** The actor of the changes, as in `withActor`. */
  actor?: string;
}

export interface ListenerHandle {
  stop(): Promise<void>;
}

/** The current state of the connection pool. */
export interface PoolState {
  /** The number of open connections. */
  open: number;
  /** The number of open connections that are not in use. */
  idle: number;
  /** The number of requests that wait for a connection. */
  waiting: number;
}

export interface Database extends Queryable {
  /** The maximum number of connections of this process. */
  readonly maxConnections: number;
  /** Run a function in one transaction, which commits when the function resolves and rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Call the handler for each NOTIFY on a channel. Notifications sent while the connection is down are lost. Therefore the
   * handler is called once without a payload after a reconnection.
   */
  listen(channel: string, handler: (payload: string | undefined) => void): Promise<ListenerHandle>;
  /** Return the current state of the connection pool. */
  getPoolState(): PoolState;
  /** Wait for the running queries, then close every connection. */
  close(): Promise<void>;
}
