import { fieldError, getCurrencyExponent, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { type CustomerTotalsChange, tryLockStoreCurrency } from "../customers/index.ts";

/**
 * Lock the store's currency before an order changes store credit. The order must be locked before the currency, and the
 * customer after the currency.
 * @throws ApiError `unavailable` if the currency has changed since the request was accepted
 */
export async function lockStoreCurrency(tx: Transaction, store: Store): Promise<void> {
  if (!(await tryLockStoreCurrency(tx, store))) throwApiError("unavailable", { retry_after_s: 1 });
}

function hasExcessDecimals(credit: string, decimals: number): boolean {
  const [, fraction = ""] = credit.split(".");
  return /[^0]/.test(fraction.slice(decimals));
}

const existingCustomersStatement = defineStatement(
  "existing_order_customers",
  `select id from customers where store_id = $1 and id = ${buildAnyIds("$2")}`,
);

// Deleted customers are skipped, because they have no store credit. An erasure deletes the customer first and holds the
// customer's lock. Locks of the store come before locks of customers, so the erasure must not lock the store afterwards.
async function listCreditChanges(
  tx: Transaction,
  store: Store,
  changes: readonly CustomerTotalsChange[],
): Promise<string[]> {
  const creditChanges = changes.filter(({ credit_delta }) => Number(credit_delta) !== 0);
  if (creditChanges.length === 0) return [];
  const ids = creditChanges.map(({ customer_id }) => customer_id);
  const rows = await tx.many<{ id: number }>(existingCustomersStatement, [store.id, ids]);
  const existingIds = new Set(rows.map(({ id }) => id));
  return creditChanges.flatMap(({ customer_id, credit_delta }) =>
    existingIds.has(customer_id) ? [credit_delta] : [],
  );
}

/**
 * Lock the store's currency if any store credit changes. An order keeps its original currency, but store credit has
 * the decimal places of the store's current currency.
 * @throws ApiError `conflict` if an amount of store credit has more decimal places than the current currency
 */
export async function lockStoreCurrencyIfCreditChanges(
  tx: Transaction,
  store: Store,
  changes: readonly CustomerTotalsChange[],
): Promise<void> {
  const amounts = await listCreditChanges(tx, store, changes);
  if (amounts.length === 0) return;
  await lockStoreCurrency(tx, store);
  const { currency_code } = store;
  const decimals = getCurrencyExponent(currency_code);
  const invalidAmount = amounts.find((amount) => hasExcessDecimals(amount, decimals));
  if (invalidAmount === undefined) return;
  throwApiError("conflict", {
    message: `Store credit is now in ${currency_code}, which has ${decimals} decimal places, so ${invalidAmount.replace("-", "")} cannot be charged or refunded.`,
    fields: [
      fieldError(
        "amount",
        "invalid_format",
        { format: "money" },
        `{field} has more decimal places than ${currency_code}, which has ${decimals}.`,
      ),
    ],
  });
}
