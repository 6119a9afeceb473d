import { fieldError, getCurrencyExponent, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { anyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type BuyerMove, holdCurrency } from "../customers/index.ts";

/**
 * Lock the store's currency while an order moves store credit: after locking the order, before the customer.
 * @throws ApiError unavailable when the currency has changed since the request was accepted
 */
export async function lockCreditCurrency(tx: Transaction, store: Store): Promise<void> {
  if (!(await holdCurrency(tx, store))) throwApiError("unavailable", { retry_after_s: 1 });
}

function hasExcessDecimals(credit: string, decimals: number): boolean {
  const [, part = ""] = credit.split(".");
  return /[^0]/.test(part.slice(decimals));
}

const existingCustomersStatement = defineStatement(
  "order_buyers_there",
  `select id from customers where store_id = $1 and id = ${anyIds("$2")}`,
);

// A deleted customer has no credit that moves. An erasure has locked its customer already and must not lock the store after that.
async function listMovedCredits(
  tx: Transaction,
  store: Store,
  moves: readonly BuyerMove[],
): Promise<string[]> {
  const moving = moves.filter(({ credit }) => Number(credit) !== 0);
  if (moving.length === 0) return [];
  const ids = moving.map(({ customer_id }) => customer_id);
  const rows = await tx.many<{ id: number }>(existingCustomersStatement, [store.id, ids]);
  const existing = new Set(rows.map(({ id }) => id));
  return moving.flatMap(({ customer_id, credit }) => (existing.has(customer_id) ? [credit] : []));
}

/**
 * Lock the store's currency if any store credit moves. An order keeps its original currency; store credit has
 * the decimals of the store's current currency.
 * @throws ApiError conflict when an amount has more decimals
 */
export async function lockMovedCreditCurrency(
  tx: Transaction,
  store: Store,
  moves: readonly BuyerMove[],
): Promise<void> {
  const credits = await listMovedCredits(tx, store, moves);
  if (credits.length === 0) return;
  await lockCreditCurrency(tx, store);
  const { currency_code } = store;
  const decimals = getCurrencyExponent(currency_code);
  const excess = credits.find((credit) => hasExcessDecimals(credit, decimals));
  if (excess === undefined) return;
  throwApiError("conflict", {
    message: `Store credit is now in ${currency_code}, which has ${decimals} decimals, so ${excess.replace("-", "")} cannot be moved.`,
    fields: [
      fieldError(
        "amount",
        "invalid_format",
        { format: "money" },
        `{field} has more decimals than ${currency_code}.`,
      ),
    ],
  });
}
