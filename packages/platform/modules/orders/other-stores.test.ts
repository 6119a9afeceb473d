import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { fieldsOf } from "../../routing/testing/refusal-of.ts";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

/** P35: what an order names in its body is looked for in its own store. */

let rig: OrdersRig;
let other: OrdersRig;

before(async () => {
  rig = await ordersRig();
  other = await rig.another();
});
after(() => rig.stop());

const line_items = [{ name: "Something", price: "10.00", quantity: 2 }];

test("P35: a new order finds no variant, customer or location of another store", async () => {
  const location_id = other.shop.primary;
  const placing = rig.place({
    line_items: [{ variant_id: await other.newVariant(3), quantity: 1 }],
    customer_id: await other.newCustomer(),
    location_id,
    sales_attributions: { location: [{ location_id }] },
  });
  assert.deepEqual((await fieldsOf(placing)).toSorted(), [
    "customer_id",
    "line_items.0.variant_id",
    "location_id",
    "sales_attributions.location.0.location_id",
  ]);
  const customer_id = await other.newCustomer({ email: "known@elsewhere.test" });
  const order = await rig.place({ line_items, customer: { email: "known@elsewhere.test" } });
  assert.notEqual(order.customer_id, customer_id);
});

test("P35: an order is given to no customer or location of another store, and refunded to no location of one", async () => {
  const { id, line_items: lines } = await rig.place({ line_items });
  const location_id = other.shop.primary;
  const update = (body: object) => fieldsOf(rig.on(operations.updateOrder, id, body));
  assert.deepEqual(await update({ customer_id: await other.newCustomer() }), ["customer_id"]);
  assert.deepEqual(await update({ sales_attributions: { location: [{ location_id }] } }), [
    "sales_attributions.location.0.location_id",
  ]);
  const variant = await rig.newVariant(3);
  const sold = await rig.place({ line_items: [{ variant_id: variant, quantity: 2 }] });
  const restock = (order_id: number, line_item_id: number) =>
    fieldsOf(
      rig.call(operations.createRefund, {
        params: { order_id },
        body: { restock_items: [{ line_item_id, quantity: 1, location_id }] },
      }),
    );
  assert.deepEqual(await restock(sold.id, sold.line_items[0]?.id ?? 0), ["restock_items.0.location_id"]);
  assert.deepEqual(await restock(sold.id, lines[0]?.id ?? 0), ["restock_items.0.line_item_id"]);
  assert.deepEqual(await rig.stock(variant), { available: 1, committed: 2 });
});
