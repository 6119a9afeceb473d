import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

async function count(query: string): Promise<number> {
  return (await rig.call<{ count: number }>(operations.countOrders, { query })).count;
}

test("orders in the same states are counted as they change, and never looked at for a total", async () => {
  const line_items = [{ variant_id: await rig.newVariant(9), quantity: 1 }];
  const ids: number[] = [];
  for (let at = 0; at < 4; at += 1) ids.push((await rig.place({ line_items })).id);
  const [paid = 0, closed = 0, cancelled = 0] = ids;
  await rig.call(operations.createTransaction, {
    params: { order_id: paid },
    body: { kind: "sale", amount: "10.00" },
  });
  await rig.on(operations.closeOrder, closed);
  await rig.on(operations.cancelOrder, cancelled);
  // One that is not there: it counts where no order is read.
  await rig.db.database.query(
    "insert into resource_counts (store_id, resource, delta) values ($1, 'orders open paid unfulfilled', 100)",
    [rig.shop.store.id],
  );
  for (const [query, most] of [
    ["status=any", 4],
    ["financial_status=paid", 101],
    ["financial_status=unpaid,unpaid,voided", 3],
    ["status=open&fulfillment_status=unfulfilled", 102],
    ["status=closed&financial_status=paid,unpaid", 1],
    ["financial_status=refunded", 0],
    ["financial_status=paid&since_id=1", 1],
    ["financial_status=paid&processed_at_min=2020-01-01", 1],
  ] as const)
    assert.equal(await count(query), most, query);
  await rig.db.database.query("delete from resource_counts where delta = 100");
  await rig.assertSound();
});
