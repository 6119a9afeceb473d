import { type operations, throwApiError } from "@souk/contract";
import { type Database, defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { anyIds } from "../../../infrastructure/listing/any-ids.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { markProductsChanged } from "../mark-products.ts";

// The number of products locked, changed and published at once: whoever sells one of them waits no longer than that.
const batch = 1_000;

const thereText = "select from collections where store_id = $1 and id = $2";

const membersStatement = defineStatement(
  "collection_members",
  "select product_id from collects where store_id = $1 and collection_id = $2 order by product_id limit $3",
);

// Products are locked before their collects, as everywhere. Products removed meanwhile are not published again.
const takeOutStatement = defineStatement(
  "collection_take_out",
  `
    with held as materialized (
      select id from products where store_id = $1 and id = ${anyIds("$3")} order by id for no key update),
    gone as (
      delete from collects c using held
      where c.store_id = $1 and c.collection_id = $2 and c.product_id = held.id returning c.product_id)
    select product_id from gone order by product_id`,
);

const orphanText = `
  update collections set parent_id = null, updated_at = ${monotonicUpdatedAt("updated_at")}
  where store_id = $1 and parent_id = $2`;

type Deletion = Call<typeof operations.deleteCollection>;

/**
 * Delete a collection. Its products stay, and `product/update` is published for each; its child collections then have
 * no parent. Many products are removed in batches, each with its events in a transaction of its own; the last batch
 * deletes the collection.
 * @throws ApiError not_found
 */
export async function deleteCollection(database: Database, call: Deletion): Promise<Record<string, never>> {
  const { store, params } = call;
  if ((await database.query(thereText, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  for (let more = true; more; )
    more = await database.transaction((tx) => deletePart(tx, call), { repeatable: true });
  return {};
}

/** Remove a batch of products, and delete the collection when they were the last. @returns whether more remain */
async function deletePart(tx: Transaction, call: Deletion): Promise<boolean> {
  const { store, params } = call;
  if ((await takeOut(tx, call)) === batch) return true;
  const locked = await tx.query(`${thereText} for update`, [store.id, params.id]);
  if (locked.rowCount === 0) throwApiError("not_found");
  // Products are locked before their collection, so some may have come while it was not locked.
  if ((await takeOut(tx, call)) === batch) return true;
  await tx.query(orphanText, [store.id, params.id]);
  await tx.query("delete from collections where store_id = $1 and id = $2", [store.id, params.id]);
  await recordTombstones(tx, store.id, "collections", [params.id]);
  return false;
}

interface Member {
  product_id: number;
}

/** Remove the first products and publish them. @returns how many there were to remove */
async function takeOut(tx: Transaction, call: Deletion): Promise<number> {
  const { store, params } = call;
  const members = await tx.query<Member>(membersStatement, [store.id, params.id, batch]);
  if (members.rowCount === 0) return 0;
  const values = [store.id, params.id, members.rows.map(({ product_id }) => product_id)];
  const removed = await tx.many<Member>(takeOutStatement, values);
  await markProductsChanged(
    tx,
    call,
    removed.map(({ product_id }) => product_id),
  );
  return members.rowCount;
}
