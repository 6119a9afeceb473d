import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;

before(async () => {
  fixture = await createOrdersFixture();
});
after(() => fixture.stop());

async function count(query: string): Promise<number> {
  return (await fixture.call<{ count: number }>(operations.countOrders, { query })).count;
}

test("order counts by status follow changes without reading the orders", async () => {
  const line_items = [{ variant_id: await fixture.newVariant(9), quantity: 1 }];
  const ids: number[] = [];
  for (let index = 0; index < 4; index += 1) ids.push((await fixture.place({ line_items })).id);
  const [paid = 0, closed = 0, cancelled = 0] = ids;
  await fixture.call(operations.createTransaction, {
    params: { order_id: paid },
    body: { kind: "sale", amount: "10.00" },
  });
  await fixture.callOnOrder(operations.closeOrder, closed);
  await fixture.callOnOrder(operations.cancelOrder, cancelled);
  // A count without orders shows up only in totals that read no orders.
  await fixture.db.database.query(
    "insert into resource_counts (store_id, resource, delta) values ($1, 'orders open paid unfulfilled', 100)",
    [fixture.seededStore.store.id],
  );
  for (const [query, expected] of [
    ["status=any", 4],
    ["financial_status=paid", 101],
    ["financial_status=unpaid,unpaid,voided", 3],
    ["status=open&fulfillment_status=unfulfilled", 102],
    ["status=closed&financial_status=paid,unpaid", 1],
    ["financial_status=refunded", 0],
    ["financial_status=paid&since_id=1", 1],
    ["financial_status=paid&processed_at_min=2020-01-01", 1],
  ] as const)
    assert.equal(await count(query), expected, query);
  await fixture.db.database.query("delete from resource_counts where delta = 100");
  await fixture.assertConsistent();
});
