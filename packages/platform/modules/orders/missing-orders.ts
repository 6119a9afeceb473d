import type { Queryable } from "@souk/database";

/** Which of some orders a store does not have, in ascending order; another store's are among them (API-3). */
export async function missingOrders(
  run: Queryable,
  { store_id, ids }: { store_id: number; ids: readonly number[] },
): Promise<number[]> {
  const { rows } = await run.query<{ id: number }>(
    {
      name: "missing_orders",
      text: `select asked.id from unnest($2::bigint[]) asked (id)
        where not exists (select from orders r where r.store_id = $1 and r.id = asked.id) order by asked.id`,
    },
    [store_id, ids],
  );
  return rows.map(({ id }) => id);
}

/** Whether a fulfillment order is a part of this order of the store. */
export async function hasFulfillmentOrder(
  run: Queryable,
  { store_id, order_id, id }: { store_id: number; order_id: number; id: number },
): Promise<boolean> {
  const text = "select from fulfillment_orders where store_id = $1 and order_id = $2 and id = $3";
  return (await run.query(text, [store_id, order_id, id])).rows.length > 0;
}
