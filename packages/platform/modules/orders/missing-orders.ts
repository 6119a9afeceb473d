import { defineStatement, type Queryable } from "@souk/database";

const missingOrdersStatement = defineStatement(
  "missing_orders",
  `select requested.id from unnest($2::bigint[]) requested (id)
        where not exists (select from orders r where r.store_id = $1 and r.id = requested.id) order by requested.id`,
);

/** List the ids for which this store has no order, ascending. They include the ids of other stores' orders (API-3). */
export async function findMissingOrders(
  db: Queryable,
  { store_id, ids }: { store_id: number; ids: readonly number[] },
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(missingOrdersStatement, [store_id, ids]);
  return rows.map(({ id }) => id);
}

/** Return whether a fulfillment order belongs to this order of the store. */
export async function hasFulfillmentOrder(
  db: Queryable,
  { store_id, order_id, id }: { store_id: number; order_id: number; id: number },
): Promise<boolean> {
  const text = "select from fulfillment_orders where store_id = $1 and order_id = $2 and id = $3";
  return (await db.many(text, [store_id, order_id, id])).length > 0;
}
