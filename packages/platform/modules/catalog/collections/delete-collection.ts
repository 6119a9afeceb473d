import { type operations, refuse } from "@souk/contract";
import { type Database, laterThan, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { anyOf } from "../../../listing/any-of.ts";
import { recordTombstones } from "../../../record-tombstone.ts";
import type { Call } from "../../../routing/call.ts";
import { markChanged } from "../mark-products.ts";

// As many products as are locked, changed and told at once: whoever sells one of them waits no longer than that.
const batch = 1_000;

const thereText = "select from collections where store_id = $1 and id = $2";

const membersStatement = {
  name: "collection_members",
  text: "select product_id from collects where store_id = $1 and collection_id = $2 order by product_id limit $3",
};

// Products before their collects, as everywhere. What somebody else took out meanwhile is not told again.
const takeOutStatement = {
  name: "collection_take_out",
  text: `
    with held as materialized (
      select id from products where store_id = $1 and id = ${anyOf("$3")} order by id for no key update),
    gone as (
      delete from collects c using held
      where c.store_id = $1 and c.collection_id = $2 and c.product_id = held.id returning c.product_id)
    select product_id from gone order by product_id`,
};

const orphanText = `
  update collections set parent_id = null, updated_at = ${laterThan("updated_at")}
  where store_id = $1 and parent_id = $2`;

type Deletion = Call<typeof operations.deleteCollection>;

/**
 * Deletes a collection. Its products stay and are each told by product/update; collections in it then stand in none. Many
 * products are taken out a part at a time, each part with its events in a transaction of its own; the last one deletes.
 * @throws Refusal not_found
 */
export async function deleteCollection(
  facts: FactRegistry,
  database: Database,
  call: Deletion,
): Promise<Record<string, never>> {
  const { store, params } = call;
  if ((await database.query(thereText, [store.id, params.id])).rowCount === 0) refuse("not_found");
  for (let more = true; more; )
    more = await database.transaction((tx) => deletePart(facts, tx, call), { repeatable: true });
  return {};
}

/** Takes some products out, and deletes the collection when these were the last. @returns whether more remain */
async function deletePart(facts: FactRegistry, tx: Transaction, call: Deletion): Promise<boolean> {
  const { store, params } = call;
  if ((await takeOut(facts, tx, call)) === batch) return true;
  const locked = await tx.query(`${thereText} for update`, [store.id, params.id]);
  if (locked.rowCount === 0) refuse("not_found");
  // Products are locked before their collection, so some may have come while it was not locked.
  if ((await takeOut(facts, tx, call)) === batch) return true;
  await tx.query(orphanText, [store.id, params.id]);
  await tx.query("delete from collections where store_id = $1 and id = $2", [store.id, params.id]);
  await recordTombstones(tx, store.id, "collections", [params.id]);
  return false;
}

interface Member {
  product_id: number;
}

/** Takes the first ones out and tells them. @returns how many there were to take out */
async function takeOut(facts: FactRegistry, tx: Transaction, call: Deletion): Promise<number> {
  const { store, params } = call;
  const members = await tx.query<Member>(membersStatement, [store.id, params.id, batch]);
  if (members.rowCount === 0) return 0;
  const values = [store.id, params.id, members.rows.map(({ product_id }) => product_id)];
  const gone = await tx.query<Member>(takeOutStatement, values);
  await markChanged(facts, tx, { store, cause: call, ids: gone.rows.map(({ product_id }) => product_id) });
  return members.rowCount;
}
