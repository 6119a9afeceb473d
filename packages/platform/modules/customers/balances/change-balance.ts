import { getCurrencyExponent, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { buildEventRows } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Cause } from "../../../infrastructure/routing/actor.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { type BalanceKind, maxBalance } from "./balance-kind.ts";
import { type BalanceResult, createBalanceStatements } from "./balance-statements.ts";

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

/** Changes a balance of the customer in the call. Returns the new balance as JSON text. */
export type ChangeBalance = (db: Queryable, call: BalanceCall, change: BalanceChange) => Promise<JsonText>;

// A change of a balance is attempted again only if the store's currency was changed meanwhile.
const maxAttempts = 3;

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
      const result = await db.maybeOne<BalanceResult>(statements[change.verb], values);
      if (result) {
        if (change.verb === "adjust" && !result.is_changed) throwLimitError(result, kind, change);
        return wrapRecord(kind.balance, result.text);
      }
      // There is no such customer, or the store's currency was changed after this request had loaded the store.
      const currentCurrency = await loadCurrency(db, call);
      if (!kind.isMoney || currentCurrency === undefined || currentCurrency === currency)
        throwApiError("not_found");
      currency = currentCurrency;
    }
    return throwApiError("unavailable", { retry_after_s: 1 });
  };
}

interface Attempt {
  call: BalanceCall;
  change: BalanceChange;
  amount: string;
  currency: string;
}

/** Return the values of the placeholders of the statements `adjust` and `set`. */
function buildValues(kind: BalanceKind, { call, change, amount, currency }: Attempt): unknown[] {
  const { store, actor, request_id, params } = call;
  const { customer_id } = params;
  const eventDrafts = JSON.stringify(
    buildEventRows("customer/update", [{ id: customer_id, snapshot: null }]),
  );
  const description = change.description?.trim() ?? "";
  const values = [store.id, customer_id, amount, description, actor.kind, actor.id, request_id, eventDrafts];
  return [...values, store.timezone, ...(kind.isMoney ? [getCurrencyExponent(currency), currency] : [])];
}

const loadCurrencyStatement = defineStatement(
  "balance_currency",
  "select currency_code from stores where id = $1",
);

async function loadCurrency(db: Queryable, { store }: BalanceCall): Promise<string | undefined> {
  return (await db.maybeOne<{ currency_code: string }>(loadCurrencyStatement, [store.id]))?.currency_code;
}

/** Reject an adjustment that would take the balance out of its limits. @throws ApiError `invalid` for the amount's field */
function throwLimitError(
  { goes_below_zero, available }: BalanceResult,
  kind: BalanceKind,
  { field }: BalanceChange,
): never {
  if (goes_below_zero)
    throwFieldError(
      field,
      "insufficient_funds",
      { available },
      `The ${kind.label} balance cannot go below 0. Available: ${available}.`,
    );
  throwFieldError(
    field,
    "out_of_range",
    { max: maxBalance },
    `The ${kind.label} balance cannot go above ${maxBalance}. It is now ${available}.`,
  );
}
