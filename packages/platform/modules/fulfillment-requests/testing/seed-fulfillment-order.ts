import type { Queryable } from "@souk/database";

/** Insert a fulfillment order: the part of an order that one location ships. @returns the id of the fulfillment order */
export async function seedFulfillmentOrder(
  db: Queryable,
  { store_id, order_id, location_id }: { store_id: number; order_id: number; location_id: number },
): Promise<number> {
  const row = await db.maybeOne<{ id: number }>(
    `insert into fulfillment_orders (store_id, order_id, location_id, created_at, updated_at)
     values ($1, $2, $3, now(), now()) returning id`,
    [store_id, order_id, location_id],
  );
  return row?.id ?? 0;
}
