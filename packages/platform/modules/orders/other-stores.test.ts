import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

/** P35: ids in an order's body are resolved in its own store only. */

let fixture: OrdersFixture;
let other: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
  other = await fixture.createOtherStore();
});
after(() => fixture.stop());

const line_items = [{ name: "Something", price: "10.00", quantity: 2 }];

test("P35: a new order cannot use a variant, customer or location of another store", async () => {
  const location_id = other.seededStore.primary;
  const placing = fixture.place({
    line_items: [{ variant_id: await other.newVariant(3), quantity: 1 }],
    customer_id: await other.newCustomer(),
    location_id,
    sales_attributions: { location: [{ location_id }] },
  });
  assert.deepEqual((await catchInvalidFields(placing)).toSorted(), [
    "customer_id",
    "line_items.0.variant_id",
    "location_id",
    "sales_attributions.location.0.location_id",
  ]);
  const customer_id = await other.newCustomer({ email: "known@elsewhere.test" });
  const order = await fixture.place({ line_items, customer: { email: "known@elsewhere.test" } });
  assert.notEqual(order.customer_id, customer_id);
});

test("P35: an order's customer, location or restock location cannot be another store's", async () => {
  const { id, line_items: lines } = await fixture.place({ line_items });
  const location_id = other.seededStore.primary;
  const update = (body: object) => catchInvalidFields(fixture.callOnOrder(operations.updateOrder, id, body));
  assert.deepEqual(await update({ customer_id: await other.newCustomer() }), ["customer_id"]);
  assert.deepEqual(await update({ sales_attributions: { location: [{ location_id }] } }), [
    "sales_attributions.location.0.location_id",
  ]);
  const variant = await fixture.newVariant(3);
  const sold = await fixture.place({ line_items: [{ variant_id: variant, quantity: 2 }] });
  const restock = (order_id: number, line_item_id: number) =>
    catchInvalidFields(
      fixture.call(operations.createRefund, {
        params: { order_id },
        body: { restock_items: [{ line_item_id, quantity: 1, location_id }] },
      }),
    );
  assert.deepEqual(await restock(sold.id, sold.line_items[0]?.id ?? 0), ["restock_items.0.location_id"]);
  assert.deepEqual(await restock(sold.id, lines[0]?.id ?? 0), ["restock_items.0.line_item_id"]);
  assert.deepEqual(await fixture.stock(variant), { available: 1, committed: 2 });
});
