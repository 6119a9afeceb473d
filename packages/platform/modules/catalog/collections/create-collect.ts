import { fieldError, type operations, throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call, Store } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { lockProduct, markProductsChanged } from "../mark-products.ts";
import { buildCollectJson } from "./collect-json.ts";

const findByPairStatement = defineStatement(
  "collect_by_pair",
  `
    select ${buildCollectJson("$4")} as text from collects r
    where r.store_id = $1 and r.collection_id = $2 and r.product_id = $3`,
);

const shiftPositionsStatement = defineStatement(
  "collects_shift",
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
    returning ${buildCollectJson("$4")} as text`,
);

/** The collection and the product that a collect connects. */
interface Pair {
  collection_id: number;
  product_id: number;
}

/**
 * Add a product to a collection (PRD-3). A product that is already in the collection keeps its position, and no event is
 * published.
 * @throws ApiError `not_found` for product_id, collection_id or both
 */
export async function createCollect(
  tx: Transaction,
  call: Call<typeof operations.createCollect>,
): Promise<JsonText> {
  const { store, body } = call;
  const { collection_id, product_id, position = null } = body;
  const existingText =
    (await loadCollectText(tx, store, body)) ?? (await lockPairAndLoadCollectText(tx, store, body));
  if (existingText !== undefined) return wrapRecord("collect", existingText);
  if (position !== null) await tx.query(shiftPositionsStatement, [store.id, collection_id, position]);
  const values = [store.id, collection_id, product_id, store.timezone, position];
  const rows = await tx.many<{ text: string }>(insertStatement, values);
  await markProductsChanged(tx, call, [product_id]);
  return wrapRecord("collect", rows[0]?.text ?? "");
}

async function loadCollectText(db: Queryable, store: Store, pair: Pair): Promise<string | undefined> {
  const values = [store.id, pair.collection_id, pair.product_id, store.timezone];
  return (await db.maybeOne<{ text: string }>(findByPairStatement, values))?.text;
}

/**
 * Lock the product, then the collection, so that the collection's positions are assigned by one transaction at a time.
 * @returns the JSON text of the collect that a concurrent duplicate of this request created; undefined if there is none
 */
async function lockPairAndLoadCollectText(
  tx: Transaction,
  store: Store,
  pair: Pair,
): Promise<string | undefined> {
  const { product_id, collection_id } = pair;
  const hasProduct = await lockProduct(tx, store, product_id);
  const text = "select from collections where store_id = $1 and id = $2 for no key update";
  const hasCollection = (await tx.query(text, [store.id, collection_id])).rowCount > 0;
  if (hasProduct && hasCollection) return loadCollectText(tx, store, pair);
  return throwApiError("not_found", {
    fields: [
      ...(hasProduct ? [] : [fieldError("product_id", "not_found", { resource: "product" })]),
      ...(hasCollection ? [] : [fieldError("collection_id", "not_found", { resource: "collection" })]),
    ],
  });
}
