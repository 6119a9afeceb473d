import { defineStatement, type Queryable } from "@souk/database";

const statement = defineStatement(
  "collects_insert",
  `
    insert into collects (store_id, collection_id, product_id, position)
    select $1, $2, product_id, position from unnest($3::bigint[]) with ordinality as member (product_id, position)
    order by position`,
);

/**
 * Add products to a new collection, in the order of `product_ids`. No `product/update` events are published, so call it only for
 * products that the same transaction creates.
 */
export async function insertCollects(
  db: Queryable,
  store: { id: number },
  { collection_id, product_ids }: { collection_id: number; product_ids: readonly number[] },
): Promise<void> {
  await db.query(statement, [store.id, collection_id, product_ids]);
}
