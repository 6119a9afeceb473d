import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrdersFixture, type OrdersFixture } from "../orders/testing/orders-fixture.ts";
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

test("ORD-8: updating a fulfillment changes only sent fields and publishes fulfillment/update", async () => {
  const { order } = await calls.placeOrderOfUnits(2);
  const fulfillment = await calls.fulfill(order.id, { tracking_company: "Pos Laju", service: "Next day" });
  await fixture.takeEvents();
  const updatedFulfillment = await calls.update(fulfillment, {
    courier: "Lebuh",
    tracking_number: "L1",
    status: "in_transit",
  });
  assert.deepEqual(
    [
      updatedFulfillment.tracking_company,
      updatedFulfillment.tracking_number,
      updatedFulfillment.service,
      updatedFulfillment.status,
    ],
    ["Lebuh", "L1", "Next day", "in_transit"],
  );
  assert.ok(updatedFulfillment.updated_at > fulfillment.updated_at);
  assert.equal(updatedFulfillment.created_at, fulfillment.created_at);
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["fulfillment/update", "order/update"]);
  assert.deepEqual(
    await calls.update(updatedFulfillment, { tracking_company: "Lebuh", status: "in_transit" }),
    updatedFulfillment,
  );
  assert.deepEqual(await calls.update(updatedFulfillment, {}), updatedFulfillment);
  assert.deepEqual(await fixture.takeEvents(), []);
  await assert.rejects(
    calls.update(updatedFulfillment, { courier: "A", tracking_company: "B" }),
    createErrorCheck("invalid", "courier"),
  );
});

test("a fulfillment's status can be changed only by an allowed transition", async () => {
  const { order, line } = await calls.placeOrderOfUnits(2);
  const fulfillment = await calls.fulfill(order.id, {
    line_items: [{ id: line, quantity: 1 }],
    status: "failed",
  });
  assert.equal(fulfillment.status, "failed");
  for (const status of ["pending", "out_for_delivery", "in_transit", "failed", "delivered"])
    assert.equal((await calls.update(fulfillment, { status })).status, status);
  await assert.rejects(
    calls.update(fulfillment, { status: "in_transit" }),
    createErrorCheck("conflict", "status"),
  );
  await assert.rejects(calls.cancel(fulfillment), createErrorCheck("conflict", "status"));
  assert.equal(
    (await calls.update(fulfillment, { status: "delivered", message: "Signed." })).message,
    "Signed.",
  );
  const otherFulfillment = await calls.fulfill(order.id);
  await assert.rejects(
    calls.update(otherFulfillment, { status: "cancelled" }),
    createErrorCheck("conflict", "status"),
  );
  await calls.cancel(otherFulfillment);
  for (const body of [{ status: "pending" }, { message: "New" }, { is_mail: 1 }])
    await assert.rejects(calls.update(otherFulfillment, body), createErrorCheck("conflict", "status"));
  assert.equal((await calls.update(otherFulfillment, { status: "cancelled" })).status, "cancelled");
});
