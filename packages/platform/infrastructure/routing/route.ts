import type { Operation, OperationResponse } from "@souk/contract";
import type { Database, Queryable, Transaction } from "@souk/database";
import type { JsonText, SessionAnswer } from "./answer.ts";
import type { Call } from "./call.ts";

/**
 * The possible results of a use case: the operation's response, the same as ready JSON text, or either with a
 * change of session.
 */
export type Result<O extends Operation> =
  | OperationResponse<O>
  | JsonText
  | SessionAnswer<OperationResponse<O>>;

/** An operation with the use case that serves it. */
export interface Route {
  operation: Operation;
  /**
   * `read` gets the database. `write` gets a transaction that the pipeline commits together with the response
   * kept for Idempotency-Key. `statement` makes its change in a single statement, so it needs no transaction
   * of its own and gets one only when a response is kept with it.
   */
  kind: "read" | "write" | "statement";
  handle(db: Queryable, call: Call, prepared?: unknown): Promise<unknown>;
  /**
   * Do what a change needs of the network, the disk or much time before its transaction; `handle` gets the
   * result. Any trace it leaves must be harmless when no change follows: the same request may be answered
   * from the first response, or be rejected.
   */
  prepare?(database: Database, call: Call): Promise<unknown>;
}

function route(kind: Route["kind"], operation: Operation, handle: unknown): Route {
  return { kind, operation, handle: handle as Route["handle"] };
}

/** Create the route of an operation that changes nothing, or that must manage its transactions itself. */
export function read<O extends Operation>(
  operation: O,
  handle: (database: Database, call: Call<O>) => Promise<Result<O>>,
): Route {
  return route("read", operation, handle);
}

/** Create the route of an operation that changes rows, in one transaction. */
export function write<O extends Operation>(
  operation: O,
  handle: (tx: Transaction, call: Call<O>) => Promise<Result<O>>,
): Route {
  return route("write", operation, handle);
}

/**
 * Create the route of an operation that changes rows in one transaction, and before it has to fetch or to
 * read something large.
 */
export function preparedWrite<O extends Operation, Prepared>(
  operation: O,
  prepare: (database: Database, call: Call<O>) => Promise<Prepared>,
  handle: (tx: Transaction, call: Call<O>, prepared: Prepared) => Promise<Result<O>>,
): Route {
  return { ...route("write", operation, handle), prepare: prepare as NonNullable<Route["prepare"]> };
}

/** Create the route of a hot operation whose change is one statement. */
export function statement<O extends Operation>(
  operation: O,
  handle: (db: Queryable, call: Call<O>) => Promise<Result<O>>,
): Route {
  return route("statement", operation, handle);
}

/**
 * Create the route of a hot operation whose change is one statement, and which needs something that no
 * transaction may wait for.
 */
export function preparedStatement<O extends Operation, Prepared>(
  operation: O,
  prepare: (database: Database, call: Call<O>) => Promise<Prepared>,
  handle: (db: Queryable, call: Call<O>, prepared: Prepared) => Promise<Result<O>>,
): Route {
  return { ...route("statement", operation, handle), prepare: prepare as NonNullable<Route["prepare"]> };
}
