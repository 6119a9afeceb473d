import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lockAwaited } from "@souk/testkit";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

test("who reads an order late keeps nothing over what was kept of a later version", async () => {
  const { id } = await rig.place({
    email: "gone@kedai.test",
    line_items: [{ name: "Something", price: "10.00", quantity: 1 }],
  });
  const { database } = rig.db;
  await database.query("update order_documents set stamp = '0|stale' where order_id = $1", [id]);
  const { reading } = await database.transaction(async (tx) => {
    await tx.query("update orders set version = version + 1, email = '' where id = $1", [id]);
    await tx.query("update order_documents set stamp = '2|later', body = '{}' where order_id = $1", [id]);
    const reading = rig.get(id);
    await lockAwaited(database);
    return { reading };
  });
  // What was read was true when it was read.
  assert.equal((await reading).email, "gone@kedai.test");
  const text = "select stamp, body from order_documents where order_id = $1";
  const { rows } = await database.query<{ stamp: string; body: string }>(text, [id]);
  assert.deepEqual(rows, [{ stamp: "2|later", body: "{}" }]);
  assert.equal((await rig.get(id)).email, "");
});
