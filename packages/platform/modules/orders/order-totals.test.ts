import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

async function countOrders(query: string): Promise<number> {
  return (await fixture.call<{ count: number }>(operations.countOrders, { query })).count;
}

test("orders are counted by status from stored counts, without reading the orders", async () => {
  const line_items = [{ variant_id: await fixture.createVariant(9), quantity: 1 }];
  const ids: number[] = [];
  for (let index = 0; index < 4; index += 1) ids.push((await fixture.placeOrder({ line_items })).id);
  const [paidId = 0, closedId = 0, cancelledId = 0] = ids;
  await fixture.call(operations.createTransaction, {
    params: { order_id: paidId },
    body: { kind: "sale", amount: "10.00" },
  });
  await fixture.callOnOrder(operations.closeOrder, closedId);
  await fixture.callOnOrder(operations.cancelOrder, cancelledId);
  // This row counts 100 open orders that do not exist. Only counts by status that are computed without reading the orders
  // include them. The count of all orders is stored in another row.
  await fixture.db.database.query(
    "insert into resource_counts (store_id, resource, delta) values ($1, 'orders open paid unfulfilled', 100)",
    [fixture.seededStore.store.id],
  );
  for (const [query, expectedCount] of [
    ["status=any", 4],
    ["financial_status=paid", 101],
    ["financial_status=unpaid,unpaid,voided", 3],
    ["status=open&fulfillment_status=unfulfilled", 102],
    ["status=closed&financial_status=paid,unpaid", 1],
    ["financial_status=refunded", 0],
    ["financial_status=paid&since_id=1", 1],
    ["financial_status=paid&processed_at_min=2020-01-01", 1],
  ] as const)
    assert.equal(await countOrders(query), expectedCount, query);
  await fixture.db.database.query("delete from resource_counts where delta = 100");
  await fixture.assertConsistent();
});
