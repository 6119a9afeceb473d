import type { operations } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildStoreJson } from "./store-json.ts";

const statement = defineStatement(
  "store_settings",
  `select ${buildStoreJson("$2")} as text from stores r where r.id = $1`,
);

/** Load the JSON text of a store. @throws Error if the store was deleted */
export async function loadStoreText(db: Queryable, store: Store): Promise<string> {
  const row = await db.maybeOne<{ text: string }>(statement, [store.id, store.domain]);
  if (!row) throw new Error(`Store ${store.id} no longer exists.`);
  return row.text;
}

/** Return the settings of the store. */
export async function getStore(db: Queryable, call: Call<typeof operations.getStore>): Promise<JsonText> {
  return wrapRecord("store", await loadStoreText(db, call.store), call.query.fields);
}
