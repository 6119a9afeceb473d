import type { Operation, OperationResponse } from "@souk/contract";
import type { Database, Queryable, Transaction } from "@souk/database";
import type { Call } from "./call.ts";
import type { JsonText, SessionResponse } from "./response.ts";

/**
 * The possible results of a use case: the operation's response, its JSON text, or the response with a change of the
 * session cookie.
 */
export type Result<O extends Operation> =
  | OperationResponse<O>
  | JsonText
  | SessionResponse<OperationResponse<O>>;

/** An operation with the use case that serves it. */
export interface Route {
  operation: Operation;
  /**
   * `read` and `batchedRead` get the database, and requests of `batchedRead` share statements. `write` gets a transaction, in
   * which the pipeline also stores the response for an Idempotency-Key. `statement` makes its change in a single statement, so
   * it gets a transaction only if a response is stored with the change, and otherwise the database.
   */
  kind: "read" | "batchedRead" | "write" | "statement";
  handle(db: Queryable, call: Call, prepared?: unknown): Promise<unknown>;
  /**
   * Do work that needs the network, the disk or much time, before the transaction and outside of the store's share of the
   * database, and return a result for `handle`. The side effects of this work must be harmless if no change follows, because a
   * stored response may be returned instead, or the request may be rejected.
   */
  prepare?(database: Database, call: Call): Promise<unknown>;
}

function createRoute(kind: Route["kind"], operation: Operation, handle: unknown): Route {
  return { kind, operation, handle: handle as Route["handle"] };
}

/** Create the route of an operation that only reads, or that manages its transactions itself. */
export function read<O extends Operation>(
  operation: O,
  handle: (database: Database, call: Call<O>) => Promise<Result<O>>,
): Route {
  return createRoute("read", operation, handle);
}

/** Create the route of an operation that first does slow work (`prepare`), and then only reads. */
export function preparedRead<O extends Operation, Prepared>(
  operation: O,
  prepare: (database: Database, call: Call<O>) => Promise<Prepared>,
  handle: (database: Database, call: Call<O>, prepared: Prepared) => Promise<Result<O>>,
): Route {
  return { ...createRoute("read", operation, handle), prepare: prepare as NonNullable<Route["prepare"]> };
}

/** Create the route of a frequent operation that reads a record in one statement for all requests of a store that arrive together. */
export function batchedRead<O extends Operation>(
  operation: O,
  handle: (database: Database, call: Call<O>) => Promise<Result<O>>,
): Route {
  return createRoute("batchedRead", operation, handle);
}

/** Create the route of an operation that changes rows in one transaction. */
export function write<O extends Operation>(
  operation: O,
  handle: (tx: Transaction, call: Call<O>) => Promise<Result<O>>,
): Route {
  return createRoute("write", operation, handle);
}

/**
 * Create the route of an operation that first does slow work (`prepare`), and then changes rows in one transaction.
 */
export function preparedWrite<O extends Operation, Prepared>(
  operation: O,
  prepare: (database: Database, call: Call<O>) => Promise<Prepared>,
  handle: (tx: Transaction, call: Call<O>, prepared: Prepared) => Promise<Result<O>>,
): Route {
  return { ...createRoute("write", operation, handle), prepare: prepare as NonNullable<Route["prepare"]> };
}

/** Create the route of a frequent operation whose change is a single statement. */
export function statement<O extends Operation>(
  operation: O,
  handle: (db: Queryable, call: Call<O>) => Promise<Result<O>>,
): Route {
  return createRoute("statement", operation, handle);
}

/**
 * Create the route of a frequent operation that first does slow work (`prepare`), and then makes its change in a single statement.
 */
export function preparedStatement<O extends Operation, Prepared>(
  operation: O,
  prepare: (database: Database, call: Call<O>) => Promise<Prepared>,
  handle: (db: Queryable, call: Call<O>, prepared: Prepared) => Promise<Result<O>>,
): Route {
  return {
    ...createRoute("statement", operation, handle),
    prepare: prepare as NonNullable<Route["prepare"]>,
  };
}
