import type { LocationKeeper } from "../inventory/index.ts";

const statement = {
  name: "orders_keep_location",
  text: `
    select o.number from (
      select f.order_id from fulfillment_orders f
      where f.store_id = $1 and f.location_id = $2 and f.keeps_location order by f.order_id limit 4) f
    join orders o on o.store_id = $1 and o.id = f.order_id order by o.id`,
};

/** A location that is to ship a part of an order, or may have to again, cannot be deleted. */
export const keepsOrderLocation: LocationKeeper = async (tx, store, locationId) => {
  const { rows } = await tx.query<{ number: number }>(statement, [store.id, locationId]);
  if (rows.length === 0) return null;
  const names = rows.map(({ number }) => `#${number}`);
  const named = names.length > 3 ? `${names.slice(0, 3).join(", ")} and others` : names.join(", ");
  return (
    `Orders are sent from this location: ${named}. They must be sent and delivered, or cancelled, first; ` +
    "a location that is not to be used any more can be made inactive."
  );
};
