import { defineStatement, type Queryable } from "@souk/database";
import { type CollectionFields, collectionColumnUses } from "./collection-columns.ts";

const { names, list } = collectionColumnUses;

const lastPosition = `(
      select least(coalesce(max(position), 0) + 1, 1000000000) from collections where store_id = $1)`;

const written = names.map((name) =>
  name === "position" ? `coalesce(c.position, ${lastPosition})` : `c.${name}`,
);

const statement = defineStatement(
  "collection_insert",
  `
    insert into collections (store_id, ${list()})
    select $1, ${written.join(", ")} from jsonb_populate_record(null::collections, $2::jsonb) c
    on conflict (store_id, handle) do nothing returning id`,
);

/**
 * Write a collection as it stands: its fields have been checked; a position of null is the one after the last.
 * @returns its id; null when another collection has its handle
 */
export async function insertCollection(
  db: Queryable,
  store: { id: number },
  collection: CollectionFields,
): Promise<number | null> {
  const row = await db.maybeOne<{ id: number }>(statement, [store.id, JSON.stringify(collection)]);
  return row?.id ?? null;
}
