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

const buildSale = (amount: string) => ({ kind: "sale", amount });

/** Place a paid order for all units of a new variant. */
async function placePaidOrder(quantity: number) {
  const variant = await fixture.createVariant(quantity);
  const order = await fixture.placeOrder({
    line_items: [{ variant_id: variant, quantity }],
    transactions: [buildSale(`${quantity * 10}.00`)],
  });
  return { variant, id: order.id, lineId: order.line_items[0]?.id ?? 0 };
}

test("a refund without an amount refunds the whole payment", async () => {
  const { id } = await money.placeOrderOfAmount("30.00", { transactions: [buildSale("30.00")] });
  const refund = await money.createRefund(id);
  const { transactions, refunds, ...order } = await fixture.getOrder(id);
  assert.deepEqual(refunds, [refund]);
  assert.deepEqual([refund.amount, refund.transaction_id], ["30.00", transactions[1]?.id]);
  assert.deepEqual([transactions[1]?.kind, transactions[1]?.parent_id], ["refund", transactions[0]?.id]);
  assert.deepEqual([order.financial_status, order.total_refund_amount], ["refunded", "30.00"]);
  assert.equal(await catchErrorText(money.createRefund(id)), "invalid amount");
  await fixture.assertConsistent();
});

test("a refund refunds only one payment, by default the newest one that covers the amount", async () => {
  const { id, transactions } = await money.placeOrderOfAmount("60.00", {
    transactions: [buildSale("40.00"), buildSale("20.00")],
  });
  const [largeId, smallId] = transactions.map((transaction) => transaction.id);
  assert.equal(await catchErrorText(money.createRefund(id)), "invalid transaction_id");
  assert.equal(await catchErrorText(money.createRefund(id, { amount: "60.01" })), "invalid amount");
  assert.equal(
    await catchErrorText(money.createRefund(id, { amount: "20.01", transaction_id: smallId })),
    "invalid amount",
  );
  assert.equal(
    await catchErrorText(money.createRefund(id, { transaction_id: 987654321 })),
    "invalid transaction_id",
  );
  const findParentId = async (refund: { transaction_id: number | null }) =>
    (await fixture.getOrder(id)).transactions.find((row) => row.id === refund.transaction_id)?.parent_id;
  assert.equal(await findParentId(await money.createRefund(id, { amount: "15.00" })), smallId);
  assert.equal(await findParentId(await money.createRefund(id, { amount: "6.00" })), largeId);
  const lastRefund = await money.createRefund(id, { transaction_id: largeId });
  assert.deepEqual([lastRefund.amount, await findParentId(lastRefund)], ["34.00", largeId]);
  assert.equal(
    await catchErrorText(money.createRefund(id, { transaction_id: largeId })),
    "invalid transaction_id",
  );
  await fixture.assertConsistent();
});

test("refunded unfulfilled units are restocked and will not ship", async () => {
  const { variant, id, lineId } = await placePaidOrder(3);
  await fixture.takeEvents();
  const refund = await money.createRefund(id, { restock_items: [{ line_item_id: lineId, quantity: 2 }] });
  assert.deepEqual([refund.amount, refund.transaction_id], ["0.00", null]);
  assert.deepEqual(await fixture.getStock(variant), { available: 2, committed: 1 });
  const order = await fixture.getOrder(id);
  assert.deepEqual(
    [order.line_items[0]?.refunded_quantity, order.line_items[0]?.unfulfilled_quantity],
    [2, 1],
  );
  assert.equal(order.financial_status, "paid");
  const productEvent = (await fixture.takeEvents()).find(({ topic }) => topic === "product/update");
  assert.equal(productEvent?.context, "refund/create");
  const tooManyUnits = { restock_items: [{ line_item_id: lineId, quantity: 2 }] };
  assert.equal(
    await catchErrorText(money.createRefund(id, tooManyUnits)),
    "invalid restock_items.0.quantity",
  );
  const sameLineTwice = [1, 1].map((quantity) => ({ line_item_id: lineId, quantity }));
  assert.equal(
    await catchErrorText(money.createRefund(id, { restock_items: sameLineTwice })),
    "invalid restock_items.1.quantity",
  );
  await fixture.assertConsistent();
});

