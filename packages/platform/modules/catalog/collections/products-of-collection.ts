import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

// The maximum number of products in a batch: large enough for few round trips, small enough for short statements.
const maxBatchSize = 2_000;

const batchStatement = defineStatement(
  "collection_products",
  `
    select product_id from collects where store_id = $1 and collection_id = $2 and product_id > $3
    order by product_id limit $4`,
);

const lastCollectStatement = defineStatement(
  "collection_last_collect",
  "select coalesce(max(id), 0) as last_id from collects where store_id = $1 and collection_id = $2",
);

const addedProductsStatement = defineStatement(
  "collection_later_products",
  `
    select product_id from collects where store_id = $1 and collection_id = $2 and id > $3 order by product_id`,
);

/** Identifies a collection of a store. */
export interface CollectionKey {
  store: Store;
  collection_id: number;
}

/**
 * Apply a change to all products of a collection, in batches ordered by product id. Products must be locked before their
 * collection, so the collection is not locked yet, and other requests can add products to it meanwhile. After this call, lock the
 * collection, and call `applyToAddedProducts` for the products that were added.
 * @returns the id of the collection's last collect, to pass to `applyToAddedProducts`
 */
export async function applyToProducts(
  tx: Transaction,
  { store, collection_id }: CollectionKey,
  apply: (ids: number[]) => Promise<void>,
): Promise<number> {
  const lastCollect = await tx.maybeOne<{ last_id: number }>(lastCollectStatement, [store.id, collection_id]);
  for (let lastProductId = 0, hasMore = true; hasMore; ) {
    const rows = await tx.many<{ product_id: number }>(batchStatement, [
      store.id,
      collection_id,
      lastProductId,
      maxBatchSize,
    ]);
    const ids = rows.map(({ product_id }) => product_id);
    await apply(ids);
    lastProductId = ids.at(-1) ?? lastProductId;
    hasMore = ids.length === maxBatchSize;
  }
  return lastCollect?.last_id ?? 0;
}

/**
 * Apply the change to the products that were added since `applyToProducts`. Lock the collection first, so that no more products
 * can be added. A collection's collects are created one at a time, so collects that were created later have greater ids.
 * @param since the id that `applyToProducts` returned
 */
export async function applyToAddedProducts(
  tx: Transaction,
  { store, collection_id, since }: CollectionKey & { since: number },
  apply: (ids: number[]) => Promise<void>,
): Promise<void> {
  const rows = await tx.many<{ product_id: number }>(addedProductsStatement, [
    store.id,
    collection_id,
    since,
  ]);
  if (rows.length > 0) await apply(rows.map(({ product_id }) => product_id));
}
