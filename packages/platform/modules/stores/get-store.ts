import type { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call, Store } from "../../routing/call.ts";
import { storeJson } from "./store-json.ts";

const statement = {
  name: "store_settings",
  text: `select ${storeJson("$2")} as text from stores r where r.id = $1`,
};

/** The JSON text of a store. */
export async function storeText(run: Queryable, store: Store): Promise<string> {
  const { rows } = await run.query<{ text: string }>(statement, [store.id, store.domain]);
  if (!rows[0]) throw new Error(`Store ${store.id} is gone.`);
  return rows[0].text;
}

/** The settings of the store. */
export async function getStore(run: Queryable, call: Call<typeof operations.getStore>): Promise<JsonText> {
  return recordText("store", await storeText(run, call.store), call.query.fields);
}
