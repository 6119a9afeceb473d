import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import {
  createOrdersFixture,
  type OrderDocument,
  type OrdersFixture,
} from "../orders/testing/orders-fixture.ts";
import {
  createErrorCheck,
  createFulfillmentCalls,
  type FulfillmentCalls,
} from "./testing/fulfillment-calls.ts";

let fixture: OrdersFixture;
let calls: FulfillmentCalls;

before(async () => {
  fixture = await createOrdersFixture({ maxConnections: 10 });
  calls = createFulfillmentCalls(fixture);
});
after(() => fixture.stop());

/** Place an order of 5 units that no single location has: the primary location has 3, the second location has 2. */
async function placeSplitOrder(): Promise<{ order: OrderDocument; line: number }> {
  const variant = await fixture.createVariant(3);
  await fixture.setStock(variant, fixture.seededStore.secondLocationId, 2);
  const order = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 5 }] });
  assert.equal(order.fulfillment_orders.length, 2);
  return { order, line: order.line_items[0]?.id ?? 0 };
}

test("ORD-6: a fulfillment without lines ships all unfulfilled units, and they are no longer committed", async () => {
  const { order, variant, line } = await calls.placeOrderOfUnits(5);
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 5 });
  const fulfillment = await calls.fulfill(order.id, { tracking_number: " EN1 " }, "courier");
  const { status, tracking_number, app_handle } = fulfillment;
  assert.deepEqual([status, tracking_number, app_handle], ["pending", "EN1", "courier"]);
  assert.deepEqual(fulfillment.line_items, [
    { id: line, quantity: 5, name: order.line_items[0]?.product_name },
  ]);
  assert.equal(fulfillment.fulfillment_order_id, order.fulfillment_orders[0]?.id);
  assert.equal(fulfillment.location_id, fixture.seededStore.primaryLocationId);
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 0 });
  const updatedOrder = await fixture.getOrder(order.id);
  assert.deepEqual(
    [updatedOrder.fulfillment_status, updatedOrder.fulfillments],
    ["fulfilled", [fulfillment]],
  );
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["fulfillment/create", "order/update"]);
  const event = events.find(({ topic }) => topic === "fulfillment/create");
  assert.deepEqual(JSON.parse(event?.payload ?? ""), { fulfillment: fulfillment });
  assert.equal(event?.resource_id, fulfillment.id);
  await fixture.assertConsistent();
});

test("INV-3: fulfilled units stop being committed, and canceling the fulfillment commits them again", async () => {
  const { order, variant, line } = await calls.placeOrderOfUnits(5);
  const firstFulfillment = await calls.fulfill(order.id, { line_items: [{ id: line, quantity: 2 }] });
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 3 });
  assert.equal((await fixture.getOrder(order.id)).fulfillment_status, "partially_fulfilled");
  const secondFulfillment = await calls.fulfill(order.id);
  assert.deepEqual(
    secondFulfillment.line_items.map(({ quantity }) => quantity),
    [3],
  );
  await fixture.takeEvents();
  const canceledFulfillment = await calls.cancel(firstFulfillment);
  assert.equal(canceledFulfillment.status, "cancelled");
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 2 });
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["fulfillment/cancel", "order/update"]);
  assert.deepEqual(await calls.cancel(firstFulfillment), canceledFulfillment);
  assert.deepEqual(await fixture.takeEvents(), []);
  assert.equal((await fixture.getOrder(order.id)).line_items[0]?.unfulfilled_quantity, 2);
  await calls.fulfill(order.id, { line_items: [{ id: line, quantity: 2 }] });
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 0 });
  await fixture.assertConsistent();
});