test("units are restocked only at an active location of the store", async () => {
  const { variant, id, lineId } = await placePaidOrder(2);
  const { primaryLocationId, secondLocationId } = fixture.seededStore;
  const buildRestockAt = (location_id: number) => ({
    restock_items: [{ line_item_id: lineId, quantity: 1, location_id }],
  });
  assert.equal(
    await catchErrorText(money.createRefund(id, buildRestockAt(987654321))),
    "invalid restock_items.0.location_id",
  );
  await fixture.db.database.query("update locations set is_active = false where id = $1", [secondLocationId]);
  assert.equal(
    await catchErrorText(money.createRefund(id, buildRestockAt(secondLocationId))),
    "invalid restock_items.0.location_id",
  );
  await fixture.db.database.query("update locations set is_active = true where id = $1", [secondLocationId]);
  await money.createRefund(id, buildRestockAt(secondLocationId));
  assert.deepEqual(await fixture.getStock(variant, secondLocationId), { available: 1, committed: 0 });
  assert.deepEqual(await fixture.getStock(variant, primaryLocationId), { available: 0, committed: 1 });
  await fixture.assertConsistent();
});

test("an invalid refund is rejected with the path of the invalid field", async () => {
  const { id } = await placePaidOrder(1);
  const otherOrder = await placePaidOrder(1);
  const restock_items = [{ line_item_id: otherOrder.lineId, quantity: 1 }];
  assert.equal(
    await catchErrorText(money.createRefund(id, { restock_items })),
    "invalid restock_items.0.line_item_id",
  );
  assert.equal(await catchErrorText(money.createRefund(id, { amount: 0 })), "invalid amount");
  assert.equal(
    await catchErrorText(money.createRefund(id, { amount: "x", restock_items: [] })),
    "invalid amount",
  );
  const restockOfOwnLine = [{ line_item_id: (await fixture.getOrder(id)).line_items[0]?.id, quantity: 1 }];
  assert.equal(
    await catchErrorText(money.createRefund(id, { amount: "", restock_items: restockOfOwnLine })),
    "invalid amount",
  );
  assert.equal(
    await catchErrorText(money.createRefund(id, { note: "ä".repeat(33 * 1024), amount: 1 })),
    "invalid note",
  );
  assert.equal(await catchErrorText(money.createRefund(987654321)), "not_found");
});

test("canceling a refund makes its order paid again, but keeps restocked units in stock by default", async () => {
  const { variant, id, lineId } = await placePaidOrder(2);
  const restock_items = [{ line_item_id: lineId, quantity: 1 }];
  const refund = await money.createRefund(id, { amount: "10.00", restock_items });
  await fixture.takeEvents();
  const canceledRefund = await money.cancelRefund(id, refund.id);
  assert.deepEqual(
    [canceledRefund.status, canceledRefund.restock_items[0]?.is_reverted],
    ["cancelled", false],
  );
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["order/update", "refund/cancel"]);
  assert.deepEqual(JSON.parse(events.find(({ topic }) => topic === "refund/cancel")?.payload ?? ""), {
    refund: canceledRefund,
  });
  const order = await fixture.getOrder(id);
  assert.deepEqual([order.financial_status, order.total_refund_amount], ["paid", "0.00"]);
  assert.deepEqual(await fixture.getStock(variant), { available: 1, committed: 1 });
  assert.deepEqual(await money.cancelRefund(id, refund.id, { is_revert_restock: true }), canceledRefund);
  assert.deepEqual(await fixture.takeEvents(), []);
  const otherRefund = await money.createRefund(id, { amount: "20.00", restock_items });
  await money.cancelRefund(id, otherRefund.id, { is_revert_restock: true });
  assert.deepEqual(await fixture.getStock(variant), { available: 1, committed: 1 });
  assert.equal((await fixture.getOrder(id)).line_items[0]?.refunded_quantity, 1);
  await fixture.assertConsistent();
});

