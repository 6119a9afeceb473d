import type { operations } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { buildStoreJson } from "../store-json.ts";

const statement = defineStatement(
  "store_currencies_changed",
  `
    update stores r set updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.id = $1 returning ${buildStoreJson("$2")} as text`,
);

type CurrencyCall = Call<typeof operations.createCurrency | typeof operations.deleteCurrency>;

/** Publish `store/update` after a currency was added or deleted, because the store's settings list the currencies. */
export async function publishCurrencyList(tx: Transaction, call: CurrencyCall): Promise<void> {
  const { store } = call;
  const rows = await tx.many<{ text: string }>(statement, [store.id, store.domain]);
  if (rows[0]) await events.publish(tx, call, "store/update", { id: store.id, snapshot: rows[0].text });
}