test("units ship from the requested fulfillment order, or from the requested location before other locations", async () => {
  const { order, line } = await placeSplitOrder();
  const [firstFulfillmentOrder, secondFulfillmentOrder] = order.fulfillment_orders;
  assert.ok(firstFulfillmentOrder && secondFulfillmentOrder);
  const item = secondFulfillmentOrder.line_items[0];
  const fulfillmentFromSecond = await calls.fulfill(order.id, {
    fulfillment_order: {
      fulfillment_order_id: secondFulfillmentOrder.id,
      line_items: [
        { id: line, quantity: 1, name: "x", fulfillment_order_item_id: item?.fulfillment_order_item_id },
      ],
    },
  });
  assert.deepEqual(
    [fulfillmentFromSecond.fulfillment_order_id, fulfillmentFromSecond.location_id],
    [secondFulfillmentOrder.id, secondFulfillmentOrder.location_id],
  );
  const fulfillmentFromBoth = await calls.fulfill(order.id, {
    location_id: secondFulfillmentOrder.location_id,
    line_items: [{ id: line, quantity: 2 }],
  });
  assert.deepEqual(
    [fulfillmentFromBoth.fulfillment_order_id, fulfillmentFromBoth.location_id],
    [null, secondFulfillmentOrder.location_id],
  );
  assert.deepEqual(
    fulfillmentFromBoth.line_items.map(({ quantity }) => quantity),
    [2],
  );
  const lastFulfillment = await calls.fulfill(order.id, {
    fulfillment_order: { fulfillment_order_id: firstFulfillmentOrder.id },
  });
  assert.deepEqual(
    [lastFulfillment.fulfillment_order_id, lastFulfillment.line_items[0]?.quantity],
    [firstFulfillmentOrder.id, 2],
  );
  assert.deepEqual(
    (await fixture.getOrder(order.id)).fulfillment_orders.map(({ status }) => status),
    ["closed", "closed"],
  );
  await fixture.assertConsistent();
});

test("a fulfillment of units that cannot ship is rejected and leaves the order unchanged", async () => {
  const { order, line } = await placeSplitOrder();
  const [firstFulfillmentOrder, secondFulfillmentOrder] = order.fulfillment_orders;
  assert.ok(firstFulfillmentOrder && secondFulfillmentOrder);
  const firstItemId = firstFulfillmentOrder.line_items[0]?.fulfillment_order_item_id;
  const buildFulfillmentOrderRequest = (id: number, fields: object) => ({
    fulfillment_order: { fulfillment_order_id: id, ...fields },
  });
  const buildOneUnitFromSecond = (fields: object) =>
    buildFulfillmentOrderRequest(secondFulfillmentOrder.id, { line_items: [{ quantity: 1, ...fields }] });
  const invalidRequests: [object, string][] = [
    [{ line_items: [{ id: line, quantity: 6 }] }, "line_items.0.quantity"],
    [
      {
        line_items: [
          { id: line, quantity: 4 },
          { id: line, quantity: 2 },
        ],
      },
      "line_items.1.quantity",
    ],
    [{ line_items: [{ id: line + 999, quantity: 1 }] }, "line_items.0.id"],
    [{ location_id: 99_999 }, "location_id"],
    [
      {
        location_id: firstFulfillmentOrder.location_id,
        ...buildFulfillmentOrderRequest(secondFulfillmentOrder.id, {}),
      },
      "location_id",
    ],
    [
      buildFulfillmentOrderRequest(secondFulfillmentOrder.id + 999, {}),
      "fulfillment_order.fulfillment_order_id",
    ],
    [buildOneUnitFromSecond({ id: line, quantity: 3 }), "fulfillment_order.line_items.0.quantity"],
    [buildOneUnitFromSecond({}), "fulfillment_order.line_items.0.id"],
    [
      buildOneUnitFromSecond({ fulfillment_order_item_id: firstItemId }),
      "fulfillment_order.line_items.0.fulfillment_order_item_id",
    ],
    [{ line_items: [{ id: line, quantity: 2 }], ...buildOneUnitFromSecond({ id: line }) }, "line_items"],
  ];
  await fixture.takeEvents();
  for (const [body, path] of invalidRequests)
    await assert.rejects(calls.fulfill(order.id, body), createErrorCheck("invalid", path), path);
  assert.deepEqual(await fixture.getOrder(order.id), order);
  assert.deepEqual(await fixture.takeEvents(), []);
  await assert.rejects(calls.fulfill(order.id + 999), createErrorCheck("not_found"));
});

