import { systemClock } from "../../../runtime/clock.ts";
import { secureRandomText } from "../../../runtime/random.ts";
import {
  createOrderSnapshots,
  type Order,
  type OrdersApi,
  ordersModule,
  reserveIds,
} from "../../orders/index.ts";
import type { OrdersFixture } from "../../orders/testing/orders-fixture.ts";

function createOrdersApi({ db }: OrdersFixture): OrdersApi {
  const orderSnapshots = createOrderSnapshots(db.database, "http://files.souk.localhost:4000");
  return ordersModule({
    database: db.database,
    orderSnapshots,
    clock: systemClock,
    random: secureRandomText,
  }).api;
}

/** Change the rows of an order in a test store, through the function with which fulfillments and refunds change them. */
export async function changeRows(
  fixture: OrdersFixture,
  order_id: number,
  change: (before: Order, time: string) => Promise<Order> | Order,
): Promise<void> {
  const call = {
    actor: { kind: "account", id: "1", scopes: new Set<string>() },
    request_id: "req_test",
    store: fixture.seededStore.store,
    order_id,
  } as const;
  await fixture.db.database.transaction((tx) =>
    createOrdersApi(fixture).changeOrder(tx, call, async ({ before, changedAt }) => ({
      after: await change(before, changedAt),
      reason: "test",
      context: "order/update",
    })),
  );
}

/** Add delivered fulfillments for all units of an order. */
export async function fulfillUnits(fixture: OrdersFixture, orderId: number): Promise<void> {
  await changeRows(fixture, orderId, async (before, time) => {
    const { fulfillment_orders, fulfillment_order_lines } = before;
    const ids = await reserveIds(fixture.db.database, {
      fulfillments: fulfillment_orders.length,
      fulfillment_lines: fulfillment_order_lines.length,
    });
    const fulfillments = fulfillment_orders.map(({ id, location_id }, index) => ({
      id: ids.fulfillments[index] ?? 0,
      fulfillment_order_id: id,
      location_id,
      status: "delivered" as const,
      tracking_company: "",
      tracking_number: "",
      tracking_url: "",
      service: "",
      message: "",
      app_handle: "",
      consignment_note_url: "",
      created_at: time,
      updated_at: time,
    }));
    const fulfillment_lines = fulfillment_order_lines.map((line, index) => ({
      id: ids.fulfillment_lines[index] ?? 0,
      fulfillment_id:
        fulfillments.find(({ fulfillment_order_id }) => fulfillment_order_id === line.fulfillment_order_id)
          ?.id ?? 0,
      fulfillment_order_line_id: line.id,
      line_item_id: line.line_item_id,
      quantity: line.quantity,
    }));
    return { ...before, fulfillments, fulfillment_lines };
  });
}
