import { defineStatement, type Queryable } from "@souk/database";

const statement = defineStatement(
  "collects_insert",
  `
    insert into collects (store_id, collection_id, product_id, position)
    select $1, $2, product_id, place from unnest($3::bigint[]) with ordinality as member (product_id, place)
    order by place`,
);

/**
 * Add products to a new collection in this order, in the transaction that created them, without publishing events.
 */
export async function insertCollects(
  db: Queryable,
  store: { id: number },
  { collection_id, product_ids }: { collection_id: number; product_ids: readonly number[] },
): Promise<void> {
  await db.query(statement, [store.id, collection_id, product_ids]);
}
