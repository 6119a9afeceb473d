import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { catchErrorText } from "../../../infrastructure/routing/testing/catch-api-error.ts";
import { createMoneyCalls, type MoneyCalls } from "../testing/money-calls.ts";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;
let money: MoneyCalls;

before(async () => {
  fixture = await createOrdersFixture();
  money = createMoneyCalls(fixture);
});
after(() => fixture.stop());

const sale = (amount: string) => ({ kind: "sale", amount });

/** Place a paid order of this many units of a variant, with this many left in stock. */
async function placeUnits(quantity: number, left = 0) {
  const variant = await fixture.newVariant(quantity + left);
  const order = await fixture.place({
    line_items: [{ variant_id: variant, quantity }],
    transactions: [sale(`${quantity * 10}.00`)],
  });
  return { variant, id: order.id, line: order.line_items[0]?.id ?? 0 };
}

test("a refund without details refunds everything paid, by the payment's gateway", async () => {
  const { id } = await money.placeFor("30.00", { transactions: [sale("30.00")] });
  const refund = await money.refund(id);
  const { transactions, refunds, ...order } = await fixture.get(id);
  assert.deepEqual(refunds, [refund]);
  assert.deepEqual([refund.amount, refund.transaction_id], ["30.00", transactions[1]?.id]);
  assert.deepEqual([transactions[1]?.kind, transactions[1]?.parent_id], ["refund", transactions[0]?.id]);
  assert.deepEqual([order.financial_status, order.total_refund_amount], ["refunded", "30.00"]);
  assert.equal(await catchErrorText(money.refund(id)), "invalid amount");
  await fixture.assertConsistent();
});

test("a refund uses the newest payment with enough left and cannot exceed a payment", async () => {
  const { id, transactions } = await money.placeFor("60.00", {
    transactions: [sale("40.00"), sale("20.00")],
  });
  const [large, small] = transactions.map((transaction) => transaction.id);
  assert.equal(await catchErrorText(money.refund(id)), "invalid transaction_id");
  assert.equal(await catchErrorText(money.refund(id, { amount: "60.01" })), "invalid amount");
  assert.equal(
    await catchErrorText(money.refund(id, { amount: "20.01", transaction_id: small })),
    "invalid amount",
  );
  assert.equal(
    await catchErrorText(money.refund(id, { transaction_id: 987654321 })),
    "invalid transaction_id",
  );
  const findParentId = async (refund: { transaction_id: number | null }) =>
    (await fixture.get(id)).transactions.find((row) => row.id === refund.transaction_id)?.parent_id;
  assert.equal(await findParentId(await money.refund(id, { amount: "15.00" })), small);
  assert.equal(await findParentId(await money.refund(id, { amount: "6.00" })), large);
  const rest = await money.refund(id, { transaction_id: large });
  assert.deepEqual([rest.amount, await findParentId(rest)], ["34.00", large]);
  assert.equal(await catchErrorText(money.refund(id, { transaction_id: large })), "invalid transaction_id");
  await fixture.assertConsistent();
});

test("refunded unsent units return to stock and will not ship", async () => {
  const { variant, id, line } = await placeUnits(3);
  await fixture.takeEvents();
  const refund = await money.refund(id, { restock_items: [{ line_item_id: line, quantity: 2 }] });
  assert.deepEqual([refund.amount, refund.transaction_id], ["0.00", null]);
  assert.deepEqual(await fixture.stock(variant), { available: 2, committed: 1 });
  const order = await fixture.get(id);
  assert.deepEqual(
    [order.line_items[0]?.refunded_quantity, order.line_items[0]?.unfulfilled_quantity],
    [2, 1],
  );
  assert.equal(order.financial_status, "paid");
  const stock = (await fixture.takeEvents()).find(({ topic }) => topic === "product/update");
  assert.equal(stock?.context, "refund/create");
  const tooMany = { restock_items: [{ line_item_id: line, quantity: 2 }] };
  assert.equal(await catchErrorText(money.refund(id, tooMany)), "invalid restock_items.0.quantity");
  const sameLineTwice = [1, 1].map((quantity) => ({ line_item_id: line, quantity }));
  assert.equal(
    await catchErrorText(money.refund(id, { restock_items: sameLineTwice })),
    "invalid restock_items.1.quantity",
  );
  await fixture.assertConsistent();
});

