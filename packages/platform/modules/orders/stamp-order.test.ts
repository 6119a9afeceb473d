import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

test("a fulfillment order's updated_at changes only with its shipped or open units", async () => {
  const variant = await fixture.newVariant(3);
  await fixture.setStock(variant, fixture.seededStore.second, 2);
  const { id, fulfillment_orders, line_items } = await fixture.place({
    line_items: [{ variant_id: variant, quantity: 5 }],
  });
  const params = { order_id: id };
  const [first, second] = fulfillment_orders;
  let times = fulfillment_orders.map(({ updated_at }) => updated_at);
  /** Return which of the two fulfillment orders have a new updated_at. */
  const listChanged = async () => {
    const before = times;
    times = (await fixture.get(id)).fulfillment_orders.map(({ updated_at }) => updated_at);
    return times.map((time, index) => Date.parse(time) > Date.parse(before[index] ?? ""));
  };
  const listLocationBlocks = async () => {
    const text = "select blocks_location_delete from fulfillment_orders where order_id = $1 order by id";
    const rows = await fixture.db.database.many<{ blocks_location_delete: boolean }>(text, [id]);
    return rows.map(({ blocks_location_delete }) => blocks_location_delete);
  };
  const { fulfillment } = await fixture.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params,
    body: { fulfillment_order: { fulfillment_order_id: first?.id } },
  });
  assert.deepEqual(await listChanged(), [true, false]);
  const fulfillmentRequest = { params: { ...params, id: fulfillment.id } };
  await fixture.call(operations.updateFulfillment, { ...fulfillmentRequest, body: { status: "in_transit" } });
  assert.deepEqual(await listChanged(), [false, false]);
  await fixture.call(operations.createRefund, {
    params,
    body: {
      restock_items: [{ line_item_id: line_items[0]?.id, quantity: 1, location_id: second?.location_id }],
    },
  });
  assert.deepEqual(await listChanged(), [false, true]);
  await fixture.call(operations.cancelFulfillment, fulfillmentRequest);
  assert.deepEqual(await listChanged(), [true, false]);
  const again = await fixture.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params,
    body: { fulfillment_order: { fulfillment_order_id: first?.id } },
  });
  assert.deepEqual(await listChanged(), [true, false]);
  // From now on its location may be deleted, which its JSON does not show.
  await fixture.call(operations.updateFulfillment, {
    params: { ...params, id: again.fulfillment.id },
    body: { status: "delivered" },
  });
  assert.deepEqual(await listChanged(), [false, false]);
  assert.deepEqual(await listLocationBlocks(), [false, true]);
});

test("a fulfillment order gets a new updated_at when its order is cancelled", async () => {
  const { id, fulfillment_orders } = await fixture.place({
    line_items: [{ variant_id: await fixture.newVariant(1), quantity: 1 }],
  });
  const [placed] = fulfillment_orders;
  await fixture.callOnOrder(operations.cancelOrder, id);
  const [cancelled] = (await fixture.get(id)).fulfillment_orders;
  assert.ok(Date.parse(cancelled?.updated_at ?? "") > Date.parse(placed?.updated_at ?? ""));
});
