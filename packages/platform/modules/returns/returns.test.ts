import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Errors } from "typebox/value";
import { catchErrorFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import type { OrdersFixture } from "../orders/testing/orders-fixture.ts";
import { changeRows, fulfillUnits } from "./testing/fulfill-units.ts";
import { createReturnsFixture, type ReturnsFixture } from "./testing/returns-fixture.ts";

let fixture: OrdersFixture;
let createReturn: ReturnsFixture["createReturn"];
let callOnReturn: ReturnsFixture["callOnReturn"];
let placeFulfilledOrder: ReturnsFixture["placeFulfilledOrder"];

before(async () => {
  ({ orders: fixture, createReturn, callOnReturn, placeFulfilledOrder } = await createReturnsFixture());
});
after(() => fixture.stop());

const takeTopics = async () => (await fixture.takeEvents()).map(({ topic }) => topic).sort();

test("completing a return restocks its units, and each step of the return publishes an event", async () => {
  const { order, variant, lineId } = await placeFulfilledOrder(3);
  const orderReturn = await createReturn(order.id, {
    return_line_items: [{ line_item_id: lineId, quantity: 2, reason: "Too small." }],
    note: "By post.",
  });
  assert.deepEqual([...Errors(operations.getReturn.response, { order_return: orderReturn })], []);
  assert.deepEqual(
    [orderReturn.status, orderReturn.note, orderReturn.order_id, orderReturn.refund_id],
    ["requested", "By post.", order.id, null],
  );
  const { id: _, ...createdLine } = orderReturn.return_line_items[0] ?? assert.fail();
  assert.deepEqual(createdLine, {
    line_item_id: lineId,
    name: order.line_items[0]?.product_name,
    quantity: 2,
    reason: "Too small.",
    restock: true,
    location_id: fixture.seededStore.primaryLocationId,
  });
  const createEvents = await fixture.takeEvents();
  assert.deepEqual(createEvents.map(({ topic }) => topic).sort(), ["order/update", "order_returns/created"]);
  const createEvent = createEvents.find(({ topic }) => topic === "order_returns/created");
  assert.deepEqual(
    [createEvent?.resource_id, JSON.parse(createEvent?.payload ?? "")],
    [orderReturn.id, { order_return: orderReturn }],
  );
  await callOnReturn(operations.acceptReturn, orderReturn);
  assert.deepEqual(await takeTopics(), ["order/update", "order_returns/accepted"]);
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 0 });
  const completedReturn = await callOnReturn(operations.completeReturn, orderReturn);
  assert.equal(completedReturn.status, "completed");
  assert.deepEqual(await fixture.getStock(variant), { available: 2, committed: 0 });
  const completeEvents = await fixture.takeEvents();
  assert.deepEqual(completeEvents.map(({ topic }) => topic).sort(), [
    "inventory_level/inventory_quantity_update",
    "order/update",
    "order_returns/completed",
    "product/update",
  ]);
  assert.equal(
    completeEvents.find(({ topic }) => topic === "product/update")?.context,
    "order_returns/completed",
  );
  assert.deepEqual(await callOnReturn(operations.getReturn, orderReturn), completedReturn);
  const updatedOrder = await fixture.getOrder(order.id);
  assert.deepEqual(
    [updatedOrder.fulfillment_status, updatedOrder.line_items[0]?.returned_quantity],
    ["partially_returned", 2],
  );
  assert.deepEqual(updatedOrder.returns, [completedReturn]);
  await createReturn(order.id, { return_line_items: [{ line_item_id: lineId, quantity: 1 }] });
  await fixture.assertConsistent();
});

test("returned units of a line without restock do not change stock", async () => {
  const { order, variant, lineId } = await placeFulfilledOrder(1);
  const orderReturn = await createReturn(order.id, {
    return_line_items: [{ line_item_id: lineId, quantity: 1, restock: false }],
  });
  await callOnReturn(operations.acceptReturn, orderReturn);
  await callOnReturn(operations.completeReturn, orderReturn);
  assert.deepEqual(await fixture.getStock(variant), { available: 0, committed: 0 });
  assert.equal((await fixture.getOrder(order.id)).fulfillment_status, "returned");
  await fixture.assertConsistent();
});

