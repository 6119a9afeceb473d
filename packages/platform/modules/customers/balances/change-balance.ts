import { currencyExponent, refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { Cause } from "../../../routing/actor.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Store } from "../../../routing/call.ts";
import { type BalanceKind, mostBalance } from "./balance-kind.ts";
import { type BalanceState, type BalanceStatements, balanceStatements } from "./balance-statements.ts";

/** What is asked of a balance. */
export interface BalanceChange {
  verb: "adjust" | "set";
  /** The field that says the amount, for a refusal. */
  field: string;
  /** Plain decimal text, with a minus where it is deducted. @param exponent decimals of the store's currency */
  amount(exponent: number): string;
  description: string | undefined;
}

/** A change of one customer's balance. */
export interface BalanceCall extends Cause {
  store: Store;
  params: { customer_id: number };
}

export type ChangeBalance = (run: Queryable, call: BalanceCall, change: BalanceChange) => Promise<JsonText>;

// Between a statement that changed nothing and the reading of why, others may change the balance; this often is never met.
const mostTries = 10;

/**
 * Changes a kind of balance: what is left, its line of the ledger and customer/update in one statement, so that no change is
 * lost however many come at once (CUS-2).
 */
export function createChangeBalance(facts: FactRegistry, kind: BalanceKind): ChangeBalance {
  const statements = balanceStatements(kind);
  return async (run, call, change) => {
    let currency = call.store.currency_code;
    for (let tries = 1; tries <= mostTries; tries++) {
      const amount = change.amount(currencyExponent(currency));
      const values = valuesOf(facts, kind, { call, change, amount, currency });
      const { rows } = await run.query<{ text: string }>(statements[change.verb], values);
      if (rows[0]) return recordText(kind.balance, rows[0].text);
      const state = await readState(run, { kind, statements }, { call, amount, currency });
      // It was changed since the request was let in.
      if (kind.isMoney && state.currency_code !== currency) currency = state.currency_code;
      else if (change.verb === "adjust") requireRoom(state, kind, change);
      else return recordText(kind.balance, state.text);
    }
    return refuse("unavailable", { retry_after_s: 1 });
  };
}

interface Asked {
  call: BalanceCall;
  amount: string;
  currency: string;
}

function valuesOf(
  facts: FactRegistry,
  kind: BalanceKind,
  { call, change, amount, currency }: Asked & { change: BalanceChange },
): unknown[] {
  const { store, actor, request_id, params } = call;
  const { customer_id } = params;
  const drafts = JSON.stringify(facts.draftsOf(store, "customer_changed", { customer_id }));
  const description = change.description?.trim() ?? "";
  const values = [store.id, customer_id, amount, description, actor.kind, actor.id, request_id, drafts];
  return [...values, store.timezone, ...(kind.isMoney ? [currencyExponent(currency), currency] : [])];
}

/** @throws Refusal not_found */
async function readState(
  run: Queryable,
  { kind, statements }: { kind: BalanceKind; statements: BalanceStatements },
  { call, amount, currency }: Asked,
): Promise<BalanceState> {
  const { store, params } = call;
  const values = [store.id, params.customer_id, amount, store.timezone];
  const decimals = kind.isMoney ? [currencyExponent(currency)] : [];
  const { rows } = await run.query<BalanceState>(statements.state, [...values, ...decimals]);
  return rows[0] ?? refuse("not_found");
}

/** @throws Refusal invalid naming the amount */
function requireRoom(
  { short, over, left_over }: BalanceState,
  kind: BalanceKind,
  { field }: BalanceChange,
): void {
  if (short) refuseField(field, `would take the ${kind.called} below 0: ${left_over} is left`);
  if (over) refuseField(field, `would take the ${kind.called} above ${mostBalance}: ${left_over} is left`);
}
