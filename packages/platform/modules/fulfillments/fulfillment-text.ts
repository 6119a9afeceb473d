import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { type FulfillmentRow, fulfillmentJson, loadOrders, type Order, partText } from "../orders/index.ts";

/** A fulfillment of an order as JSON text. */
export function fulfillmentText(store: Store, order: Order, row: FulfillmentRow): string {
  return partText(fulfillmentJson, { store, order }, row);
}

const ordersStatement = {
  name: "fulfillments_orders",
  text: `
    select distinct order_id from fulfillments
    where store_id = $1 and id = any($2::bigint[]) order by order_id`,
};

/** Fulfillments by id as JSON text; one that does not exist has no entry. */
export async function fulfillmentTexts(
  run: Queryable,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await run.query<{ order_id: number }>(ordersStatement, [store.id, [...ids]]);
  const orders = await loadOrders(
    run,
    store,
    rows.map(({ order_id }) => order_id),
  );
  const asked = new Set(ids);
  return new Map(
    orders.flatMap((order) =>
      order.fulfillments
        .filter(({ id }) => asked.has(id))
        .map((row) => [row.id, fulfillmentText(store, order, row)] as const),
    ),
  );
}
