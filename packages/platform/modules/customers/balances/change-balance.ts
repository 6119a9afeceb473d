import { getCurrencyExponent, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { eventRows } from "../../../infrastructure/events/publish.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { type BalanceKind, maxBalance } from "./balance-kind.ts";
import { type BalanceState, type BalanceStatements, balanceStatements } from "./balance-statements.ts";

/** A requested change of a balance. */
export interface BalanceChange {
  verb: "adjust" | "set";
  /** The field of the amount, for an error. */
  field: string;
  /**
   * Return plain decimal text, with a minus where it is deducted.
   * @param exponent decimals of the store's currency
   */
  amount(exponent: number): string;
  description: string | undefined;
}

/** A change of one customer's balance. */
export interface BalanceCall extends Cause {
  store: Store;
  params: { customer_id: number };
}

export type ChangeBalance = (db: Queryable, call: BalanceCall, change: BalanceChange) => Promise<JsonText>;

// Between a statement that changed nothing and the reading of why, others may change the balance; this often is never met.
const maxAttempts = 10;

/**
 * Create the function that changes a kind of balance: the balance, its line of the ledger and customer/update in one
 * statement, so that no concurrent change is lost (CUS-2).
 */
export function createChangeBalance(kind: BalanceKind): ChangeBalance {
  const statements = balanceStatements(kind);
  return async (db, call, change) => {
    let currency = call.store.currency_code;
    for (let tries = 1; tries <= maxAttempts; tries++) {
      const amount = change.amount(getCurrencyExponent(currency));
      const values = buildValues(kind, { call, change, amount, currency });
      const row = await db.maybeOne<{ text: string }>(statements[change.verb], values);
      if (row) return recordText(kind.balance, row.text);
      const state = await readState(db, { kind, statements }, { call, amount, currency });
      // It was changed since the request was let in.
      if (kind.isMoney && state.currency_code !== currency) currency = state.currency_code;
      else if (change.verb === "adjust") assertRoom(state, kind, change);
      else return recordText(kind.balance, state.text);
    }
    return throwApiError("unavailable", { retry_after_s: 1 });
  };
}

interface Asked {
  call: BalanceCall;
  amount: string;
  currency: string;
}

function buildValues(
  kind: BalanceKind,
  { call, change, amount, currency }: Asked & { change: BalanceChange },
): unknown[] {
  const { store, actor, request_id, params } = call;
  const { customer_id } = params;
  const drafts = JSON.stringify(eventRows("customer/update", [{ id: customer_id, snapshot: null }]));
  const description = change.description?.trim() ?? "";
  const values = [store.id, customer_id, amount, description, actor.kind, actor.id, request_id, drafts];
  return [...values, store.timezone, ...(kind.isMoney ? [getCurrencyExponent(currency), currency] : [])];
}

/** Load the state of a balance. @throws ApiError not_found */
async function readState(
  db: Queryable,
  { kind, statements }: { kind: BalanceKind; statements: BalanceStatements },
  { call, amount, currency }: Asked,
): Promise<BalanceState> {
  const { store, params } = call;
  const values = [store.id, params.customer_id, amount, store.timezone];
  const decimals = kind.isMoney ? [getCurrencyExponent(currency)] : [];
  const row = await db.maybeOne<BalanceState>(statements.state, [...values, ...decimals]);
  return row ?? throwApiError("not_found");
}

/** Check that the change keeps the balance within its limits. @throws ApiError invalid naming the amount */
function assertRoom(
  { short, over, left_over }: BalanceState,
  kind: BalanceKind,
  { field }: BalanceChange,
): void {
  if (short)
    throwFieldError(
      field,
      "insufficient_funds",
      { available: left_over },
      `The ${kind.called} balance cannot go below 0. Available: ${left_over}.`,
    );
  if (over)
    throwFieldError(
      field,
      "out_of_range",
      { max: maxBalance },
      `The ${kind.called} cannot go above ${maxBalance}: it is ${left_over}.`,
    );
}
