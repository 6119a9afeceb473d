import { getCurrencyExponent, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { buildEventRows } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { type BalanceKind, maxBalance } from "./balance-kind.ts";
import { type BalanceState, type BalanceStatements, createBalanceStatements } from "./balance-statements.ts";

/** A requested change of a balance. */
export interface BalanceChange {
  verb: "adjust" | "set";
  /** The field that contains the amount, for errors. */
  field: string;
  /**
   * Read the amount as plain decimal text; an amount to deduct begins with a minus.
   * @param exponent the number of decimal places of the store's currency
   */
  readAmount(exponent: number): string;
  description: string | undefined;
}

/** A request that changes one customer's balance. */
export interface BalanceCall extends Cause {
  store: Store;
  params: { customer_id: number };
}

export type ChangeBalance = (db: Queryable, call: BalanceCall, change: BalanceChange) => Promise<JsonText>;

// After a statement changed nothing, another request may change the balance before the state is read. Then the statement is retried.
// Ten such conflicts in a row do not happen in practice.
const maxAttempts = 10;

/**
 * Create the function that changes one kind of balance. The function writes the balance, a line of its ledger and `customer/update`
 * in one statement, so that no concurrent change is lost (CUS-2).
 */
export function createChangeBalance(kind: BalanceKind): ChangeBalance {
  const statements = createBalanceStatements(kind);
  return async (db, call, change) => {
    let currency = call.store.currency_code;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const amount = change.readAmount(getCurrencyExponent(currency));
      const values = buildValues(kind, { call, change, amount, currency });
      const row = await db.maybeOne<{ text: string }>(statements[change.verb], values);
      if (row) return wrapRecord(kind.balance, row.text);
      const state = await readState(db, { kind, statements }, { call, amount, currency });
      // The store's currency was changed after this request had loaded the store.
      if (kind.isMoney && state.currency_code !== currency) currency = state.currency_code;
      else if (change.verb === "adjust") assertWithinLimits(state, kind, change);
      else return wrapRecord(kind.balance, state.text);
    }
    return throwApiError("unavailable", { retry_after_s: 1 });
  };
}

interface Attempt {
  call: BalanceCall;
  amount: string;
  currency: string;
}

function buildValues(
  kind: BalanceKind,
  { call, change, amount, currency }: Attempt & { change: BalanceChange },
): unknown[] {
  const { store, actor, request_id, params } = call;
  const { customer_id } = params;
  const eventDrafts = JSON.stringify(
    buildEventRows("customer/update", [{ id: customer_id, snapshot: null }]),
  );
  const description = change.description?.trim() ?? "";
  const values = [store.id, customer_id, amount, description, actor.kind, actor.id, request_id, eventDrafts];
  return [...values, store.timezone, ...(kind.isMoney ? [getCurrencyExponent(currency), currency] : [])];
}

/** Load the state of a balance. @throws ApiError `not_found` */
async function readState(
  db: Queryable,
  { kind, statements }: { kind: BalanceKind; statements: BalanceStatements },
  { call, amount, currency }: Attempt,
): Promise<BalanceState> {
  const { store, params } = call;
  const values = [store.id, params.customer_id, amount, store.timezone];
  const decimals = kind.isMoney ? [getCurrencyExponent(currency)] : [];
  const row = await db.maybeOne<BalanceState>(statements.state, [...values, ...decimals]);
  return row ?? throwApiError("not_found");
}

/** Check that the adjustment keeps the balance within its limits. @throws ApiError `invalid` for the amount's field */
function assertWithinLimits(
  { goes_below_zero, exceeds_max, available }: BalanceState,
  kind: BalanceKind,
  { field }: BalanceChange,
): void {
  if (goes_below_zero)
    throwFieldError(
      field,
      "insufficient_funds",
      { available },
      `The ${kind.label} balance cannot go below 0. Available: ${available}.`,
    );
  if (exceeds_max)
    throwFieldError(
      field,
      "out_of_range",
      { max: maxBalance },
      `The ${kind.label} balance cannot go above ${maxBalance}. It is now ${available}.`,
    );
}
