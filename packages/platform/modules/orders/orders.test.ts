import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Errors } from "typebox/value";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

test("ORD-4: an order takes its units from stock, commits them, and is told once with its document", async () => {
  const variant = await rig.newVariant(5);
  await rig.told();
  const order = await rig.place(
    { email: "mei@kedai.test", line_items: [{ variant_id: variant, quantity: 2 }] },
    "channel",
  );
  assert.deepEqual([...Errors(operations.getOrder.answer, { order })], []);
  assert.equal(order.total_price, "20.00");
  assert.deepEqual(
    [order.status, order.financial_status, order.fulfillment_status],
    ["open", "unpaid", "unfulfilled"],
  );
  assert.deepEqual(await rig.stock(variant), { available: 3, committed: 2 });
  assert.deepEqual(await rig.get(order.id), order);
  const told = await rig.told();
  assert.deepEqual(told.map(({ topic }) => topic).sort(), [
    "inventory_level/inventory_quantity_update",
    "order/create",
    "product/update",
  ]);
  const placed = told.find(({ topic }) => topic === "order/create");
  assert.deepEqual(JSON.parse(placed?.payload ?? ""), { order });
  const stock = told.find(({ topic }) => topic === "product/update");
  assert.deepEqual([stock?.context, stock?.trigger_by_app], ["order/create", "channel"]);
  await rig.assertSound();
});

test("ORD-5: a cancelled order puts its stock right, and is cancelled once", async () => {
  const variant = await rig.newVariant(5);
  const order = await rig.place({ line_items: [{ variant_id: variant, quantity: 5 }] });
  await rig.told();
  const cancelled = await rig.on(operations.cancelOrder, order.id, { reason: "twice" });
  assert.deepEqual([cancelled.status, cancelled.cancel_reason], ["cancelled", "twice"]);
  assert.deepEqual(await rig.stock(variant), { available: 5, committed: 0 });
  assert.deepEqual((await rig.told()).map(({ topic }) => topic).sort(), [
    "inventory_level/inventory_quantity_update",
    "order/cancel",
    "order/update",
    "product/update",
  ]);
  assert.deepEqual(await rig.on(operations.cancelOrder, order.id), cancelled);
  assert.deepEqual(await rig.told(), []);
  await rig.assertSound();
});

test("INV-3: a closed order commits what is unsent; cancelling it is what frees the units", async () => {
  const variant = await rig.newVariant(5);
  const { id } = await rig.place({ line_items: [{ variant_id: variant, quantity: 2 }] });
  assert.equal((await rig.on(operations.closeOrder, id)).status, "closed");
  assert.deepEqual(await rig.stock(variant), { available: 3, committed: 2 });
  await rig.assertSound();
  await rig.on(operations.cancelOrder, id);
  assert.deepEqual(await rig.stock(variant), { available: 5, committed: 0 });
  await rig.assertSound();
});
