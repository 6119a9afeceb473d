import { fieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import { collectJson } from "./collect-json.ts";

const pairStatement = defineStatement(
  "collect_by_pair",
  `
    select ${collectJson("$4")} as text from collects r
    where r.store_id = $1 and r.collection_id = $2 and r.product_id = $3`,
);

const roomStatement = defineStatement(
  "collect_room",
  `
    update collects set position = position + 1, updated_at = ${monotonicUpdatedAt("updated_at")}
    where store_id = $1 and collection_id = $2 and position >= $3
      and exists (select from collects where store_id = $1 and collection_id = $2 and position = $3)`,
);

const insertStatement = defineStatement(
  "collect_insert",
  `
    insert into collects as r (store_id, collection_id, product_id, position)
    select $1, $2, $3, coalesce($5::integer, (
      select coalesce(max(position), 0) + 1 from collects where store_id = $1 and collection_id = $2))
    returning ${collectJson("$4")} as text`,
);

interface Pair {
  collection_id: number;
  product_id: number;
}

/**
 * Add a product to a collection (PRD-3). A product that is already in it keeps its position, and no event is
 * published.
 * @throws ApiError not_found naming product_id, collection_id or both
 */
export async function createCollect(
  tx: Transaction,
  call: Call<typeof operations.createCollect>,
): Promise<JsonText> {
  const { store, body } = call;
  const { collection_id, product_id, position = null } = body;
  const known = (await pairText(tx, store, body)) ?? (await lockBoth(tx, store, body));
  if (known !== undefined) return recordText("collect", known);
  if (position !== null) await tx.query(roomStatement, [store.id, collection_id, position]);
  const values = [store.id, collection_id, product_id, store.timezone, position];
  const rows = await tx.many<{ text: string }>(insertStatement, values);
  await markProductsChanged(tx, call, [product_id]);
  return recordText("collect", rows[0]?.text ?? "");
}

async function pairText(db: Queryable, store: Store, pair: Pair): Promise<string | undefined> {
  const values = [store.id, pair.collection_id, pair.product_id, store.timezone];
  return (await db.maybeOne<{ text: string }>(pairStatement, values))?.text;
}

/**
 * Lock the product, then the collection, since positions in it are given one after the other.
 * @returns the collect that a concurrent duplicate of this request created
 */
async function lockBoth(tx: Transaction, store: Store, pair: Pair): Promise<string | undefined> {
  const { product_id, collection_id } = pair;
  const product = await lockProduct(tx, store, product_id);
  const text = "select from collections where store_id = $1 and id = $2 for no key update";
  const collection = (await tx.query(text, [store.id, collection_id])).rowCount > 0;
  if (product && collection) return pairText(tx, store, pair);
  return throwApiError("not_found", {
    fields: [
      ...(product ? [] : [fieldError("product_id", "not_found", { resource: "product" })]),
      ...(collection ? [] : [fieldError("collection_id", "not_found", { resource: "collection" })]),
    ],
  });
}
