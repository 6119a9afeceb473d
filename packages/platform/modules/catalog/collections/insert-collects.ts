import type { Queryable } from "@souk/database";

const statement = {
  name: "collects_insert",
  text: `
    insert into collects (store_id, collection_id, product_id, position)
    select $1, $2, product_id, place from unnest($3::bigint[]) with ordinality as member (product_id, place)
    order by place`,
};

/** Puts products into a new collection in this order, in the transaction that made them: nobody is told. */
export async function insertCollects(
  run: Queryable,
  store: { id: number },
  { collection_id, product_ids }: { collection_id: number; product_ids: readonly number[] },
): Promise<void> {
  await run.query(statement, [store.id, collection_id, product_ids]);
}
