import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { sentenceOf } from "@souk/database";
import { verifyStock } from "../inventory/index.ts";
import { moneyCalls } from "./testing/money-calls.ts";
import { type OrderDocument, type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

let rig: OrdersRig;
let variant: number;
/** Of 3 units for 30.00 with a tax, a fee and both kinds of discounts; paid with credit and points. */
let order: OrderDocument;

before(async () => {
  rig = await ordersRig();
  variant = await rig.newVariant(9);
  order = await rig.place({
    customer_id: await moneyCalls(rig).newBuyer("9.00", 30),
    line_items: [{ variant_id: variant, quantity: 3, total_discount: "3.00" }],
    discounts: [{ code: "POST", type: "shipping", amount: "1.00" }],
    tax_lines: [{ title: "Tax", rate: "0.1" }],
    shipping_fees: [{ name: "Post", price: "5.00", handling_fee: "0.50" }],
    transactions: [
      { kind: "sale", amount: "6.00", gateway: { type: "credit" } },
      { kind: "sale", amount: "2.00", points: 20, gateway: { type: "point" } },
    ],
  });
});
after(() => rig.stop());

/** What is found wrong after a statement, which another one undoes. */
async function sentencesAfter(wrong: string, right: string): Promise<string[]> {
  const { database } = rig.db;
  await database.query(wrong);
  const found = await verifyStock(database, rig.shop.store.id);
  await database.query(right);
  await rig.assertSound();
  return found.map(sentenceOf);
}

test("an order whose stock its ledger does not have is named, by variant, location and quantity", async () => {
  await rig.assertSound();
  const { primary, second } = rig.shop;
  const of = (field: string, shown: number, summed: number) =>
    `Order ${order.id}: its ledger comes to ${shown} of ${field} of variant ${variant} at location ${primary}, its rows come to ${summed}.`;
  const hide = (from: string, to: string) =>
    `update inventory_movements set order_id = ${to} where order_id ${from}`;
  assert.deepEqual(await sentencesAfter(hide(`= ${order.id}`, "-1"), hide("= -1", String(order.id))), [
    of("committed_inventory_quantity", 0, 3),
    of("inventory_quantity", 0, -3),
  ]);
  const place = (id: number) =>
    `update fulfillment_orders set location_id = ${id} where order_id = ${order.id}`;
  const found = await sentencesAfter(place(second), place(primary));
  assert.ok(found.includes(of("inventory_quantity", -3, 0)), found.join("\n"));
  const stocked = (is: boolean) => `update order_lines set is_stocked = ${is} where order_id = ${order.id}`;
  const unstocked = await sentencesAfter(stocked(false), stocked(true));
  assert.ok(unstocked.includes(of("committed_inventory_quantity", 3, 0)), unstocked.join("\n"));
});

test("what refunds, returns and a cancellation put back stands in the order's ledger", async () => {
  const other = await rig.newVariant(4);
  const { id, line_items } = await rig.place({ line_items: [{ variant_id: other, quantity: 4 }] });
  const one = { line_item_id: line_items[0]?.id, quantity: 1 };
  const params = { order_id: id };
  const body = { line_items: [{ id: one.line_item_id, quantity: 2 }] };
  await rig.call(operations.createFulfillment, { params, body });
  const restock_items = [{ ...one, location_id: rig.shop.second }];
  await rig.call(operations.createRefund, { params, body: { restock_items } });
  const { order_return } = await rig.call<{ order_return: { id: number } }>(operations.createReturn, {
    params,
    body: { return_line_items: [one] },
  });
  for (const step of [operations.acceptReturn, operations.completeReturn])
    await rig.call(step, { params: { id: order_return.id } });
  await rig.assertSound();
  for (const [table, location] of [
    ["refund_lines", rig.shop.primary],
    ["order_return_lines", rig.shop.second],
  ] as const) {
    const set = (value: number) => `update ${table} set location_id = ${value} where order_id = ${id}`;
    const right = location === rig.shop.primary ? rig.shop.second : rig.shop.primary;
    const found = await sentencesAfter(set(location), set(right));
    assert.equal(found.filter((sentence) => sentence.startsWith(`Order ${id}: its ledger`)).length, 2, table);
  }
});

test("an order that took other credit or points than the ledgers of balances say is named", async () => {
  for (const [balance, took] of [
    ["credit", 6],
    ["point", 20],
  ] as const) {
    const hide = (from: string, to: string) =>
      `update balance_movements set order_id = ${to} where balance = '${balance}' and order_id ${from}`;
    assert.deepEqual(await sentencesAfter(hide(`= ${order.id}`, "-1"), hide("= -1", String(order.id))), [
      `Order ${order.id}: the ledger of balances comes to 0 of ${balance} that it took, its rows come to ${took}.`,
    ]);
  }
});

test("a refund of another amount than its transaction is named", async () => {
  const { id } = await moneyCalls(rig).refund(order.id, { amount: "1.00" });
  const set = (amount: number) => `update refunds set amount = ${amount} where id = ${id}`;
  const found = await sentencesAfter(set(2), set(1));
  assert.ok(found.includes(`Refund ${id}: amount is 2, its transaction's is 1.`), found.join("\n"));
});

test("an order that costs something else than its lines, fees, discounts and taxes come to is named", async () => {
  for (const [column, right] of [
    ["total_line_items_price", 30],
    ["subtotal_price", 27],
    ["total_discount", 4],
    ["total_shipping", 4.5],
    ["total_tax", Number(order.total_tax)],
    ["total_price", Number(order.total_price)],
  ] as const) {
    const set = (value: number) => `update orders set ${column} = ${value} where id = ${order.id}`;
    assert.deepEqual(await sentencesAfter(set(right + 1), set(right)), [
      `Order ${order.id}: ${column} is ${right + 1}, its rows come to ${right}.`,
    ]);
  }
  const set = (change: number) =>
    `update order_lines set total_tax = total_tax + ${change} where order_id = ${order.id}`;
  const tax = Number(order.total_tax);
  assert.deepEqual(await sentencesAfter(set(1), set(-1)), [
    `Order ${order.id}: the taxes of its lines is ${tax + 1}, its rows come to ${tax}.`,
  ]);
});
