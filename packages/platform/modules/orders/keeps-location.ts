import type { LocationKeeper } from "../inventory/index.ts";

const statement = {
  name: "orders_keep_location",
  text: `
    select o.number from fulfillment_orders f join orders o on o.store_id = f.store_id and o.id = f.order_id
    where f.store_id = $1 and f.location_id = $2 and o.status <> 'cancelled' and exists (
      select from fulfillment_order_lines s
      where s.store_id = f.store_id and s.order_id = f.order_id and s.fulfillment_order_id = f.id and s.quantity
        > coalesce((
          select sum(l.quantity) from fulfillment_lines l
          join fulfillments m on m.store_id = l.store_id and m.id = l.fulfillment_id
          where l.store_id = s.store_id and l.order_id = s.order_id and l.fulfillment_order_line_id = s.id
            and m.status <> 'cancelled'), 0)
        + coalesce((
          select sum(r.quantity) from refund_lines r
          where r.store_id = s.store_id and r.order_id = s.order_id and r.fulfillment_order_line_id = s.id
            and not r.is_reverted), 0))
    order by o.id limit 4`,
};

/** A location that is to ship a part of an order cannot be deleted. */
export const keepsOrderLocation: LocationKeeper = async (tx, store, locationId) => {
  const { rows } = await tx.query<{ number: number }>(statement, [store.id, locationId]);
  if (rows.length === 0) return null;
  const names = rows.map(({ number }) => `#${number}`);
  const named = names.length > 3 ? `${names.slice(0, 3).join(", ")} and others` : names.join(", ");
  return `This location is to ship orders: ${named}. Fulfil or cancel them first.`;
};
