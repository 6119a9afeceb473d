import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

// P35: ids in the body of a request about an order are looked up only in the order's store.

let fixture: OrdersFixture;
let otherFixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
  otherFixture = await fixture.createOtherStore();
});
after(() => fixture.stop());

const line_items = [{ name: "Something", price: "10.00", quantity: 2 }];

test("P35: a new order cannot use a variant, customer or location of another store", async () => {
  const location_id = otherFixture.seededStore.primaryLocationId;
  const pendingOrder = fixture.placeOrder({
    line_items: [{ variant_id: await otherFixture.createVariant(3), quantity: 1 }],
    customer_id: await otherFixture.createCustomer(),
    location_id,
    sales_attributions: { location: [{ location_id }] },
  });
  assert.deepEqual((await catchInvalidFields(pendingOrder)).toSorted(), [
    "customer_id",
    "line_items.0.variant_id",
    "location_id",
    "sales_attributions.location.0.location_id",
  ]);
  const customer_id = await otherFixture.createCustomer({ email: "known@elsewhere.test" });
  const order = await fixture.placeOrder({ line_items, customer: { email: "known@elsewhere.test" } });
  assert.notEqual(order.customer_id, customer_id);
});

test("P35: an order's customer, location and restock location must be in its store", async () => {
  const { id, line_items: lines } = await fixture.placeOrder({ line_items });
  const location_id = otherFixture.seededStore.primaryLocationId;
  const update = (body: object) => catchInvalidFields(fixture.callOnOrder(operations.updateOrder, id, body));
  assert.deepEqual(await update({ customer_id: await otherFixture.createCustomer() }), ["customer_id"]);
  assert.deepEqual(await update({ sales_attributions: { location: [{ location_id }] } }), [
    "sales_attributions.location.0.location_id",
  ]);
  const variant = await fixture.createVariant(3);
  const soldOrder = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 2 }] });
  const restock = (order_id: number, line_item_id: number) =>
    catchInvalidFields(
      fixture.call(operations.createRefund, {
        params: { order_id },
        body: { restock_items: [{ line_item_id, quantity: 1, location_id }] },
      }),
    );
  assert.deepEqual(await restock(soldOrder.id, soldOrder.line_items[0]?.id ?? 0), [
    "restock_items.0.location_id",
  ]);
  // `lines` belong to the first order, so a refund of the second order cannot restock them either.
  assert.deepEqual(await restock(soldOrder.id, lines[0]?.id ?? 0), ["restock_items.0.line_item_id"]);
  assert.deepEqual(await fixture.getStock(variant), { available: 1, committed: 2 });
});
