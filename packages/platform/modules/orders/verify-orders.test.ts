import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { verifyStock } from "../inventory/index.ts";
import { createMoneyCalls } from "./testing/money-calls.ts";
import { createOrdersFixture, type OrderDocument, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;
let customer: number;
/** An order of 3 units, paid and unfulfilled. */
let order: OrderDocument;
/** An order of 2 units: authorized, partly captured and shipped; one unit was returned. */
let fulfilled: OrderDocument;

before(async () => {
  fixture = await createOrdersFixture();
  customer = await fixture.newCustomer();
  const variant = await fixture.newVariant(5);
  const line_items = [{ variant_id: variant, quantity: 3 }];
  const transactions = [{ kind: "sale", amount: "12.00" }];
  order = await fixture.place({ customer_id: customer, line_items, transactions });
  fulfilled = await placeFulfilled(variant);
});
after(() => fixture.stop());

async function placeFulfilled(variant: number): Promise<OrderDocument> {
  const { id, line_items } = await fixture.place({
    line_items: [{ variant_id: variant, quantity: 2 }],
    transactions: [{ kind: "authorization", amount: "20.00" }],
  });
  const { record } = createMoneyCalls(fixture);
  await record(id, { kind: "capture", amount: "15.00" });
  await fixture.call(operations.createFulfillment, { params: { order_id: id } });
  const { order_return } = await fixture.call<{ order_return: { id: number } }>(operations.createReturn, {
    params: { order_id: id },
    body: { return_line_items: [{ line_item_id: line_items[0]?.id, quantity: 1 }] },
  });
  for (const step of [operations.acceptReturn, operations.completeReturn])
    await fixture.call(step, { params: { id: order_return.id } });
  return fixture.get(id);
}

/** Run a statement that breaks the data, list the errors that verification finds, and repair the data. */
async function verifyAfter(breakText: string, repairText: string): Promise<string[]> {
  const { database } = fixture.db;
  await database.query(breakText);
  const found = await verifyStock(database, fixture.seededStore.store.id);
  await database.query(repairText);
  await fixture.assertConsistent();
  return found.map(formatDifference);
}

const buildUpdate = (column: string, value: number | string, id: number) =>
  `update orders set ${column} = '${value}' where id = ${id}`;

test("verification reports each value of an order that differs from its rows", async () => {
  await fixture.assertConsistent();
  for (const [column, right, wrong] of [
    ["total_paid", 12, 13],
    ["total_refund_amount", 0, 1.5],
    ["credit_used", 0, 3],
    ["point_used", 0, 7],
    ["financial_status", "partially_paid", "paid"],
    ["fulfillment_status", "unfulfilled", "fulfilled"],
  ] as const) {
    const found = await verifyAfter(
      buildUpdate(column, wrong, order.id),
      buildUpdate(column, right, order.id),
    );
    assert.ok(
      found.includes(`Order ${order.id}: ${column} is ${wrong}, its rows come to ${right}.`),
      found.join("\n"),
    );
  }
});

test("verification reports a snapshot that differs from its order", async () => {
  for (const [id, right, wrong, difference] of [
    [order.id, '"total_paid":"12.00"', '"total_paid":"2.50"', "total_paid is 2.5, the order's own is 12"],
    [
      order.id,
      '"status":"open","financial',
      '"status":"closed","financial',
      "status is closed, the order's own is open",
    ],
    [
      fulfilled.id,
      '"status":"closed","line_items"',
      '"status":"open","line_items"',
      `the status of fulfillment order ${fulfilled.fulfillment_orders[0]?.id} is open, the order's own is closed`,
    ],
  ] as const) {
    const change = (from: string, to: string) =>
      `update order_documents set body = replace(body, '${from}', '${to}') where order_id = ${id}`;
    assert.deepEqual(await verifyAfter(change(right, wrong), change(wrong, right)), [
      `The kept events data of order ${id}: ${difference}.`,
    ]);
  }
});

test("verification reports committed units of an order wrongly marked as fulfilled", async () => {
  const [line] = order.line_items;
  const status = "fulfillment_status";
  const found = await verifyAfter(
    buildUpdate(status, "fulfilled", order.id),
    buildUpdate(status, "unfulfilled", order.id),
  );
  assert.equal(
    found[0],
    `Committed of variant ${line?.variant_id} at location ${line?.location_id} is 3, orders that are still to be sent come to 0.`,
  );
});

test("verification reports units that were shipped or returned more than once", async () => {
  const [line] = fulfilled.line_items;
  const [item] = fulfilled.fulfillment_orders[0]?.line_items ?? [];
  for (const [table, rowId, right, sentence] of [
    [
      "fulfillment_order_lines",
      item?.fulfillment_order_item_id,
      2,
      `Line ${line?.id} of an order: its fulfillment orders have 3 units, it has 2.`,
    ],
    [
      "fulfillment_lines",
      null,
      2,
      `Line ${item?.fulfillment_order_item_id} of a fulfillment order: 3 units were sent or taken away, it has 2.`,
    ],
    ["order_return_lines", null, 1, `Line ${line?.id} of an order: 3 units came back, 2 were sent.`],
  ] as const) {
    const where = rowId === null ? "" : ` where id = ${rowId}`;
    const change = (to: number) => `update ${table} set quantity = ${to}${where}`;
    const found = await verifyAfter(change(3), change(right));
    assert.ok(found.includes(sentence), found.join("\n"));
  }
});

test("verification reports a fulfillment order with a wrong blocks_location_delete", async () => {
  const [{ id } = assert.fail()] = fulfilled.fulfillment_orders;
  const set = (value: boolean) =>
    `update fulfillment_orders set blocks_location_delete = ${value} where id = ${id}`;
  assert.deepEqual(await verifyAfter(set(false), set(true)), [
    `Fulfillment order ${id}: blocks_location_delete is false, what became of its units comes to true.`,
  ]);
});

test("verification reports a transaction with more captured than authorized", async () => {
  const [authorization] = fulfilled.transactions;
  const set = (amount: number) =>
    `update order_transactions set amount = ${amount} where id = ${authorization?.id}`;
  assert.deepEqual(await verifyAfter(set(14), set(20)), [
    `Transaction ${authorization?.id} is of 14, and 15 of it were captured, voided, refunded or undone.`,
  ]);
});

test("verification reports a refund without its transaction", async () => {
  const stamps = "clock_timestamp(), clock_timestamp()";
  const refundId = 1_000;
  assert.deepEqual(
    await verifyAfter(
      `insert into refunds (store_id, id, order_id, status, amount, note, reference_number, created_at, updated_at)
       select store_id, ${refundId}, id, 'created', 2, '', '', ${stamps} from orders where id = ${order.id}`,
      "delete from refunds",
    ),
    [
      `Order ${order.id}: refunds is 2, its rows come to 0.`,
      `Refund ${refundId}: amount is 2, its transaction's is 0.`,
    ],
  );
});

test("verification reports a customer whose statistics differ from their orders", async () => {
  for (const [column, right, wrong] of [
    ["order_count", 1, 2],
    ["last_order_id", order.id, fulfilled.id],
    ["total_spent", 12, 13.25],
  ] as const) {
    const set = (value: number) => `update customers set ${column} = ${value} where id = ${customer}`;
    assert.deepEqual(await verifyAfter(set(wrong), set(right)), [
      `Customer ${customer}: ${column} is ${wrong}, their orders come to ${right}.`,
    ]);
  }
});
