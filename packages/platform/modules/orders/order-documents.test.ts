import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { waitForLockWaits } from "@souk/testkit";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

test("a slow read of an order does not overwrite the snapshot of a newer version", async () => {
  const { id } = await fixture.placeOrder({
    email: "gone@kedai.test",
    line_items: [{ name: "Something", price: "10.00", quantity: 1 }],
  });
  const { database } = fixture.db;
  // A stamp begins with the version of the order.
  await database.query("update order_documents set stamp = '0|stale' where order_id = $1", [id]);
  const { pendingOrder } = await database.transaction(async (tx) => {
    await tx.query("update orders set version = version + 1, email = '' where id = $1", [id]);
    await tx.query("update order_documents set stamp = '2|later', body = '{}' where order_id = $1", [id]);
    const pendingOrder = fixture.getOrder(id);
    await waitForLockWaits(database);
    return { pendingOrder };
  });
  // The response shows the order as it was when it was read.
  assert.equal((await pendingOrder).email, "gone@kedai.test");
  const text = "select stamp, body from order_documents where order_id = $1";
  const rows = await database.many<{ stamp: string; body: string }>(text, [id]);
  assert.deepEqual(rows, [{ stamp: "2|later", body: "{}" }]);
  assert.equal((await fixture.getOrder(id)).email, "");
});
