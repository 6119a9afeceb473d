import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Errors } from "typebox/value";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

test("ORD-4: an order commits units and publishes order/create with the order's JSON", async () => {
  const variant = await fixture.createVariant(5);
  await fixture.takeEvents();
  const order = await fixture.placeOrder(
    { email: "mei@kedai.test", line_items: [{ variant_id: variant, quantity: 2 }] },
    "channel",
  );
  assert.deepEqual([...Errors(operations.getOrder.response, { order })], []);
  assert.equal(order.total_price, "20.00");
  assert.deepEqual(
    [order.status, order.financial_status, order.fulfillment_status],
    ["open", "unpaid", "unfulfilled"],
  );
  assert.deepEqual(await fixture.getStock(variant), { available: 3, committed: 2 });
  assert.deepEqual(await fixture.getOrder(order.id), order);
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), [
    "inventory_level/inventory_quantity_update",
    "order/create",
    "product/update",
  ]);
  const orderEvent = events.find(({ topic }) => topic === "order/create");
  assert.deepEqual(JSON.parse(orderEvent?.payload ?? ""), { order });
  const productEvent = events.find(({ topic }) => topic === "product/update");
  assert.deepEqual([productEvent?.context, productEvent?.trigger_by_app], ["order/create", "channel"]);
  await fixture.assertConsistent();
});

test("ORD-5: canceling an order restores its stock only once", async () => {
  const variant = await fixture.createVariant(5);
  const order = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 5 }] });
  await fixture.takeEvents();
  const canceledOrder = await fixture.callOnOrder(operations.cancelOrder, order.id, { reason: "twice" });
  assert.deepEqual([canceledOrder.status, canceledOrder.cancel_reason], ["cancelled", "twice"]);
  assert.deepEqual(await fixture.getStock(variant), { available: 5, committed: 0 });
  assert.deepEqual((await fixture.takeEvents()).map(({ topic }) => topic).sort(), [
    "inventory_level/inventory_quantity_update",
    "order/cancel",
    "order/update",
    "product/update",
  ]);
  assert.deepEqual(await fixture.callOnOrder(operations.cancelOrder, order.id), canceledOrder);
  assert.deepEqual(await fixture.takeEvents(), []);
  await fixture.assertConsistent();
});

test("INV-3: a closed order's unfulfilled units stay committed until the order is canceled", async () => {
  const variant = await fixture.createVariant(5);
  const { id } = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 2 }] });
  assert.equal((await fixture.callOnOrder(operations.closeOrder, id)).status, "closed");
  assert.deepEqual(await fixture.getStock(variant), { available: 3, committed: 2 });
  await fixture.assertConsistent();
  await fixture.callOnOrder(operations.cancelOrder, id);
  assert.deepEqual(await fixture.getStock(variant), { available: 5, committed: 0 });
  await fixture.assertConsistent();
});
