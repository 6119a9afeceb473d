import type { AnswerOf, Operation } from "@souk/contract";
import type { Database, Queryable, Transaction } from "@souk/database";
import type { JsonText, SessionAnswer } from "./answer.ts";
import type { Call } from "./call.ts";

/** What a use case may answer: the operation's answer, the same as ready JSON text, or either with a change of session. */
export type Result<O extends Operation> = AnswerOf<O> | JsonText | SessionAnswer<AnswerOf<O>>;

/** An operation with the use case that serves it. */
export interface Route {
  operation: Operation;
  /**
   * `read` gets the database. `write` gets a transaction that the pipeline commits together with the answer kept for
   * Idempotency-Key. `statement` makes its change in a single statement, so it needs no transaction of its own and gets one
   * only when an answer is kept with it.
   */
  kind: "read" | "write" | "statement";
  handle(run: Queryable, call: Call, prepared?: unknown): Promise<unknown>;
  /**
   * What a change needs of the network, the disk or much time, done before its transaction; `handle` gets what it answers.
   * What it leaves somewhere must be harmless when no change follows: the same request may be answered from the first
   * answer, or be refused.
   */
  prepare?(database: Database, call: Call): Promise<unknown>;
}

function route(kind: Route["kind"], operation: Operation, handle: unknown): Route {
  return { kind, operation, handle: handle as Route["handle"] };
}

/** Serves an operation that changes nothing, or that must manage its transactions itself. */
export function read<O extends Operation>(
  operation: O,
  handle: (database: Database, call: Call<O>) => Promise<Result<O>>,
): Route {
  return route("read", operation, handle);
}

/** Serves an operation that changes rows, in one transaction. */
export function write<O extends Operation>(
  operation: O,
  handle: (tx: Transaction, call: Call<O>) => Promise<Result<O>>,
): Route {
  return route("write", operation, handle);
}

/** Serves an operation that changes rows in one transaction, and before it has to fetch or to read something large. */
export function preparedWrite<O extends Operation, Prepared>(
  operation: O,
  prepare: (database: Database, call: Call<O>) => Promise<Prepared>,
  handle: (tx: Transaction, call: Call<O>, prepared: Prepared) => Promise<Result<O>>,
): Route {
  return { ...route("write", operation, handle), prepare: prepare as NonNullable<Route["prepare"]> };
}

/** Serves a hot operation whose change is one statement. */
export function statement<O extends Operation>(
  operation: O,
  handle: (run: Queryable, call: Call<O>) => Promise<Result<O>>,
): Route {
  return route("statement", operation, handle);
}

/** Serves a hot operation whose change is one statement, and which needs something that no transaction may wait for. */
export function preparedStatement<O extends Operation, Prepared>(
  operation: O,
  prepare: (database: Database, call: Call<O>) => Promise<Prepared>,
  handle: (run: Queryable, call: Call<O>, prepared: Prepared) => Promise<Result<O>>,
): Route {
  return { ...route("statement", operation, handle), prepare: prepare as NonNullable<Route["prepare"]> };
}
