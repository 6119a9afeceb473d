import type { operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import { storeJson } from "./store-json.ts";

const statement = defineStatement(
  "store_settings",
  `select ${storeJson("$2")} as text from stores r where r.id = $1`,
);

/** Load the JSON text of a store. */
export async function storeText(db: Queryable, store: Store): Promise<string> {
  const row = await db.maybeOne<{ text: string }>(statement, [store.id, store.domain]);
  if (!row) throw new Error(`Store ${store.id} is gone.`);
  return row.text;
}

/** Load the settings of the store. */
export async function getStore(db: Queryable, call: Call<typeof operations.getStore>): Promise<JsonText> {
  return recordText("store", await storeText(db, call.store), call.query.fields);
}
