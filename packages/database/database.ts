import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Rows, Statement } from "./statement.ts";
import type { Tables } from "./tables.generated.ts";

/** What both the database and a transaction can do. */
export interface Queryable {
  /**
   * Runs one statement.
   * @param statement its text, or a `Statement` with a name for a hot path
   * @param values for `$1` onwards; a JSON array must be given as text, since a JS array becomes a PostgreSQL array
   * @throws DatabaseUnavailable when it may succeed in a moment
   */
  query<Row extends object>(statement: Statement | string, values?: readonly unknown[]): Promise<Rows<Row>>;
  readonly kysely: Kysely<Tables>;
}

/** A transaction in progress; it must not be used after the function it was given to has ended. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
}

export interface TransactionOptions {
  isolation?: "read committed" | "repeatable read" | "serializable";
  readOnly?: boolean;
  /** Time limit of each statement within, in ms, in place of 15 s. */
  statementTimeoutMs?: number;
  /** The function has no effect outside the transaction, so that it may run again after a deadlock or serialization failure. */
  repeatable?: boolean;
  /** Who changes something, as `actingFor` takes it. */
  actor?: string;
}

export interface Listening {
  stop(): Promise<void>;
}

/** Connections of the driver's own kind, for a library that brings its own statements. */
export type DriverPool = Pool;

/** The pool's connections at a moment. */
export interface PoolState {
  open: number;
  /** Of the open ones, those that nobody holds. */
  idle: number;
  /** Requests that wait for one. */
  waiting: number;
}

export interface Database extends Queryable {
  /** Runs the function in one transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls the handler for each NOTIFY on a channel. Notifications are hints: those sent while the connection was
   * down are lost, so after a reconnection the handler is called once with no payload.
   */
  listen(channel: string, handler: (payload: string | undefined) => void): Promise<Listening>;
  pool(): PoolState;
  /** Opens at most so many connections beside the pool, with the same settings; whoever asks for them ends them. */
  separatePool(most: number): DriverPool;
  /** Waits for the queries in progress, then closes every connection. */
  close(): Promise<void>;
}
