import type { Rows, Statement } from "./statement.ts";

/** The operations of both the database and a transaction. */
export interface Queryable {
  /**
   * Run one statement and return its rows and row count.
   * @param statement the SQL text, or a named `Statement` for a hot path
   * @param values for `$1` onwards; a JSON array must be given as text, since a JS array becomes a PostgreSQL array
   * @throws DatabaseUnavailable when the statement may succeed on a retry
   */
  query<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Rows<Row>>;
  /** Return the only row of a statement. @throws RowCountError when it returns none or several */
  one<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Row>;
  /** Return the only row of a statement, `undefined` when there is none. @throws RowCountError when it returns several */
  maybeOne<Row extends object>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<Row | undefined>;
  /** Return every row of a statement. */
  many<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A transaction in progress; it must not be used after the function it was given to has ended. */
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
  repeatable?: boolean;
  /** The actor of the changes; see `actingFor`. */
  actor?: string;
}

export interface Listening {
  stop(): Promise<void>;
}

/** The current state of the connection pool. */
export interface PoolState {
  open: number;
  /** The open connections that are not in use. */
  idle: number;
  /** The number of requests that wait for a connection. */
  waiting: number;
}

export interface Database extends Queryable {
  /** Run the function in one transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Call the handler for each NOTIFY on a channel. Notifications are hints: those sent while the connection was down
   * are lost, so after a reconnection the handler is called once with no payload.
   */
  listen(channel: string, handler: (payload: string | undefined) => void): Promise<Listening>;
  pool(): PoolState;
  /** Wait for the queries in progress, then close every connection. */
  close(): Promise<void>;
}
