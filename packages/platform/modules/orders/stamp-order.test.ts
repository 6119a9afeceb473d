import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

test("a fulfillment order's updated_at changes only when its fulfilled or open units change", async () => {
  const variant = await fixture.createVariant(3);
  await fixture.setStock(variant, fixture.seededStore.secondLocationId, 2);
  const { id, fulfillment_orders, line_items } = await fixture.placeOrder({
    line_items: [{ variant_id: variant, quantity: 5 }],
  });
  const params = { order_id: id };
  const [firstFulfillmentOrder, secondFulfillmentOrder] = fulfillment_orders;
  let updatedTimes = fulfillment_orders.map(({ updated_at }) => updated_at);
  /** Load the two fulfillment orders' updated_at, and return for each whether it is newer than at the previous call. */
  const compareUpdatedTimes = async () => {
    const timesBefore = updatedTimes;
    updatedTimes = (await fixture.getOrder(id)).fulfillment_orders.map(({ updated_at }) => updated_at);
    return updatedTimes.map((time, index) => Date.parse(time) > Date.parse(timesBefore[index] ?? ""));
  };
  const listLocationBlocks = async () => {
    const text = "select blocks_location_delete from fulfillment_orders where order_id = $1 order by id";
    const rows = await fixture.db.database.many<{ blocks_location_delete: boolean }>(text, [id]);
    return rows.map(({ blocks_location_delete }) => blocks_location_delete);
  };
  const { fulfillment } = await fixture.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params,
    body: { fulfillment_order: { fulfillment_order_id: firstFulfillmentOrder?.id } },
  });
  assert.deepEqual(await compareUpdatedTimes(), [true, false]);
  const fulfillmentRequest = { params: { ...params, id: fulfillment.id } };
  await fixture.call(operations.updateFulfillment, { ...fulfillmentRequest, body: { status: "in_transit" } });
  assert.deepEqual(await compareUpdatedTimes(), [false, false]);
  await fixture.call(operations.createRefund, {
    params,
    body: {
      restock_items: [
        { line_item_id: line_items[0]?.id, quantity: 1, location_id: secondFulfillmentOrder?.location_id },
      ],
    },
  });
  assert.deepEqual(await compareUpdatedTimes(), [false, true]);
  await fixture.call(operations.cancelFulfillment, fulfillmentRequest);
  assert.deepEqual(await compareUpdatedTimes(), [true, false]);
  const secondResponse = await fixture.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params,
    body: { fulfillment_order: { fulfillment_order_id: firstFulfillmentOrder?.id } },
  });
  assert.deepEqual(await compareUpdatedTimes(), [true, false]);
  // After the delivery, the location of the first fulfillment order can be deleted. The order's JSON does not show that.
  await fixture.call(operations.updateFulfillment, {
    params: { ...params, id: secondResponse.fulfillment.id },
    body: { status: "delivered" },
  });
  assert.deepEqual(await compareUpdatedTimes(), [false, false]);
  assert.deepEqual(await listLocationBlocks(), [false, true]);
});

test("a fulfillment order gets a new updated_at when its order is canceled", async () => {
  const { id, fulfillment_orders } = await fixture.placeOrder({
    line_items: [{ variant_id: await fixture.createVariant(1), quantity: 1 }],
  });
  const [fulfillmentOrder] = fulfillment_orders;
  await fixture.callOnOrder(operations.cancelOrder, id);
  const [canceledFulfillmentOrder] = (await fixture.getOrder(id)).fulfillment_orders;
  assert.ok(
    Date.parse(canceledFulfillmentOrder?.updated_at ?? "") > Date.parse(fulfillmentOrder?.updated_at ?? ""),
  );
});