test("units are restocked only at an active location of the store", async () => {
  const { variant, id, line } = await placeUnits(2);
  const { primary, second } = fixture.seededStore;
  const restockAt = (location_id: number) => ({
    restock_items: [{ line_item_id: line, quantity: 1, location_id }],
  });
  assert.equal(
    await catchErrorText(money.refund(id, restockAt(987654321))),
    "invalid restock_items.0.location_id",
  );
  await fixture.db.database.query("update locations set is_active = false where id = $1", [second]);
  assert.equal(
    await catchErrorText(money.refund(id, restockAt(second))),
    "invalid restock_items.0.location_id",
  );
  await fixture.db.database.query("update locations set is_active = true where id = $1", [second]);
  await money.refund(id, restockAt(second));
  assert.deepEqual(await fixture.stock(variant, second), { available: 1, committed: 0 });
  assert.deepEqual(await fixture.stock(variant, primary), { available: 0, committed: 1 });
  await fixture.assertConsistent();
});

test("an invalid refund is rejected with the name of the invalid field", async () => {
  const { id } = await placeUnits(1);
  const other = await placeUnits(1);
  const restock_items = [{ line_item_id: other.line, quantity: 1 }];
  assert.equal(
    await catchErrorText(money.refund(id, { restock_items })),
    "invalid restock_items.0.line_item_id",
  );
  assert.equal(await catchErrorText(money.refund(id, { amount: 0 })), "invalid amount");
  assert.equal(await catchErrorText(money.refund(id, { amount: "x", restock_items: [] })), "invalid amount");
  const ownLine = [{ line_item_id: (await fixture.get(id)).line_items[0]?.id, quantity: 1 }];
  assert.equal(
    await catchErrorText(money.refund(id, { amount: "", restock_items: ownLine })),
    "invalid amount",
  );
  assert.equal(
    await catchErrorText(money.refund(id, { note: "ä".repeat(33 * 1024), amount: 1 })),
    "invalid note",
  );
  assert.equal(await catchErrorText(money.refund(987654321)), "not_found");
});

test("an undone refund counts as paid; its restocked units stay unless reverted", async () => {
  const { variant, id, line } = await placeUnits(2);
  const restock_items = [{ line_item_id: line, quantity: 1 }];
  const kept = await money.refund(id, { amount: "10.00", restock_items });
  await fixture.takeEvents();
  const cancelled = await money.cancelRefund(id, kept.id);
  assert.deepEqual([cancelled.status, cancelled.restock_items[0]?.is_reverted], ["cancelled", false]);
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["order/update", "refund/cancel"]);
  assert.deepEqual(JSON.parse(events.find(({ topic }) => topic === "refund/cancel")?.payload ?? ""), {
    refund: cancelled,
  });
  const order = await fixture.get(id);
  assert.deepEqual([order.financial_status, order.total_refund_amount], ["paid", "0.00"]);
  assert.deepEqual(await fixture.stock(variant), { available: 1, committed: 1 });
  assert.deepEqual(await money.cancelRefund(id, kept.id, { is_revert_restock: true }), cancelled);
  assert.deepEqual(await fixture.takeEvents(), []);
  const reverted = await money.refund(id, { amount: "20.00", restock_items });
  await money.cancelRefund(id, reverted.id, { is_revert_restock: true });
  assert.deepEqual(await fixture.stock(variant), { available: 1, committed: 1 });
  assert.equal((await fixture.get(id)).line_items[0]?.refunded_quantity, 1);
  await fixture.assertConsistent();
});