test("only fulfilled units that are neither returned nor in an open return can be returned", async () => {
  const variant = await fixture.createVariant(2);
  const unfulfilledOrder = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 2 }] });
  const unfulfilledLine = unfulfilledOrder.line_items[0]?.id ?? 0;
  const buildBody = (line_item_id: number, quantity: number) => ({
    return_line_items: [{ line_item_id, quantity }],
  });
  const quantityPath = ["return_line_items.0.quantity"];
  assert.deepEqual(
    await catchErrorFields("invalid", createReturn(unfulfilledOrder.id, buildBody(unfulfilledLine, 1))),
    quantityPath,
  );
  const { order, lineId } = await placeFulfilledOrder(3);
  assert.deepEqual(
    await catchErrorFields("invalid", createReturn(order.id, buildBody(lineId, 4))),
    quantityPath,
  );
  const firstReturn = await createReturn(order.id, buildBody(lineId, 2));
  assert.deepEqual(
    await catchErrorFields("invalid", createReturn(order.id, buildBody(lineId, 2))),
    quantityPath,
  );
  await callOnReturn(operations.cancelReturn, firstReturn);
  await createReturn(order.id, buildBody(lineId, 3));
  assert.deepEqual(await catchErrorFields("invalid", createReturn(order.id, buildBody(unfulfilledLine, 1))), [
    "return_line_items.0.line_item_id",
  ]);
  const duplicateLines = [
    ...buildBody(lineId, 1).return_line_items,
    ...buildBody(lineId, 1).return_line_items,
  ];
  assert.ok(
    (
      await catchErrorFields("invalid", createReturn(order.id, { return_line_items: duplicateLines }))
    ).includes("return_line_items.1.line_item_id"),
  );
  assert.deepEqual(await catchErrorFields("not_found", createReturn(999_999, buildBody(lineId, 1))), []);
  await fixture.callOnOrder(operations.cancelOrder, unfulfilledOrder.id);
  assert.deepEqual(
    await catchErrorFields("conflict", createReturn(unfulfilledOrder.id, buildBody(unfulfilledLine, 1))),
    ["status"],
  );
});

test("units that a refund restocked after their return was accepted cannot be returned", async () => {
  const { order, lineId } = await placeFulfilledOrder(1);
  const orderReturn = await createReturn(order.id, {
    return_line_items: [{ line_item_id: lineId, quantity: 1 }],
  });
  await callOnReturn(operations.acceptReturn, orderReturn);
  const refundId = 501;
  await changeRows(fixture, order.id, (before, time) => ({
    ...before,
    refunds: [
      {
        id: refundId,
        status: "created",
        amount: "0.00",
        note: "",
        reference_number: "",
        transaction_id: null,
        created_at: time,
        updated_at: time,
      },
    ],
    refund_lines: [
      {
        id: 501,
        refund_id: refundId,
        line_item_id: lineId,
        fulfillment_order_line_id: null,
        location_id: fixture.seededStore.primaryLocationId,
        quantity: 1,
        is_reverted: false,
      },
    ],
  }));
  assert.deepEqual(await catchErrorFields("conflict", callOnReturn(operations.completeReturn, orderReturn)), [
    "return_line_items.0.quantity",
  ]);
  const updatedReturn = await callOnReturn(operations.updateReturn, orderReturn, { refund_id: refundId });
  assert.equal(updatedReturn.refund_id, refundId);
  assert.deepEqual(
    await catchErrorFields(
      "invalid",
      callOnReturn(operations.updateReturn, orderReturn, { refund_id: 999_999 }),
    ),
    ["refund_id"],
  );
  await fixture.assertConsistent();
});

