import { getCurrencyExponent } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";

const statement = defineStatement(
  "store_currency_load_and_lock",
  "select currency_code from stores where id = $1 for share",
);

/**
 * Lock the store's currency until this transaction ends, and return its number of decimal places. A change of the currency
 * checks all prices first, and must not miss a price that is being written. Call this before any other row is locked.
 */
export async function lockCurrencyExponent(tx: Transaction, store: Store): Promise<number> {
  const row = await tx.maybeOne<{ currency_code: string }>(statement, [store.id]);
  return getCurrencyExponent(row?.currency_code ?? store.currency_code);
}