test("a refund cannot be undone with its units if they were sold since", async () => {
  const { variant, id, line } = await placeUnits(1);
  const refund = await money.refund(id, {
    amount: "10.00",
    restock_items: [{ line_item_id: line, quantity: 1 }],
  });
  await fixture.place({ line_items: [{ variant_id: variant, quantity: 1 }] });
  const undone = money.cancelRefund(id, refund.id, { is_revert_restock: true });
  assert.equal(await catchErrorText(undone), "conflict line_items");
  const order = await fixture.get(id);
  assert.deepEqual([order.refunds[0]?.status, order.financial_status], ["created", "refunded"]);
  await fixture.assertConsistent();
});

test("units that were restocked before an order was cancelled stay in stock", async () => {
  const { id, line } = await placeUnits(2);
  const refund = await money.refund(id, { restock_items: [{ line_item_id: line, quantity: 1 }] });
  await fixture.callOnOrder(operations.cancelOrder, id);
  const undone = money.cancelRefund(id, refund.id, { is_revert_restock: true });
  assert.equal(await catchErrorText(undone), "conflict is_revert_restock");
  const again = money.refund(id, { restock_items: [{ line_item_id: line, quantity: 1 }] });
  assert.equal(await catchErrorText(again), "invalid restock_items.0.quantity");
  assert.equal((await money.cancelRefund(id, refund.id)).status, "cancelled");
  await fixture.assertConsistent();
});

test("a refund returns store credit, and points in proportion, to the customer", async () => {
  const customer_id = await money.newBuyer("50.00", 100);
  const { id } = await money.placeFor("60.00", { customer_id });
  const credit = await money.record(id, { ...sale("30.00"), gateway: { type: "credit" } });
  const points = await money.record(id, { ...sale("30.00"), points: 100, gateway: { type: "point" } });
  const first = await money.refund(id, { amount: "10.00", transaction_id: points.id });
  assert.equal((await money.getBalances(customer_id)).total_point, 33);
  await money.refund(id, { amount: "20.00", transaction_id: points.id });
  assert.equal((await money.getBalances(customer_id)).total_point, 100);
  const creditRefund = await money.refund(id, { transaction_id: credit.id });
  assert.deepEqual(await money.getBalances(customer_id), {
    total_credit: "50.00",
    total_point: 100,
    total_spent: "0.00",
  });
  await money.cancelRefund(id, first.id);
  assert.equal((await money.getBalances(customer_id)).total_point, 67);
  const params = { customer_id };
  await fixture.call(operations.adjustCredit, { params, body: { adjustment_amount: "-20.01" } });
  assert.equal(await catchErrorText(money.cancelRefund(id, creditRefund.id)), "conflict amount");
  assert.deepEqual(await money.getBalances(customer_id), {
    total_credit: "29.99",
    total_point: 67,
    total_spent: "10.00",
  });
  await fixture.assertConsistent();
});

test("cancelling an order returns the points that were not refunded before", async () => {
  const customer_id = await money.newBuyer("0", 90);
  const { id } = await money.placeFor("30.00", { customer_id });
  await money.record(id, { ...sale("30.00"), points: 90, gateway: { type: "point" } });
  await money.refund(id, { amount: "10.00" });
  await fixture.callOnOrder(operations.cancelOrder, id);
  assert.equal((await money.getBalances(customer_id)).total_point, 90);
  assert.equal((await fixture.get(id)).point_used, 0);
  await fixture.assertConsistent();
});

test("an order with refunded store credit cannot change its customer", async () => {
  const customer_id = await money.newBuyer("10.00", 0);
  const { id } = await money.placeFor("10.00", { customer_id });
  await money.record(id, { ...sale("10.00"), gateway: { type: "credit" } });
  await money.refund(id);
  const other = await fixture.newCustomer();
  assert.equal(
    await catchErrorText(fixture.callOnOrder(operations.updateOrder, id, { customer_id: other })),
    "invalid customer_id",
  );
});
