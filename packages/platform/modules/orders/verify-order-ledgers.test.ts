import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { verifyStock } from "../inventory/index.ts";
import { createMoneyCalls } from "./testing/money-calls.ts";
import { createOrdersFixture, type OrderDocument, type OrdersFixture } from "./testing/orders-fixture.ts";

let fixture: OrdersFixture;
let variant: number;
/** An order of 3 units for 30.00, with a tax, a shipping fee and two kinds of discounts, paid with credit and points. */
let order: OrderDocument;

before(async () => {
  fixture = await createOrdersFixture();
  variant = await fixture.createVariant(9);
  order = await fixture.placeOrder({
    customer_id: await createMoneyCalls(fixture).createCustomer("9.00", 30),
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
  const differences = await verifyStock(database, fixture.seededStore.store.id);
  await database.query(repairText);
  await fixture.assertConsistent();
  return differences.map(formatDifference);
}

test("verification reports an order whose rows differ from its stock movements", async () => {
  await fixture.assertConsistent();
  const { primaryLocationId, secondLocationId } = fixture.seededStore;
  const formatExpectedError = (field: string, ledgerSum: number, rowSum: number) =>
    `Order ${order.id}: its ledger entries change ${field} of variant ${variant} at location ${primaryLocationId} by ${ledgerSum}, but its rows require ${rowSum}.`;
  const buildMovementUpdate = (condition: string, orderId: string) =>
    `update inventory_movements set order_id = ${orderId} where order_id ${condition}`;
  const breakText = buildMovementUpdate(`= ${order.id}`, "-1");
  assert.deepEqual(await verifyAfter(breakText, buildMovementUpdate("= -1", String(order.id))), [
    formatExpectedError("committed_inventory_quantity", 0, 3),
    formatExpectedError("inventory_quantity", 0, -3),
  ]);
  const buildLocationUpdate = (id: number) =>
    `update fulfillment_orders set location_id = ${id} where order_id = ${order.id}`;
  const errors = await verifyAfter(
    buildLocationUpdate(secondLocationId),
    buildLocationUpdate(primaryLocationId),
  );
  assert.ok(errors.includes(formatExpectedError("inventory_quantity", -3, 0)), errors.join("\n"));
  const buildStockedUpdate = (value: boolean) =>
    `update order_lines set is_stocked = ${value} where order_id = ${order.id}`;
  const stockedErrors = await verifyAfter(buildStockedUpdate(false), buildStockedUpdate(true));
  const expectedError = formatExpectedError("committed_inventory_quantity", 3, 0);
  assert.ok(stockedErrors.includes(expectedError), stockedErrors.join("\n"));
});

test("verification of an order's stock movements includes units restocked by refunds and returns", async () => {
  const variant_id = await fixture.createVariant(4);
  const { id, line_items } = await fixture.placeOrder({ line_items: [{ variant_id, quantity: 4 }] });
  const unit = { line_item_id: line_items[0]?.id, quantity: 1 };
  const params = { order_id: id };
  const body = { line_items: [{ id: unit.line_item_id, quantity: 2 }] };
  await fixture.call(operations.createFulfillment, { params, body });
  const restock_items = [{ ...unit, location_id: fixture.seededStore.secondLocationId }];
  await fixture.call(operations.createRefund, { params, body: { restock_items } });
  const { order_return } = await fixture.call<{ order_return: { id: number } }>(operations.createReturn, {
    params,
    body: { return_line_items: [unit] },
  });
  for (const step of [operations.acceptReturn, operations.completeReturn])
    await fixture.call(step, { params: { id: order_return.id } });
  await fixture.assertConsistent();
  for (const [table, wrongLocation] of [
    ["refund_lines", fixture.seededStore.primaryLocationId],
    ["order_return_lines", fixture.seededStore.secondLocationId],
  ] as const) {
    const buildLocationUpdate = (value: number) =>
      `update ${table} set location_id = ${value} where order_id = ${id}`;
    const { primaryLocationId, secondLocationId } = fixture.seededStore;
    const correctLocation = wrongLocation === primaryLocationId ? secondLocationId : primaryLocationId;
    const errors = await verifyAfter(
      buildLocationUpdate(wrongLocation),
      buildLocationUpdate(correctLocation),
    );
    assert.equal(
      errors.filter((sentence) => sentence.startsWith(`Order ${id}: its ledger`)).length,
      2,
      table,
    );
  }
});

test("verification reports an order whose credit or points differ from the ledger", async () => {
  for (const [balance, usedAmount] of [
    ["credit", 6],
    ["point", 20],
  ] as const) {
    const buildMovementUpdate = (condition: string, orderId: string) =>
      `update balance_movements set order_id = ${orderId} where balance = '${balance}' and order_id ${condition}`;
    const breakText = buildMovementUpdate(`= ${order.id}`, "-1");
    assert.deepEqual(await verifyAfter(breakText, buildMovementUpdate("= -1", String(order.id))), [
      `Order ${order.id}: it used 0 of ${balance} according to the balance ledger, but ${usedAmount} according to its rows.`,
    ]);
  }
});

test("verification reports a refund whose amount differs from its transaction's amount", async () => {
  const { id } = await createMoneyCalls(fixture).createRefund(order.id, { amount: "1.00" });
  const buildAmountUpdate = (amount: number) => `update refunds set amount = ${amount} where id = ${id}`;
  const errors = await verifyAfter(buildAmountUpdate(2), buildAmountUpdate(1));
  assert.ok(errors.includes(`Refund ${id}: amount is 2, but in its transaction it is 1.`), errors.join("\n"));
});

test("verification reports an order whose totals differ from its rows", async () => {
  for (const [column, correctValue] of [
    ["total_line_items_price", 30],
    ["subtotal_price", 27],
    ["total_discount", 4],
    ["total_shipping", 4.5],
    ["total_tax", Number(order.total_tax)],
    ["total_price", Number(order.total_price)],
  ] as const) {
    const buildColumnUpdate = (value: number) =>
      `update orders set ${column} = ${value} where id = ${order.id}`;
    assert.deepEqual(
      await verifyAfter(buildColumnUpdate(correctValue + 1), buildColumnUpdate(correctValue)),
      [
        `Order ${order.id}: ${column} is ${correctValue + 1}, but should be ${correctValue} according to its rows.`,
      ],
    );
  }
  const buildLineTaxUpdate = (change: number) =>
    `update order_lines set total_tax = total_tax + ${change} where order_id = ${order.id}`;
  const tax = Number(order.total_tax);
  assert.deepEqual(await verifyAfter(buildLineTaxUpdate(1), buildLineTaxUpdate(-1)), [
    `Order ${order.id}: the total tax of its lines is ${tax + 1}, but should be ${tax} according to its rows.`,
  ]);
});
