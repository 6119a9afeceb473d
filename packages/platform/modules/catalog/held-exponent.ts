import { currencyExponent } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";

const statement = {
  name: "store_currency_held",
  text: "select currency_code from stores where id = $1 for share",
};

/**
 * Decimals of the store's currency, which stays what it is until this transaction ends: a change of currency looks at all prices
 * first, and must not miss one that is just being written. Asked before any other row is locked.
 */
export async function heldExponent(tx: Transaction, store: Store): Promise<number> {
  const { rows } = await tx.query<{ currency_code: string }>(statement, [store.id]);
  return currencyExponent(rows[0]?.currency_code ?? store.currency_code);
}
