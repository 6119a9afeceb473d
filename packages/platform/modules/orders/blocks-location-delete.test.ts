import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { catchApiError, catchErrorFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { explainOrdersBlockingDelete } from "./blocks-location-delete.ts";
import { createOrdersFixture, type OrderDocument, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

async function createLocation(): Promise<number> {
  const body = { name: "Pop-up" };
  return (await fixture.call<{ location: { id: number } }>(operations.createLocation, { body })).location.id;
}

/** Place an order for this many units of a new variant that is in stock only at this location. */
async function placeOrderAt(location_id: number, quantity = 1): Promise<OrderDocument> {
  const variant = await fixture.createVariant();
  await fixture.setStock(variant, location_id, quantity);
  return fixture.placeOrder({ location_id, line_items: [{ variant_id: variant, quantity }] });
}

async function createFulfillment({ id, line_items }: OrderDocument, quantity = 1): Promise<number> {
  const { fulfillment } = await fixture.call<{ fulfillment: { id: number } }>(operations.createFulfillment, {
    params: { order_id: id },
    body: { line_items: [{ id: line_items[0]?.id, quantity }] },
  });
  return fulfillment.id;
}

const deleteLocation = (id: number) => fixture.call(operations.deleteLocation, { params: { id } });

const updateFulfillment = (order_id: number, id: number, body: object) =>
  fixture.call(operations.updateFulfillment, { params: { order_id, id }, body });

test("a location cannot be deleted while an order has units to ship from it", async () => {
  const location = await createLocation();
  const [firstOrder, secondOrder] = [await placeOrderAt(location, 2), await placeOrderAt(location)];
  const fulfillments = [
    await createFulfillment(firstOrder),
    await createFulfillment(firstOrder),
    await createFulfillment(secondOrder),
  ] as const;
  const { message } = await catchApiError(deleteLocation(location));
  assert.match(message, new RegExp(`#${firstOrder.number}, #${secondOrder.number}\\. Deliver or cancel`));
  await updateFulfillment(firstOrder.id, fulfillments[0], { status: "delivered" });
  await updateFulfillment(firstOrder.id, fulfillments[1], { status: "failed" });
  await fixture.call(operations.cancelFulfillment, {
    params: { order_id: secondOrder.id, id: fulfillments[2] },
  });
  await catchApiError(deleteLocation(location));
  await updateFulfillment(firstOrder.id, fulfillments[1], { status: "delivered" });
  await catchApiError(deleteLocation(location));
  await fixture.callOnOrder(operations.cancelOrder, secondOrder.id, { restock: false });
  await deleteLocation(location);
  assert.equal((await fixture.getOrder(firstOrder.id)).fulfillment_status, "fulfilled");
  await fixture.assertConsistent();
});

test("a location can be deleted once an order's unfulfilled units are refunded", async () => {
  const location = await createLocation();
  // A custom line has no stock, so no level is missing at the deleted location.
  const { id, line_items } = await fixture.placeOrder({
    location_id: location,
    line_items: [{ name: "Engraving", price: "5.00", quantity: 1 }],
  });
  const { refund } = await fixture.call<{ refund: { id: number } }>(operations.createRefund, {
    params: { order_id: id },
    body: {
      restock_items: [
        { line_item_id: line_items[0]?.id, quantity: 1, location_id: fixture.seededStore.primaryLocationId },
      ],
    },
  });
  await deleteLocation(location);
  const cancelRefund = (is_revert_restock: boolean) =>
    fixture.call(operations.cancelRefund, {
      params: { order_id: id, id: refund.id },
      body: { is_revert_restock },
    });
  assert.deepEqual(await catchErrorFields("conflict", cancelRefund(true)), ["is_revert_restock"]);
  await cancelRefund(false);
  await fixture.assertConsistent();
});

test("checking whether a location with many orders can be deleted reads only a few index entries", async () => {
  const location = await createLocation();
  await placeOrderAt(location);
  const { database } = fixture.db;
  const { store } = fixture.seededStore;
  await database.query(
    `insert into fulfillment_orders (store_id, order_id, location_id, blocks_location_delete, created_at, updated_at)
     select $1, o.id, $2, false, now(), now()
     from (select min(id) as id from orders where store_id = $1) o, generate_series(1, 20000)`,
    [store.id, location],
  );
  await database.query("vacuum analyze fulfillment_orders");
  const entriesRead = await database.transaction(async (tx) => {
    await explainOrdersBlockingDelete(tx, store, location);
    const row = await tx.maybeOne<{ n: number }>(
      "select pg_stat_get_xact_tuples_returned('fulfillment_orders_location'::regclass) as n",
    );
    return Number(row?.n);
  });
  // The planner also reads the ends of the index.
  assert.ok(entriesRead < 20, `${entriesRead} entries were read`);
});
