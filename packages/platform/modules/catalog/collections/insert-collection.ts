import { defineStatement, type Queryable } from "@souk/database";
import { type CollectionFields, collectionColumnFunctions } from "./collection-columns.ts";

const { names, listColumns } = collectionColumnFunctions;

const nextPositionSql = `(
      select least(coalesce(max(position), 0) + 1, 1000000000) from collections where store_id = $1)`;

const valueSql = names.map((name) =>
  name === "position" ? `coalesce(c.position, ${nextPositionSql})` : `c.${name}`,
);

const statement = defineStatement(
  "collection_insert",
  `
    insert into collections (store_id, ${listColumns()})
    select $1, ${valueSql.join(", ")} from jsonb_populate_record(null::collections, $2::jsonb) c
    on conflict (store_id, handle) do nothing returning id`,
);

/**
 * Insert a collection whose fields have been checked. If its position is null, it becomes the last collection.
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
