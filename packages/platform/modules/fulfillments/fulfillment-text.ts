import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import {
  buildPartText,
  type FulfillmentRow,
  fulfillmentJson,
  loadOrders,
  type Order,
} from "../orders/index.ts";

/** Build the JSON text of a fulfillment of an order. */
export function buildFulfillmentText(store: Store, order: Order, row: FulfillmentRow): string {
  return buildPartText(fulfillmentJson, { store, order }, row);
}

const ordersStatement = defineStatement(
  "fulfillments_orders",
  `
    select distinct order_id from fulfillments
    where store_id = $1 and id = any($2::bigint[]) order by order_id`,
);

/** Load fulfillments by id as JSON text; an id without a fulfillment has no entry. */
export async function loadFulfillmentTexts(
  db: Queryable,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.many<{ order_id: number }>(ordersStatement, [store.id, [...ids]]);
  const orders = await loadOrders(
    db,
    store,
    rows.map(({ order_id }) => order_id),
  );
  const requestedIds = new Set(ids);
  return new Map(
    orders.flatMap((order) =>
      order.fulfillments
        .filter(({ id }) => requestedIds.has(id))
        .map((row) => [row.id, buildFulfillmentText(store, order, row)] as const),
    ),
  );
}
