import { type operations, throwApiError } from "@souk/contract";
import { type Database, defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../../infrastructure/listing/any-ids.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { markProductsChanged } from "../mark-products.ts";

// The number of products that one transaction locks, changes and publishes. The limit keeps orders of these products from waiting
// long.
const maxBatchSize = 1_000;

const existsText = "select from collections where store_id = $1 and id = $2";

const collectsStatement = defineStatement(
  "collection_members",
  "select product_id from collects where store_id = $1 and collection_id = $2 order by product_id limit $3",
);

// Products are locked before their collects, as everywhere. Only the products whose collects were deleted here are returned, not
// those that another request removed from the collection meanwhile.
const removeStatement = defineStatement(
  "collection_products_remove",
  `
    with locked as materialized (
      select id from products where store_id = $1 and id = ${buildAnyIds("$3")} order by id for no key update),
    deleted as (
      delete from collects c using locked
      where c.store_id = $1 and c.collection_id = $2 and c.product_id = locked.id returning c.product_id)
    select product_id from deleted order by product_id`,
);

const unsetParentText = `
  update collections set parent_id = null, updated_at = ${monotonicUpdatedAt("updated_at")}
  where store_id = $1 and parent_id = $2`;

type DeletionCall = Call<typeof operations.deleteCollection>;

/**
 * Delete a collection. Its products are kept, and `product/update` is published for each. Its child collections lose their
 * parent. Products are removed in batches, each in its own transaction with its events. The last transaction deletes the
 * collection.
 * @throws ApiError not_found
 */
export async function deleteCollection(
  database: Database,
  call: DeletionCall,
): Promise<Record<string, never>> {
  const { store, params } = call;
  if ((await database.query(existsText, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  for (let hasMore = true; hasMore; )
    hasMore = await database.transaction((tx) => deleteBatch(tx, call), { retryable: true });
  return {};
}

/** Remove a batch of products, and delete the collection if no products remain. @returns whether products may remain */
async function deleteBatch(tx: Transaction, call: DeletionCall): Promise<boolean> {
  const { store, params } = call;
  if ((await removeProducts(tx, call)) === maxBatchSize) return true;
  const lockResult = await tx.query(`${existsText} for update`, [store.id, params.id]);
  if (lockResult.rowCount === 0) throwApiError("not_found");
  // Products must be locked before their collection, so other requests may have added some before the collection was locked.
  if ((await removeProducts(tx, call)) === maxBatchSize) return true;
  await tx.query(unsetParentText, [store.id, params.id]);
  await tx.query("delete from collections where store_id = $1 and id = $2", [store.id, params.id]);
  await recordTombstones(tx, store.id, "collections", [params.id]);
  return false;
}

interface CollectRow {
  product_id: number;
}

/**
 * Remove at most `maxBatchSize` products from the collection, and publish `product/update` for each.
 * @returns the number of products found, including those that another request removed meanwhile
 */
async function removeProducts(tx: Transaction, call: DeletionCall): Promise<number> {
  const { store, params } = call;
  const collects = await tx.query<CollectRow>(collectsStatement, [store.id, params.id, maxBatchSize]);
  if (collects.rowCount === 0) return 0;
  const values = [store.id, params.id, collects.rows.map(({ product_id }) => product_id)];
  const removedCollects = await tx.many<CollectRow>(removeStatement, values);
  await markProductsChanged(
    tx,
    call,
    removedCollects.map(({ product_id }) => product_id),
  );
  return collects.rowCount;
}
