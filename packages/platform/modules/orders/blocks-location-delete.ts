import { defineStatement } from "@souk/database";
import type { LocationDeletionCheck } from "../inventory/index.ts";

/** The maximum number of orders that are named as the reason. One more is loaded, to know whether there are others. */
const maxNamedOrders = 3;

const blockingOrdersStatement = defineStatement(
  "orders_blocking_location_delete",
  `
    select o.number from (
      select f.order_id from fulfillment_orders f
      where f.store_id = $1 and f.location_id = $2 and f.blocks_location_delete order by f.order_id limit ${maxNamedOrders + 1}) f
    join orders o on o.store_id = $1 and o.id = f.order_id order by o.id`,
);

/**
 * Return the reason why a location cannot be deleted, or null if it can. A location cannot be deleted while an order has units to
 * ship from it, or has fulfillments from it that can still be canceled.
 */
export const explainOrdersBlockingDelete: LocationDeletionCheck = async (tx, store, locationId) => {
  const rows = await tx.many<{ number: number }>(blockingOrdersStatement, [store.id, locationId]);
  if (rows.length === 0) return null;
  const names = rows.map(({ number }) => `#${number}`);
  const orderList =
    names.length > maxNamedOrders
      ? `${names.slice(0, maxNamedOrders).join(", ")} and others`
      : names.join(", ");
  return (
    `Orders ship from this location: ${orderList}. Deliver or cancel these orders first, ` +
    "or make the location inactive."
  );
};