test("a refund's restock cannot be reverted after its units were sold again", async () => {
  const { variant, id, lineId } = await placePaidOrder(1);
  const refund = await money.createRefund(id, {
    amount: "10.00",
    restock_items: [{ line_item_id: lineId, quantity: 1 }],
  });
  await fixture.placeOrder({ line_items: [{ variant_id: variant, quantity: 1 }] });
  const cancellation = money.cancelRefund(id, refund.id, { is_revert_restock: true });
  assert.equal(await catchErrorText(cancellation), "conflict line_items");
  const order = await fixture.getOrder(id);
  assert.deepEqual([order.refunds[0]?.status, order.financial_status], ["created", "refunded"]);
  await fixture.assertConsistent();
});

test("units that were restocked before their order was canceled stay in stock", async () => {
  const { id, lineId } = await placePaidOrder(2);
  const refund = await money.createRefund(id, { restock_items: [{ line_item_id: lineId, quantity: 1 }] });
  await fixture.callOnOrder(operations.cancelOrder, id);
  const cancellation = money.cancelRefund(id, refund.id, { is_revert_restock: true });
  assert.equal(await catchErrorText(cancellation), "conflict is_revert_restock");
  const secondRefund = money.createRefund(id, { restock_items: [{ line_item_id: lineId, quantity: 1 }] });
  assert.equal(await catchErrorText(secondRefund), "invalid restock_items.0.quantity");
  assert.equal((await money.cancelRefund(id, refund.id)).status, "cancelled");
  await fixture.assertConsistent();
});

test("a refund returns store credit, and it returns loyalty points in proportion to the refunded amount", async () => {
  const customer_id = await money.createCustomer("50.00", 100);
  const { id } = await money.placeOrderOfAmount("60.00", { customer_id });
  const creditSale = await money.createTransaction(id, {
    ...buildSale("30.00"),
    gateway: { type: "credit" },
  });
  const pointSale = await money.createTransaction(id, {
    ...buildSale("30.00"),
    points: 100,
    gateway: { type: "point" },
  });
  const pointRefund = await money.createRefund(id, { amount: "10.00", transaction_id: pointSale.id });
  assert.equal((await money.getBalances(customer_id)).total_point, 33);
  await money.createRefund(id, { amount: "20.00", transaction_id: pointSale.id });
  assert.equal((await money.getBalances(customer_id)).total_point, 100);
  const creditRefund = await money.createRefund(id, { transaction_id: creditSale.id });
  assert.deepEqual(await money.getBalances(customer_id), {
    total_credit: "50.00",
    total_point: 100,
    total_spent: "0.00",
  });
  await money.cancelRefund(id, pointRefund.id);
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

test("canceling an order refunds the points that were not refunded before", async () => {
  const customer_id = await money.createCustomer("0", 90);
  const { id } = await money.placeOrderOfAmount("30.00", { customer_id });
  await money.createTransaction(id, { ...buildSale("30.00"), points: 90, gateway: { type: "point" } });
  await money.createRefund(id, { amount: "10.00" });
  await fixture.callOnOrder(operations.cancelOrder, id);
  assert.equal((await money.getBalances(customer_id)).total_point, 90);
  assert.equal((await fixture.getOrder(id)).point_used, 0);
  await fixture.assertConsistent();
});

test("an order with refunded store credit cannot be assigned to another customer", async () => {
  const customer_id = await money.createCustomer("10.00", 0);
  const { id } = await money.placeOrderOfAmount("10.00", { customer_id });
  await money.createTransaction(id, { ...buildSale("10.00"), gateway: { type: "credit" } });
  await money.createRefund(id);
  const otherCustomerId = await fixture.createCustomer();
  assert.equal(
    await catchErrorText(fixture.callOnOrder(operations.updateOrder, id, { customer_id: otherCustomerId })),
    "invalid customer_id",
  );
});
