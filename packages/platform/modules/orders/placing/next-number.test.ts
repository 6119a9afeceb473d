import assert from "node:assert/strict";
import { test } from "node:test";
import { createOrdersFixture } from "../testing/orders-fixture.ts";

const line = { name: "Gift wrapping", price: "2.00", quantity: 1 };

test("simultaneous orders get consecutive, unique numbers", async (t) => {
  const fixture = await createOrdersFixture({ maxConnections: 3 });
  t.after(fixture.stop);
  const placedOrders = await Promise.all(
    Array.from({ length: 20 }, () => fixture.placeOrder({ line_items: [line] })),
  );
  const numbers = placedOrders.map(({ number }) => number).sort((first, other) => first - other);
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, index) => 1001 + index),
  );
});

test("six simultaneous orders with customer emails can be placed over two database connections", async (t) => {
  const fixture = await createOrdersFixture({ maxConnections: 2 });
  t.after(fixture.stop);
  const emails = Array.from({ length: 6 }, (_, index) => `buyer-${index}@example.com`);
  const placedOrders = await Promise.all(
    emails.map((email) => fixture.placeOrder({ line_items: [line], customer: { email } })),
  );
  assert.equal(new Set(placedOrders.map(({ number }) => number)).size, 6);
});
