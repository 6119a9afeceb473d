import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { sentenceOf } from "@souk/database";
import { verifyStock } from "../inventory/index.ts";
import { moneyCalls } from "./testing/money-calls.ts";
import { type OrderDocument, type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;
let customer: number;
/** Of 3 units, paid and not sent. */
let order: OrderDocument;
/** Of 2 units: authorized, captured in part, sent, and one unit of it came back. */
let sent: OrderDocument;

before(async () => {
  rig = await ordersRig();
  customer = await rig.newCustomer();
  const variant = await rig.newVariant(5);
  const line_items = [{ variant_id: variant, quantity: 3 }];
  const transactions = [{ kind: "sale", amount: "12.00" }];
  order = await rig.place({ customer_id: customer, line_items, transactions });
  sent = await placeSent(variant);
});
after(() => rig.stop());

async function placeSent(variant: number): Promise<OrderDocument> {
  const { id, line_items } = await rig.place({
    line_items: [{ variant_id: variant, quantity: 2 }],
    transactions: [{ kind: "authorization", amount: "20.00" }],
  });
  const { record } = moneyCalls(rig);
  await record(id, { kind: "capture", amount: "15.00" });
  await rig.call(operations.createFulfillment, { params: { order_id: id } });
  const { order_return } = await rig.call<{ order_return: { id: number } }>(operations.createReturn, {
    params: { order_id: id },
    body: { return_line_items: [{ line_item_id: line_items[0]?.id, quantity: 1 }] },
  });
  for (const step of [operations.acceptReturn, operations.completeReturn])
    await rig.call(step, { params: { id: order_return.id } });
  return rig.get(id);
}

/** What is found wrong after a statement, which another one undoes. */
async function sentencesAfter(wrong: string, right: string): Promise<string[]> {
  const { database } = rig.db;
  await database.query(wrong);
  const found = await verifyStock(database, rig.shop.store.id);
  await database.query(right);
  await rig.assertSound();
  return found.map(sentenceOf);
}

const sets = (column: string, value: number | string, id: number) =>
  `update orders set ${column} = '${value}' where id = ${id}`;

test("whatever an order says that its rows do not come to is named", async () => {
  await rig.assertSound();
  for (const [column, right, wrong] of [
    ["total_paid", 12, 13],
    ["total_refund_amount", 0, 1.5],
    ["credit_used", 0, 3],
    ["point_used", 0, 7],
    ["financial_status", "partially_paid", "paid"],
    ["fulfillment_status", "unfulfilled", "fulfilled"],
  ] as const) {
    const found = await sentencesAfter(sets(column, wrong, order.id), sets(column, right, order.id));
    assert.ok(
      found.includes(`Order ${order.id}: ${column} is ${wrong}, its rows come to ${right}.`),
      found.join("\n"),
    );
  }
});

test("what an order says beside the document that is kept of it, or the state of its parts in it, is named", async () => {
  for (const [id, said, other, fault] of [
    [order.id, '"total_paid":"12.00"', '"total_paid":"2.50"', "total_paid is 2.5, the order's own is 12"],
    [
      order.id,
      '"status":"open","financial',
      '"status":"closed","financial',
      "status is closed, the order's own is open",
    ],
    [
      sent.id,
      '"status":"closed","line_items"',
      '"status":"open","line_items"',
      `the status of fulfillment order ${sent.fulfillment_orders[0]?.id} is open, the order's own is closed`,
    ],
  ] as const) {
    const change = (from: string, to: string) =>
      `update order_documents set body = replace(body, '${from}', '${to}') where order_id = ${id}`;
    assert.deepEqual(await sentencesAfter(change(said, other), change(other, said)), [
      `What is kept to be told of order ${id}: ${fault}.`,
    ]);
  }
});

test("an order that is said to be sent leaves units committed that nobody waits for", async () => {
  const [line] = order.line_items;
  const status = "fulfillment_status";
  const found = await sentencesAfter(
    sets(status, "fulfilled", order.id),
    sets(status, "unfulfilled", order.id),
  );
  assert.equal(
    found[0],
    `Committed of variant ${line?.variant_id} at location ${line?.location_id} is 3, orders that are still to be sent come to 0.`,
  );
});

test("units that are sent, come back or are to be sent more than once are named", async () => {
  const [line] = sent.line_items;
  const [share] = sent.fulfillment_orders[0]?.line_items ?? [];
  for (const [table, of, right, sentence] of [
    [
      "fulfillment_order_lines",
      share?.fulfillment_order_item_id,
      2,
      `Line ${line?.id} of an order: its fulfillment orders have 3 units, it has 2.`,
    ],
    [
      "fulfillment_lines",
      null,
      2,
      `Line ${share?.fulfillment_order_item_id} of a fulfillment order: 3 units were sent or taken away, it has 2.`,
    ],
    ["order_return_lines", null, 1, `Line ${line?.id} of an order: 3 units came back, 2 were sent.`],
  ] as const) {
    const where = of === null ? "" : ` where id = ${of}`;
    const change = (to: number) => `update ${table} set quantity = ${to}${where}`;
    const found = await sentencesAfter(change(3), change(right));
    assert.ok(found.includes(sentence), found.join("\n"));
  }
});

test("a part of an order that lets its location go while its units are on their way is named", async () => {
  const [{ id } = assert.fail()] = sent.fulfillment_orders;
  const set = (value: boolean) => `update fulfillment_orders set keeps_location = ${value} where id = ${id}`;
  assert.deepEqual(await sentencesAfter(set(false), set(true)), [
    `Fulfillment order ${id}: keeps_location is false, what became of its units comes to true.`,
  ]);
});

test("a transaction of which more was taken than there is is named", async () => {
  const [authorization] = sent.transactions;
  const set = (amount: number) =>
    `update order_transactions set amount = ${amount} where id = ${authorization?.id}`;
  assert.deepEqual(await sentencesAfter(set(14), set(20)), [
    `Transaction ${authorization?.id} is of 14, and 15 of it were captured, voided, refunded or undone.`,
  ]);
});

test("a refund that no transaction gave back is named", async () => {
  const stamps = "clock_timestamp(), clock_timestamp()";
  const made = 1_000;
  assert.deepEqual(
    await sentencesAfter(
      `insert into refunds (store_id, id, order_id, status, amount, note, reference_number, created_at, updated_at)
       select store_id, ${made}, id, 'created', 2, '', '', ${stamps} from orders where id = ${order.id}`,
      "delete from refunds",
    ),
    [
      `Order ${order.id}: refunds is 2, its rows come to 0.`,
      `Refund ${made}: amount is 2, its transaction's is 0.`,
    ],
  );
});

test("a customer of whom something else is said than they bought is named", async () => {
  for (const [column, right, wrong] of [
    ["order_count", 1, 2],
    ["last_order_id", order.id, sent.id],
    ["total_spent", 12, 13.25],
  ] as const) {
    const set = (value: number) => `update customers set ${column} = ${value} where id = ${customer}`;
    assert.deepEqual(await sentencesAfter(set(wrong), set(right)), [
      `Customer ${customer}: ${column} is ${wrong}, their orders come to ${right}.`,
    ]);
  }
});
