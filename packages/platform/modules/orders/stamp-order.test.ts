import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

test("a fulfillment order says when what is sent and still to be sent of it changed, and when nothing did", async () => {
  const variant = await rig.newVariant(3);
  await rig.setStock(variant, rig.shop.second, 2);
  const { id, fulfillment_orders, line_items } = await rig.place({
    line_items: [{ variant_id: variant, quantity: 5 }],
  });
  const params = { order_id: id };
  const [near, far] = fulfillment_orders;
  let times = fulfillment_orders.map(({ updated_at }) => updated_at);
  /** Which of both say that they changed. */
  const moved = async () => {
    const before = times;
    times = (await rig.get(id)).fulfillment_orders.map(({ updated_at }) => updated_at);
    return times.map((time, at) => Date.parse(time) > Date.parse(before[at] ?? ""));
  };
  const keepsLocation = async () => {
    const text = "select keeps_location from fulfillment_orders where order_id = $1 order by id";
    const { rows } = await rig.db.database.query<{ keeps_location: boolean }>(text, [id]);
    return rows.map(({ keeps_location }) => keeps_location);
  };
  const { fulfillment } = await rig.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params,
    body: { fulfillment_order: { fulfillment_order_id: near?.id } },
  });
  assert.deepEqual(await moved(), [true, false]);
  const parcel = { params: { ...params, id: fulfillment.id } };
  await rig.call(operations.updateFulfillment, { ...parcel, body: { status: "in_transit" } });
  assert.deepEqual(await moved(), [false, false]);
  await rig.call(operations.createRefund, {
    params,
    body: {
      restock_items: [{ line_item_id: line_items[0]?.id, quantity: 1, location_id: far?.location_id }],
    },
  });
  assert.deepEqual(await moved(), [false, true]);
  await rig.call(operations.cancelFulfillment, parcel);
  assert.deepEqual(await moved(), [true, false]);
  const again = await rig.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params,
    body: { fulfillment_order: { fulfillment_order_id: near?.id } },
  });
  assert.deepEqual(await moved(), [true, false]);
  // Its location may be deleted from then on, which it does not show.
  await rig.call(operations.updateFulfillment, {
    params: { ...params, id: again.fulfillment.id },
    body: { status: "delivered" },
  });
  assert.deepEqual(await moved(), [false, false]);
  assert.deepEqual(await keepsLocation(), [false, true]);
});

test("a fulfillment order says that it changed when its order is cancelled", async () => {
  const { id, fulfillment_orders } = await rig.place({
    line_items: [{ variant_id: await rig.newVariant(1), quantity: 1 }],
  });
  const [placed] = fulfillment_orders;
  await rig.on(operations.cancelOrder, id);
  const [cancelled] = (await rig.get(id)).fulfillment_orders;
  assert.ok(Date.parse(cancelled?.updated_at ?? "") > Date.parse(placed?.updated_at ?? ""));
});
