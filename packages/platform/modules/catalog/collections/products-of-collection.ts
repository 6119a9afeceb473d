import type { Transaction } from "@souk/database";
import type { Store } from "../../../routing/call.ts";

// Large enough for few round trips, small enough that no statement runs long and no list of events fills the memory.
const batch = 2_000;

const batchStatement = {
  name: "collection_products",
  text: `
    select product_id from collects where store_id = $1 and collection_id = $2 and product_id > $3
    order by product_id limit $4`,
};

const lastStatement = {
  name: "collection_last_collect",
  text: "select coalesce(max(id), 0) as last from collects where store_id = $1 and collection_id = $2",
};

const laterStatement = {
  name: "collection_later_products",
  text: `
    select product_id from collects where store_id = $1 and collection_id = $2 and id > $3 order by product_id`,
};

/** A collection whose products change with it. */
export interface Shown {
  store: Store;
  collection_id: number;
}

/**
 * Does something to all products of a collection, in the order of their ids and some at a time. Products are locked before
 * their collection (as whoever puts one into it does), so those that come while this works are left for `forLaterProducts`.
 * @returns what tells the ones that came later
 */
export async function forProducts(
  tx: Transaction,
  { store, collection_id }: Shown,
  work: (ids: number[]) => Promise<void>,
): Promise<number> {
  const known = await tx.query<{ last: number }>(lastStatement, [store.id, collection_id]);
  for (let after = 0, whole = true; whole; ) {
    const { rows } = await tx.query<{ product_id: number }>(batchStatement, [
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
  return known.rows[0]?.last ?? 0;
}

/**
 * The same for those that came since, once the collection is locked and no more can come. A collection's collects are made
 * one after the other, so a later one has a greater id.
 */
export async function forLaterProducts(
  tx: Transaction,
  { store, collection_id, since }: Shown & { since: number },
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  const { rows } = await tx.query<{ product_id: number }>(laterStatement, [store.id, collection_id, since]);
  if (rows.length > 0) await work(rows.map(({ product_id }) => product_id));
}