test("the status of a return can be changed only by an allowed transition", async () => {
  const { order, lineId } = await placeFulfilledOrder(2);
  const body = { return_line_items: [{ line_item_id: lineId, quantity: 1 }] };
  const orderReturn = await createReturn(order.id, body);
  assert.deepEqual(await catchErrorFields("conflict", callOnReturn(operations.completeReturn, orderReturn)), [
    "status",
  ]);
  const acceptedReturn = await callOnReturn(operations.acceptReturn, orderReturn);
  await fixture.takeEvents();
  assert.deepEqual(await callOnReturn(operations.acceptReturn, orderReturn), acceptedReturn);
  assert.deepEqual(await fixture.takeEvents(), []);
  const completedReturn = await callOnReturn(operations.completeReturn, orderReturn);
  await fixture.takeEvents();
  assert.deepEqual(await callOnReturn(operations.completeReturn, orderReturn), completedReturn);
  assert.deepEqual(await fixture.takeEvents(), []);
  for (const step of [operations.acceptReturn, operations.cancelReturn])
    assert.deepEqual(await catchErrorFields("conflict", callOnReturn(step, orderReturn)), ["status"]);
  const canceledReturn = await createReturn(order.id, body);
  await callOnReturn(operations.cancelReturn, canceledReturn);
  for (const step of [operations.acceptReturn, operations.completeReturn])
    assert.deepEqual(await catchErrorFields("conflict", callOnReturn(step, canceledReturn)), ["status"]);
  assert.deepEqual(
    await catchErrorFields(
      "conflict",
      callOnReturn(operations.updateReturn, canceledReturn, { note: "Later" }),
    ),
    ["status"],
  );
  await fixture.assertConsistent();
});

test("the quantities of a return's lines can be changed only while its status is `requested`", async () => {
  const variants = [await fixture.createVariant(2), await fixture.createVariant(2)];
  const { id } = await fixture.placeOrder({
    line_items: variants.map((variant_id) => ({ variant_id, quantity: 2 })),
  });
  await fulfillUnits(fixture, id);
  const [firstLine, secondLine] = (await fixture.getOrder(id)).line_items.map((line) => line.id);
  const orderReturn = await createReturn(id, {
    return_line_items: [{ line_item_id: firstLine, quantity: 1, reason: "Torn" }],
  });
  await fixture.takeEvents();
  const updatedReturn = await callOnReturn(operations.updateReturn, orderReturn, {
    return_line_items: [
      { line_item_id: firstLine, quantity: 2 },
      { line_item_id: secondLine, quantity: 1, restock: false },
    ],
  });
  assert.deepEqual(
    updatedReturn.return_line_items.map(({ line_item_id, quantity, reason, restock }) => ({
      line_item_id,
      quantity,
      reason,
      restock,
    })),
    [
      { line_item_id: firstLine, quantity: 2, reason: "Torn", restock: true },
      { line_item_id: secondLine, quantity: 1, reason: "", restock: false },
    ],
  );
  assert.ok(updatedReturn.updated_at > orderReturn.updated_at);
  assert.deepEqual(await takeTopics(), ["order/update", "order_returns/updated"]);
  assert.deepEqual(
    await callOnReturn(operations.updateReturn, orderReturn, {
      return_line_items: [{ line_item_id: firstLine, quantity: 2 }],
    }),
    updatedReturn,
  );
  assert.deepEqual(await fixture.takeEvents(), []);
  assert.deepEqual(
    await catchErrorFields(
      "invalid",
      callOnReturn(operations.updateReturn, orderReturn, {
        return_line_items: [{ line_item_id: firstLine, quantity: 3 }],
      }),
    ),
    ["return_line_items.0.quantity"],
  );
  await callOnReturn(operations.acceptReturn, orderReturn);
  const otherQuantity = { return_line_items: [{ line_item_id: firstLine, quantity: 1 }] };
  assert.deepEqual(
    await catchErrorFields("conflict", callOnReturn(operations.updateReturn, orderReturn, otherQuantity)),
    ["status"],
  );
  const returnWithNote = await callOnReturn(operations.updateReturn, orderReturn, {
    note: "Arrives on Monday.",
  });
  assert.deepEqual(
    [returnWithNote.note, returnWithNote.return_line_items],
    ["Arrives on Monday.", updatedReturn.return_line_items],
  );
  await fixture.assertConsistent();
});
