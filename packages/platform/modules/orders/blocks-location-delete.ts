import { defineStatement } from "@souk/database";
import type { LocationKeeper } from "../inventory/index.ts";

const statement = defineStatement(
  "orders_keep_location",
  `
    select o.number from (
      select f.order_id from fulfillment_orders f
      where f.store_id = $1 and f.location_id = $2 and f.blocks_location_delete order by f.order_id limit 4) f
    join orders o on o.store_id = $1 and o.id = f.order_id order by o.id`,
);

/**
 * Return the reason why a location cannot be deleted, or null: an order has units to ship from it, or
 * fulfillments that can still be cancelled.
 */
export const orderBlocksLocationDelete: LocationKeeper = async (tx, store, locationId) => {
  const rows = await tx.many<{ number: number }>(statement, [store.id, locationId]);
  if (rows.length === 0) return null;
  const names = rows.map(({ number }) => `#${number}`);
  const named = names.length > 3 ? `${names.slice(0, 3).join(", ")} and others` : names.join(", ");
  return (
    `Orders ship from this location: ${named}. Deliver or cancel these orders first, ` +
    "or make the location inactive."
  );
};
