import { defineStatement, type Transaction } from "@souk/database";
import type { Store } from "../../../infrastructure/routing/call.ts";

// Large enough for few round trips, small enough that no statement runs long and no list of events fills the memory.
const batch = 2_000;

const batchStatement = defineStatement(
  "collection_products",
  `
    select product_id from collects where store_id = $1 and collection_id = $2 and product_id > $3
    order by product_id limit $4`,
);

const lastStatement = defineStatement(
  "collection_last_collect",
  "select coalesce(max(id), 0) as last from collects where store_id = $1 and collection_id = $2",
);

const laterStatement = defineStatement(
  "collection_later_products",
  `
    select product_id from collects where store_id = $1 and collection_id = $2 and id > $3 order by product_id`,
);

/** A collection whose products show its title and handle. */
export interface Shown {
  store: Store;
  collection_id: number;
}

/**
 * Apply a change to all products of a collection, in batches in the order of their ids. Products are locked before
 * their collection, as they are when one is added to it, so products added meanwhile are left for `forLaterProducts`.
 * @returns the mark by which the later products are found
 */
export async function forProducts(
  tx: Transaction,
  { store, collection_id }: Shown,
  work: (ids: number[]) => Promise<void>,
): Promise<number> {
  const known = await tx.maybeOne<{ last: number }>(lastStatement, [store.id, collection_id]);
  for (let after = 0, whole = true; whole; ) {
    const rows = await tx.many<{ product_id: number }>(batchStatement, [
      store.id,
      collection_id,
      after,
      batch,
    ]);
    const ids = rows.map(({ product_id }) => product_id);
    await work(ids);
    after = ids.at(-1) ?? after;
    whole = ids.length === batch;
  }
  return known?.last ?? 0;
}

/**
 * Apply the change to products that were added since, once the collection is locked and no more can be added. The
 * collects of a collection are created one after the other, so a later one has a greater id.
 */
export async function forEachAddedProduct(
  tx: Transaction,
  { store, collection_id, since }: Shown & { since: number },
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  const rows = await tx.many<{ product_id: number }>(laterStatement, [store.id, collection_id, since]);
  if (rows.length > 0) await work(rows.map(({ product_id }) => product_id));
}
