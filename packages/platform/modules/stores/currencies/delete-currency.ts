import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordTombstones } from "../../../record-tombstone.ts";
import type { Call } from "../../../routing/call.ts";
import { lockCurrencies, readCurrencyState } from "./currency-store.ts";
import { tellNewList } from "./tell-new-list.ts";

const statement = {
  name: "currency_delete",
  text: "delete from currencies where store_id = $1 and id = $2",
};

/**
 * Removes a currency; the store's list of currencies changes with it, and both are told.
 * @throws Refusal not_found; conflict for the store's own currency
 */
export async function deleteCurrency(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.deleteCurrency>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  await lockCurrencies(tx, store.id);
  const { id, code, is_default } = (await readCurrencyState(tx, store, params.id)) ?? refuse("not_found");
  if (is_default)
    refuse("conflict", {
      message: `${code} is the store's own currency and cannot be removed; give the store another one first, with PUT /store.json.`,
    });
  await tx.query(statement, [store.id, id]);
  await recordTombstones(tx, store.id, "currencies", [id]);
  await facts.raise(tx, store, call, "currency_deleted", { id, code });
  await tellNewList(facts, tx, call);
  return {};
}
