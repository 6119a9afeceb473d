import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { verifyStock } from "../inventory/index.ts";
import { createMoneyCalls } from "./testing/money-calls.ts";
import { createOrdersFixture, type OrderDocument, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;
let variant: number;
/**
 * An order of 3 units for 30.00 with a tax, a fee and both kinds of discounts, paid with credit and points.
 */
let order: OrderDocument;

before(async () => {
  fixture = await createOrdersFixture();
  variant = await fixture.newVariant(9);
  order = await fixture.place({
    customer_id: await createMoneyCalls(fixture).newBuyer("9.00", 30),
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
after(() => fixture.stop());

/** Run a statement that breaks the data, list the errors that verification finds, and repair the data. */
async function verifyAfter(breakText: string, repairText: string): Promise<string[]> {
  const { database } = fixture.db;
  await database.query(breakText);
  const found = await verifyStock(database, fixture.seededStore.store.id);
  await database.query(repairText);
  await fixture.assertConsistent();
  return found.map(formatDifference);
}

test("verification reports an order whose stock movements are missing in the ledger", async () => {
  await fixture.assertConsistent();
  const { primary, second } = fixture.seededStore;
  const describe = (field: string, ledgerSum: number, summed: number) =>
    `Order ${order.id}: its ledger comes to ${ledgerSum} of ${field} of variant ${variant} at location ${primary}, its rows come to ${summed}.`;
  const hide = (from: string, to: string) =>
    `update inventory_movements set order_id = ${to} where order_id ${from}`;
  assert.deepEqual(await verifyAfter(hide(`= ${order.id}`, "-1"), hide("= -1", String(order.id))), [
    describe("committed_inventory_quantity", 0, 3),
    describe("inventory_quantity", 0, -3),
  ]);
  const moveTo = (id: number) =>
    `update fulfillment_orders set location_id = ${id} where order_id = ${order.id}`;
  const found = await verifyAfter(moveTo(second), moveTo(primary));
  assert.ok(found.includes(describe("inventory_quantity", -3, 0)), found.join("\n"));
  const stocked = (is: boolean) => `update order_lines set is_stocked = ${is} where order_id = ${order.id}`;
  const unstocked = await verifyAfter(stocked(false), stocked(true));
  assert.ok(unstocked.includes(describe("committed_inventory_quantity", 3, 0)), unstocked.join("\n"));
});

test("an order's ledger includes units restocked by refunds, returns and cancellation", async () => {
  const other = await fixture.newVariant(4);
  const { id, line_items } = await fixture.place({ line_items: [{ variant_id: other, quantity: 4 }] });
  const unit = { line_item_id: line_items[0]?.id, quantity: 1 };
  const params = { order_id: id };
  const body = { line_items: [{ id: unit.line_item_id, quantity: 2 }] };
  await fixture.call(operations.createFulfillment, { params, body });
  const restock_items = [{ ...unit, location_id: fixture.seededStore.second }];
  await fixture.call(operations.createRefund, { params, body: { restock_items } });
  const { order_return } = await fixture.call<{ order_return: { id: number } }>(operations.createReturn, {
    params,
    body: { return_line_items: [unit] },
  });
  for (const step of [operations.acceptReturn, operations.completeReturn])
    await fixture.call(step, { params: { id: order_return.id } });
  await fixture.assertConsistent();
  for (const [table, location] of [
    ["refund_lines", fixture.seededStore.primary],
    ["order_return_lines", fixture.seededStore.second],
  ] as const) {
    const set = (value: number) => `update ${table} set location_id = ${value} where order_id = ${id}`;
    const right =
      location === fixture.seededStore.primary ? fixture.seededStore.second : fixture.seededStore.primary;
    const found = await verifyAfter(set(location), set(right));
    assert.equal(found.filter((sentence) => sentence.startsWith(`Order ${id}: its ledger`)).length, 2, table);
  }
});

test("verification reports an order whose credit or points differ from the ledger", async () => {
  for (const [balance, charged] of [
    ["credit", 6],
    ["point", 20],
  ] as const) {
    const hide = (from: string, to: string) =>
      `update balance_movements set order_id = ${to} where balance = '${balance}' and order_id ${from}`;
    assert.deepEqual(await verifyAfter(hide(`= ${order.id}`, "-1"), hide("= -1", String(order.id))), [
      `Order ${order.id}: the ledger of balances comes to 0 of ${balance} that it took, its rows come to ${charged}.`,
    ]);
  }
});

test("verification reports a refund whose amount differs from its transaction's", async () => {
  const { id } = await createMoneyCalls(fixture).refund(order.id, { amount: "1.00" });
  const set = (amount: number) => `update refunds set amount = ${amount} where id = ${id}`;
  const found = await verifyAfter(set(2), set(1));
  assert.ok(found.includes(`Refund ${id}: amount is 2, its transaction's is 1.`), found.join("\n"));
});

test("verification reports an order whose totals differ from its rows", async () => {
  for (const [column, right] of [
    ["total_line_items_price", 30],
    ["subtotal_price", 27],
    ["total_discount", 4],
    ["total_shipping", 4.5],
    ["total_tax", Number(order.total_tax)],
    ["total_price", Number(order.total_price)],
  ] as const) {
    const set = (value: number) => `update orders set ${column} = ${value} where id = ${order.id}`;
    assert.deepEqual(await verifyAfter(set(right + 1), set(right)), [
      `Order ${order.id}: ${column} is ${right + 1}, its rows come to ${right}.`,
    ]);
  }
  const set = (change: number) =>
    `update order_lines set total_tax = total_tax + ${change} where order_id = ${order.id}`;
  const tax = Number(order.total_tax);
  assert.deepEqual(await verifyAfter(set(1), set(-1)), [
    `Order ${order.id}: the taxes of its lines is ${tax + 1}, its rows come to ${tax}.`,
  ]);
});
