import { currencyExponent, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { anyOf } from "../../listing/any-of.ts";
import type { Store } from "../../routing/call.ts";
import { type BuyerMove, holdCurrency } from "../customers/index.ts";

/**
 * Keeps the store's currency as it is while an order moves store credit, which is in it: behind the order's lock, before its
 * customer's.
 * @throws Refusal unavailable where it is another one by now: the request was let in with the former
 */
export async function holdCredit(tx: Transaction, store: Store): Promise<void> {
  if (!(await holdCurrency(tx, store))) refuse("unavailable", { retry_after_s: 1 });
}

function isCut(credit: string, decimals: number): boolean {
  const [, part = ""] = credit.split(".");
  return /[^0]/.test(part.slice(decimals));
}

const thereStatement = {
  name: "order_buyers_there",
  text: `select id from customers where store_id = $1 and id = ${anyOf("$2")}`,
};

// Who is gone has no credit that moves; an erasure has locked them, and comes too late to hold the store's row.
async function movedCredits(tx: Transaction, store: Store, moves: readonly BuyerMove[]): Promise<string[]> {
  const moving = moves.filter(({ credit }) => Number(credit) !== 0);
  if (moving.length === 0) return [];
  const ids = moving.map(({ customer_id }) => customer_id);
  const { rows } = await tx.query<{ id: number }>(thereStatement, [store.id, ids]);
  const there = new Set(rows.map(({ id }) => id));
  return moving.flatMap(({ customer_id, credit }) => (there.has(customer_id) ? [credit] : []));
}

/**
 * Holds what credit is moved in, where any is. An order keeps the currency that it was placed in; credit has the decimals of the
 * store's.
 * @throws Refusal conflict when an amount has more
 */
export async function holdMovedCredit(
  tx: Transaction,
  store: Store,
  moves: readonly BuyerMove[],
): Promise<void> {
  const credits = await movedCredits(tx, store, moves);
  if (credits.length === 0) return;
  await holdCredit(tx, store);
  const { currency_code } = store;
  const decimals = currencyExponent(currency_code);
  const cut = credits.find((credit) => isCut(credit, decimals));
  if (cut === undefined) return;
  refuse("conflict", {
    message: `Store credit is in ${currency_code} by now, with ${decimals} decimals: ${cut.replace("-", "")} cannot be moved.`,
    fields: [{ path: "amount", message: `has more decimals than ${currency_code}` }],
  });
}
