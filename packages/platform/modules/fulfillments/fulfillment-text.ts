import { defineStatement, type Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import {
  buildChildText,
  buildFulfillmentJson,
  type FulfillmentRow,
  loadOrders,
  type Order,
} from "../orders/index.ts";

/** Build the JSON text of a fulfillment of an order. */
export function buildFulfillmentText(store: Store, order: Order, row: FulfillmentRow): string {
  return buildChildText(buildFulfillmentJson, { store, order }, row);
}

const orderIdsStatement = defineStatement(
  "fulfillments_orders",
  `
    select distinct order_id from fulfillments
    where store_id = $1 and id = any($2::bigint[]) order by order_id`,
);

/** Load fulfillments as JSON texts, by id. The map has no entry for an id without a fulfillment. */
export async function loadFulfillmentTexts(
  db: Queryable,
  store: Store,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.many<{ order_id: number }>(orderIdsStatement, [store.id, [...ids]]);
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
