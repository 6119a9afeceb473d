import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { verifyStock } from "../inventory/index.ts";
import { createMoneyCalls } from "./testing/money-calls.ts";
import { createOrdersFixture, type OrderDocument, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;
let customer: number;
/** An order of 3 units, partially paid and unfulfilled. */
let order: OrderDocument;
/** An order of 2 units whose authorization was partly captured. Both units were fulfilled, and one was returned. */
let fulfilledOrder: OrderDocument;

before(async () => {
  fixture = await createOrdersFixture();
  customer = await fixture.createCustomer();
  const variant = await fixture.createVariant(5);
  const line_items = [{ variant_id: variant, quantity: 3 }];
  const transactions = [{ kind: "sale", amount: "12.00" }];
  order = await fixture.placeOrder({ customer_id: customer, line_items, transactions });
  fulfilledOrder = await placeFulfilledOrder(variant);
});
after(() => fixture.stop());

async function placeFulfilledOrder(variant: number): Promise<OrderDocument> {
  const { id, line_items } = await fixture.placeOrder({
    line_items: [{ variant_id: variant, quantity: 2 }],
    transactions: [{ kind: "authorization", amount: "20.00" }],
  });
  const money = createMoneyCalls(fixture);
  await money.createTransaction(id, { kind: "capture", amount: "15.00" });
  await fixture.call(operations.createFulfillment, { params: { order_id: id } });
  const { order_return } = await fixture.call<{ order_return: { id: number } }>(operations.createReturn, {
    params: { order_id: id },
    body: { return_line_items: [{ line_item_id: line_items[0]?.id, quantity: 1 }] },
  });
  for (const step of [operations.acceptReturn, operations.completeReturn])
    await fixture.call(step, { params: { id: order_return.id } });
  return fixture.getOrder(id);
}

/** Run a statement that breaks the data, list the errors that verification finds, and repair the data. */
async function verifyAfter(breakText: string, repairText: string): Promise<string[]> {
  const { database } = fixture.db;
  await database.query(breakText);
  const differences = await verifyStock(database, fixture.seededStore.store.id);
  await database.query(repairText);
  await fixture.assertConsistent();
  return differences.map(formatDifference);
}

const buildUpdate = (column: string, value: number | string, id: number) =>
  `update orders set ${column} = '${value}' where id = ${id}`;

test("verification reports each total or status of an order that differs from the order's rows", async () => {
  await fixture.assertConsistent();
  for (const [column, correctValue, wrongValue] of [
    ["total_paid", 12, 13],
    ["total_refund_amount", 0, 1.5],
    ["credit_used", 0, 3],
    ["point_used", 0, 7],
    ["financial_status", "partially_paid", "paid"],
    ["fulfillment_status", "unfulfilled", "fulfilled"],
  ] as const) {
    const errors = await verifyAfter(
      buildUpdate(column, wrongValue, order.id),
      buildUpdate(column, correctValue, order.id),
    );
    assert.ok(
      errors.includes(
        `Order ${order.id}: ${column} is ${wrongValue}, but should be ${correctValue} according to its rows.`,
      ),
      errors.join("\n"),
    );
  }
});

test("verification reports a snapshot that differs from its order", async () => {
  for (const [id, correctValue, wrongValue, difference] of [
    [order.id, '"total_paid":"12.00"', '"total_paid":"2.50"', "total_paid is 2.5, but in the order it is 12"],
    [
      order.id,
      '"status":"open","financial',
      '"status":"closed","financial',
      "status is closed, but in the order it is open",
    ],
    [
      fulfilledOrder.id,
      '"status":"closed","line_items"',
      '"status":"open","line_items"',
      `the status of fulfillment order ${fulfilledOrder.fulfillment_orders[0]?.id} is open, but in the order it is closed`,
    ],
  ] as const) {
    const replaceText = (from: string, to: string) =>
      `update order_documents set body = replace(body, '${from}', '${to}') where order_id = ${id}`;
    assert.deepEqual(
      await verifyAfter(replaceText(correctValue, wrongValue), replaceText(wrongValue, correctValue)),
      [`The snapshot of order ${id}: ${difference}.`],
    );
  }
});

test("verification reports an order that is wrongly marked as fulfilled while its units are still committed", async () => {
  const [line] = order.line_items;
  const column = "fulfillment_status";
  const errors = await verifyAfter(
    buildUpdate(column, "fulfilled", order.id),
    buildUpdate(column, "unfulfilled", order.id),
  );
  assert.equal(
    errors[0],
    `Committed stock of variant ${line?.variant_id} at location ${line?.location_id} is 3, but unshipped order units add up to 0.`,
  );
});

test("verification reports units that were shipped or returned more than once", async () => {
  const [line] = fulfilledOrder.line_items;
  const [item] = fulfilledOrder.fulfillment_orders[0]?.line_items ?? [];
  for (const [table, rowId, correctValue, sentence] of [
    [
      "fulfillment_order_lines",
      item?.fulfillment_order_item_id,
      2,
      `Order line ${line?.id}: its fulfillment orders have 3 units, but the line has 2.`,
    ],
    [
      "fulfillment_lines",
      null,
      2,
      `Fulfillment order line ${item?.fulfillment_order_item_id}: 3 units were shipped or removed, but the line has 2.`,
    ],
    ["order_return_lines", null, 1, `Order line ${line?.id}: 3 units were returned, but 2 were shipped.`],
  ] as const) {
    const where = rowId === null ? "" : ` where id = ${rowId}`;
    const buildQuantityUpdate = (quantity: number) => `update ${table} set quantity = ${quantity}${where}`;
    const errors = await verifyAfter(buildQuantityUpdate(3), buildQuantityUpdate(correctValue));
    assert.ok(errors.includes(sentence), errors.join("\n"));
  }
});

test("verification reports a fulfillment order with a wrong blocks_location_delete", async () => {
  const [{ id } = assert.fail()] = fulfilledOrder.fulfillment_orders;
  const buildBlocksUpdate = (value: boolean) =>
    `update fulfillment_orders set blocks_location_delete = ${value} where id = ${id}`;
  assert.deepEqual(await verifyAfter(buildBlocksUpdate(false), buildBlocksUpdate(true)), [
    `Fulfillment order ${id}: blocks_location_delete is false, but should be true according to its units.`,
  ]);
});

test("verification reports an authorization if more than its amount was captured", async () => {
  const [authorization] = fulfilledOrder.transactions;
  const buildAmountUpdate = (amount: number) =>
    `update order_transactions set amount = ${amount} where id = ${authorization?.id}`;
  assert.deepEqual(await verifyAfter(buildAmountUpdate(14), buildAmountUpdate(20)), [
    `Transaction ${authorization?.id}: its amount is 14, but 15 of it was captured, voided, refunded or reversed.`,
  ]);
});

test("verification reports a refund without a transaction", async () => {
  const timestamps = "clock_timestamp(), clock_timestamp()";
  const refundId = 1_000;
  assert.deepEqual(
    await verifyAfter(
      `insert into refunds (store_id, id, order_id, status, amount, note, reference_number, created_at, updated_at)
       select store_id, ${refundId}, id, 'created', 2, '', '', ${timestamps} from orders where id = ${order.id}`,
      "delete from refunds",
    ),
    [
      `Order ${order.id}: refunds is 2, but should be 0 according to its rows.`,
      `Refund ${refundId}: amount is 2, but in its transaction it is 0.`,
    ],
  );
});

test("verification reports a customer whose totals differ from their orders", async () => {
  for (const [column, correctValue, wrongValue] of [
    ["order_count", 1, 2],
    ["last_order_id", order.id, fulfilledOrder.id],
    ["total_spent", 12, 13.25],
  ] as const) {
    const buildColumnUpdate = (value: number) =>
      `update customers set ${column} = ${value} where id = ${customer}`;
    assert.deepEqual(await verifyAfter(buildColumnUpdate(wrongValue), buildColumnUpdate(correctValue)), [
      `Customer ${customer}: ${column} is ${wrongValue}, but should be ${correctValue} according to their orders.`,
    ]);
  }
});
