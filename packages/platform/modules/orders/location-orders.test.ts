import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createTestCall } from "@souk/testkit";
import { buildOrderConditions } from "./order-conditions.ts";
import { createOrdersFixture, type OrderDocument, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;
/** An order that was placed at the second location and ships from it. */
let localOrder: OrderDocument;
/** An order that partly ships from the second location. */
let splitOrder: OrderDocument;

before(async () => {
  fixture = await createOrdersFixture();
  const { secondLocationId } = fixture.seededStore;
  const variant = await fixture.createVariant(3);
  await fixture.setStock(variant, secondLocationId, 3);
  const line_items = [{ variant_id: variant, quantity: 1 }];
  localOrder = await fixture.placeOrder({
    location_id: secondLocationId,
    line_items,
    email: "ana@example.org",
  });
  splitOrder = await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 5 }] });
  assert.equal(splitOrder.fulfillment_orders.length, 2);
  await fixture.placeOrder({ line_items: [{ name: "Engraving", price: "5.00", quantity: 1 }] });
});
after(() => fixture.stop());

/** List the ids of the second location's orders that match the filters. Assert that the list's total and the count are right. */
async function listOrderIds(filters: string): Promise<number[]> {
  const query = `location_id=${fixture.seededStore.secondLocationId}&sort=id.asc&fields=id${filters}`;
  const list = await fixture.call<{ orders: { id: number }[]; total_count: number }>(operations.listOrders, {
    query,
  });
  const countResponse = await fixture.call<{ count: number }>(operations.countOrders, { query });
  assert.deepEqual([list.total_count, countResponse.count], [list.orders.length, list.orders.length]);
  return list.orders.map(({ id }) => id);
}

test("the orders placed at a location or shipped from it are each listed once", async () => {
  assert.deepEqual(await listOrderIds(""), [localOrder.id, splitOrder.id]);
  assert.deepEqual(await listOrderIds("&query=ana@example.org"), [localOrder.id]);
  assert.deepEqual(await listOrderIds(`&since_id=${splitOrder.id}`), [splitOrder.id]);
  assert.deepEqual(await listOrderIds("&status=cancelled"), []);
});

test("both query plans for a location's orders find the same orders, and a page reads few rows", async () => {
  const { database } = fixture.db;
  const { store, secondLocationId } = fixture.seededStore;
  const copyCount = 5_000;
  const copyRows = (table: string, condition: string, change: string) =>
    database.query(
      `insert into ${table} select (jsonb_populate_record(t, ${change})).*
       from ${table} t, generate_series(1, ${copyCount}) k where t.store_id = $1 and ${condition}`,
      [store.id],
    );
  await copyRows(
    "orders",
    `t.id = ${splitOrder.id}`,
    "jsonb_build_object('id', t.id + 1000 * k, 'number', t.number + 1000 * k, 'token', md5(k || ''))",
  );
  await copyRows(
    "fulfillment_orders",
    `t.order_id = ${splitOrder.id}`,
    "jsonb_build_object('id', t.id + 1000 * k, 'order_id', t.order_id + 1000 * k)",
  );
  await database.query("vacuum analyze orders, fulfillment_orders");
  const { query } = createTestCall(operations.countOrders, store, {
    query: `location_id=${secondLocationId}`,
  });
  const rowsReadText = `
    select pg_stat_get_xact_tuples_returned('fulfillment_orders_location'::regclass)
      + pg_stat_get_xact_tuples_returned('fulfillment_orders'::regclass) as n`;
  const readPage = (expectedMatches: "few" | "many", limit: number) =>
    database.transaction(async (tx) => {
      const { conditions, expressions } = buildOrderConditions(store.id, query, expectedMatches);
      const withClause = expressions === "" ? "" : `with ${expressions.replace(/,$/, "")}`;
      const text = `${withClause} select r.id from orders r where ${conditions.sql} order by r.updated_at desc, r.id desc limit ${limit}`;
      const countRowsRead = async () => Number((await tx.maybeOne<{ n: number }>(rowsReadText))?.n);
      const rowsReadBefore = await countRowsRead();
      const rows = await tx.many<{ id: number }>(text, [...conditions.values]);
      return { ids: rows.map(({ id }) => id), rowsRead: (await countRowsRead()) - rowsReadBefore };
    });
  const [fewPage, manyPage] = [await readPage("few", copyCount * 2), await readPage("many", copyCount * 2)];
  // The page contains the copies, `splitOrder` and `localOrder`.
  assert.deepEqual([fewPage.ids.length, manyPage.ids], [copyCount + 2, fewPage.ids]);
  const page = await readPage("many", 50);
  assert.equal(page.ids.length, 50);
  assert.ok(page.rowsRead < 100, `${page.rowsRead} rows were read for a page`);
});
