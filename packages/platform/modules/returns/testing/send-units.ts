import { systemClock } from "../../../clock.ts";
import { secureRandomText } from "../../../random.ts";
import { createChangeLevels } from "../../inventory/index.ts";
import {
  changeOrder,
  createOrderDocuments,
  nextIds,
  type Order,
  type OrderDesk,
} from "../../orders/index.ts";
import type { OrdersRig } from "../../orders/testing/orders-rig.ts";

function deskOf({ db, api }: OrdersRig): OrderDesk {
  const { facts } = api;
  const documents = createOrderDocuments(db.database, "http://files.souk.localhost:4000");
  const changeLevels = createChangeLevels(facts);
  return {
    database: db.database,
    facts,
    documents,
    changeLevels,
    clock: systemClock,
    random: secureRandomText,
  };
}

/** Changes an order of a practice shop by its rows, as what sends and refunds it does. */
export async function changeRows(
  rig: OrdersRig,
  order_id: number,
  change: (before: Order, at: string) => Promise<Order> | Order,
): Promise<void> {
  const call = {
    actor: { kind: "account", id: "1", scopes: new Set<string>() },
    request_id: "req_practice",
    store: rig.shop.store,
    order_id,
  } as const;
  await rig.db.database.transaction((tx) =>
    changeOrder(deskOf(rig), tx, call, async ({ before, at }) => ({
      after: await change(before, at),
      reason: "practice",
      context: "order/update",
    })),
  );
}

/** Sends all units of an order from where they are. */
export async function sendUnits(rig: OrdersRig, orderId: number): Promise<void> {
  await changeRows(rig, orderId, async (before, at) => {
    const { fulfillment_orders, fulfillment_order_lines } = before;
    const ids = await nextIds(rig.db.database, {
      fulfillments: fulfillment_orders.length,
      fulfillment_lines: fulfillment_order_lines.length,
    });
    const fulfillments = fulfillment_orders.map(({ id, location_id }, n) => ({
      id: ids.fulfillments[n] ?? 0,
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
      created_at: at,
      updated_at: at,
    }));
    const fulfillment_lines = fulfillment_order_lines.map((line, n) => ({
      id: ids.fulfillment_lines[n] ?? 0,
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
