import type { operations } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import type { Call } from "../../../routing/call.ts";
import { storeJson } from "../store-json.ts";

const statement = {
  name: "store_currencies_changed",
  text: `
    update stores r set updated_at = ${laterThan("r.updated_at")}
    where r.id = $1 returning ${storeJson("$2")} as text`,
};

type Change = Call<typeof operations.createCurrency | typeof operations.deleteCurrency>;

/** Tells that the store has other currencies than before: the list stands in its settings. */
export async function tellNewList(facts: FactRegistry, tx: Transaction, call: Change): Promise<void> {
  const { store } = call;
  const { rows } = await tx.query<{ text: string }>(statement, [store.id, store.domain]);
  if (rows[0]) await facts.raise(tx, store, call, "store_changed", rows[0]);
}