test("a fulfilled order can neither be fulfilled again nor be canceled", async () => {
  const { order, line } = await calls.placeOrderOfUnits(1);
  await calls.fulfill(order.id);
  await assert.rejects(calls.fulfill(order.id), createErrorCheck("conflict", "fulfillment_status"));
  await assert.rejects(
    calls.fulfill(order.id, { line_items: [{ id: line, quantity: 1 }] }),
    createErrorCheck("conflict", "fulfillment_status"),
  );
  await assert.rejects(
    fixture.callOnOrder(operations.cancelOrder, order.id),
    createErrorCheck("conflict", "fulfillments"),
  );
  await fixture.assertConsistent();
});

test("a canceled order cannot be fulfilled", async () => {
  const { order } = await calls.placeOrderOfUnits(1);
  const fulfillment = await calls.fulfill(order.id);
  await calls.cancel(fulfillment);
  await fixture.callOnOrder(operations.cancelOrder, order.id);
  await assert.rejects(calls.fulfill(order.id), createErrorCheck("conflict", "status"));
  await fixture.assertConsistent();
});

test("a fulfillment with returned units cannot be canceled", async () => {
  const [variant, otherVariant] = [await fixture.createVariant(3), await fixture.createVariant(1)];
  const buildLine = (variant_id: number, quantity: number) => ({ variant_id, quantity });
  const { id, line_items } = await fixture.placeOrder({
    line_items: [buildLine(variant, 3), buildLine(otherVariant, 1)],
  });
  const [line = 0, otherLine = 0] = line_items.map((item) => item.id);
  const buildUnitsOfLine = (quantity: number) => ({ line_items: [{ id: line, quantity }] });
  const [firstFulfillment, secondFulfillment, thirdFulfillment] = [
    await calls.fulfill(id, buildUnitsOfLine(2)),
    await calls.fulfill(id, buildUnitsOfLine(1)),
    await calls.fulfill(id, { line_items: [{ id: otherLine, quantity: 1 }] }),
  ];
  const buildRequest = (body: object) => ({ params: { order_id: id }, body });
  const returnBody = { return_line_items: [{ line_item_id: line, quantity: 2 }] };
  await fixture.call(operations.createReturn, buildRequest(returnBody));
  await assert.rejects(calls.cancel(firstFulfillment), createErrorCheck("conflict", "line_items"));
  const refundBody = { restock_items: [{ line_item_id: line, quantity: 2 }] };
  await fixture.call(operations.createRefund, buildRequest(refundBody));
  assert.equal((await calls.cancel(thirdFulfillment)).status, "cancelled");
  await assert.rejects(calls.cancel(secondFulfillment), createErrorCheck("conflict", "line_items"));
  await fixture.assertConsistent();
});

test("if eight clients fulfill the same units simultaneously, exactly one succeeds", async () => {
  const { order, variant, line } = await calls.placeOrderOfUnits(5);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => calls.fulfill(order.id, { line_items: [{ id: line, quantity: 4 }] })),
  );
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  for (const result of results)
    if (result.status === "rejected") createErrorCheck("invalid", "line_items.0.quantity")(result.reason);
  const lastResults = await Promise.allSettled(Array.from({ length: 8 }, () => calls.fulfill(order.id)));
  assert.equal(lastResults.filter(({ status }) => status === "fulfilled").length, 1);
  for (const result of lastResults)
    if (result.status === "rejected") createErrorCheck("conflict", "fulfillment_status")(result.reason);
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 0 });
  assert.equal((await fixture.getOrder(order.id)).line_items[0]?.fulfilled_quantity, 5);
  await fixture.assertConsistent();
});
