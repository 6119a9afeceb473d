import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { maxPayments, maxRefunds, operations } from "@souk/contract";
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

const takeTopics = async () => (await fixture.takeEvents()).map(({ topic }) => topic).sort();

test("an order that is paid in parts and overpaid publishes order/paid only once", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  await fixture.takeEvents();
  const firstSale = await money.createTransaction(id, { kind: "sale", amount: 10, reference: " TT-1 " });
  assert.deepEqual([firstSale.status, firstSale.amount, firstSale.reference], ["success", "10.00", "TT-1"]);
  assert.deepEqual(await takeTopics(), ["order/partially_paid", "order/update"]);
  await money.createTransaction(id, { kind: "sale", amount: "20.00" });
  assert.deepEqual(await takeTopics(), ["order/paid", "order/update"]);
  await money.createTransaction(id, { kind: "sale", amount: "5.50" });
  assert.deepEqual(await takeTopics(), ["order/update"]);
  const order = await fixture.getOrder(id);
  assert.deepEqual(
    [order.financial_status, order.total_paid, order.overpaid_amount, order.amount_due],
    ["paid", "35.50", "5.50", "0.00"],
  );
  assert.deepEqual(order.transactions[0], firstSale);
  await fixture.assertConsistent();
});

test("a refund does not increase the amount due of an order", async () => {
  const { id } = await money.placeOrderOfAmount("10.00");
  await money.createTransaction(id, { kind: "sale", amount: "6.00" });
  await money.createRefund(id, { amount: "6.00" });
  assert.equal((await fixture.getOrder(id)).amount_due, "4.00");
  await fixture.takeEvents();
  await money.createTransaction(id, { kind: "sale", amount: "4.00" });
  assert.deepEqual(await takeTopics(), ["order/paid", "order/update"]);
  await money.createTransaction(id, { kind: "sale", amount: "6.00" });
  assert.deepEqual(await takeTopics(), ["order/update"]);
  const { total_paid, amount_due, overpaid_amount, financial_status } = await fixture.getOrder(id);
  assert.deepEqual(
    [total_paid, amount_due, overpaid_amount, financial_status],
    ["16.00", "0.00", "0.00", "partially_refunded"],
  );
  await fixture.assertConsistent();
});

test("an authorization can be captured in part, and what remains can be voided", async () => {
  const { id } = await money.placeOrderOfAmount("50.00");
  const authorization = await money.createTransaction(id, {
    kind: "authorization",
    amount: "50.00",
    gateway: { type: "cards", title: "Cards", method: "visa" },
  });
  assert.equal((await fixture.getOrder(id)).financial_status, "authorized");
  const capture = await money.createTransaction(id, { kind: "capture", amount: "20.00" });
  assert.deepEqual([capture.parent_id, capture.gateway], [authorization.id, authorization.gateway]);
  assert.equal(
    await catchErrorText(money.createTransaction(id, { kind: "capture", amount: "30.01" })),
    "invalid amount",
  );
  const voidTransaction = await money.createTransaction(id, { kind: "void" });
  assert.deepEqual([voidTransaction.amount, voidTransaction.parent_id], ["30.00", authorization.id]);
  assert.equal(await catchErrorText(money.createTransaction(id, { kind: "capture" })), "invalid parent_id");
  const order = await fixture.getOrder(id);
  assert.deepEqual([order.financial_status, order.total_paid], ["partially_paid", "20.00"]);
  await fixture.assertConsistent();
});

test("a capture without an amount captures what remains of its authorization", async () => {
  const { id } = await money.placeOrderOfAmount("50.00");
  const firstAuthorization = await money.createTransaction(id, { kind: "authorization", amount: "30.00" });
  await money.createTransaction(id, { kind: "authorization", amount: "20.00" });
  assert.equal(await catchErrorText(money.createTransaction(id, { kind: "capture" })), "invalid parent_id");
  const capture = await money.createTransaction(id, { kind: "capture", parent_id: firstAuthorization.id });
  assert.equal(capture.amount, "30.00");
  assert.equal((await money.createTransaction(id, { kind: "capture" })).amount, "20.00");
  assert.equal((await fixture.getOrder(id)).financial_status, "paid");
});

test("a cash on delivery payment is pending until its result is reported", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  const cashOnDelivery = { kind: "sale", amount: "30.00", gateway: { type: "cash_on_delivery" } };
  const pendingSale = await money.createTransaction(id, cashOnDelivery);
  assert.equal(pendingSale.status, "pending");
  assert.equal((await fixture.getOrder(id)).financial_status, "pending");
  await fixture.takeEvents();
  const paidSale = await money.updateTransaction(id, pendingSale.id, { status: "success", reference: "C-1" });
  assert.deepEqual([paidSale.status, paidSale.reference], ["success", "C-1"]);
  assert.deepEqual(await takeTopics(), ["order/paid", "order/update"]);
  assert.deepEqual(await money.updateTransaction(id, pendingSale.id, { status: "success" }), paidSale);
  assert.deepEqual(await takeTopics(), []);
  assert.equal(
    await catchErrorText(money.updateTransaction(id, pendingSale.id, { status: "failure" })),
    "conflict status",
  );
  assert.equal(
    await catchErrorText(money.updateTransaction(id, 987654321, { status: "failure" })),
    "not_found",
  );
});

test("a transaction's processed_at does not change when its reference is changed", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  const immediateSale = await money.createTransaction(id, { kind: "sale", amount: "10.00" });
  assert.equal(immediateSale.processed_at, immediateSale.created_at);
  const pendingSale = await money.createTransaction(id, { kind: "sale", amount: "20.00", status: "pending" });
  assert.equal(pendingSale.processed_at, null);
  const paidSale = await money.updateTransaction(id, pendingSale.id, { status: "success" });
  assert.equal(paidSale.processed_at, paidSale.updated_at);
  // The previous release wrote rows without processed_at.
  await fixture.db.database.query("update order_transactions set processed_at = null where id = $1", [
    paidSale.id,
  ]);
  await fixture.takeEvents();
  assert.deepEqual(
    await money.updateTransaction(id, pendingSale.id, { status: "success", reference: " " }),
    paidSale,
  );
  assert.deepEqual(await takeTopics(), []);
  for (const reference of ["C-1", "C-2"]) {
    const editedSale = await money.updateTransaction(id, pendingSale.id, { status: "success", reference });
    assert.equal(editedSale.processed_at, paidSale.processed_at);
    assert.ok(Date.parse(editedSale.updated_at) > Date.parse(paidSale.updated_at));
  }
});

test("a pending capture reserves a part of the authorization until the capture fails", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  await money.createTransaction(id, { kind: "authorization", amount: "30.00" });
  const pendingCapture = await money.createTransaction(id, {
    kind: "capture",
    amount: "20.00",
    status: "pending",
  });
  assert.equal(
    await catchErrorText(money.createTransaction(id, { kind: "capture", amount: "10.01" })),
    "invalid amount",
  );
  await money.updateTransaction(id, pendingCapture.id, { status: "failure" });
  assert.equal((await money.createTransaction(id, { kind: "capture" })).amount, "30.00");
});

test("store credit and points are charged immediately, up to the customer's balance", async () => {
  const customer_id = await money.createCustomer("15.00", 100);
  const { id } = await money.placeOrderOfAmount("30.00", { customer_id });
  const creditSale = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  await money.createTransaction(id, creditSale);
  assert.equal(await catchErrorText(money.createTransaction(id, creditSale)), "conflict amount");
  const pointSale = { kind: "sale", amount: "5.00", points: 80, gateway: { type: "point" } };
  await money.createTransaction(id, pointSale);
  assert.equal(await catchErrorText(money.createTransaction(id, pointSale)), "conflict points");
  assert.deepEqual(await money.getBalances(customer_id), {
    total_credit: "5.00",
    total_point: 20,
    total_spent: "15.00",
  });
  const order = await fixture.getOrder(id);
  assert.deepEqual([order.credit_used, order.point_used, order.total_paid], ["10.00", 80, "15.00"]);
  await fixture.assertConsistent();
});

test("store credit of a deleted customer cannot pay for an order", async () => {
  const customer_id = await money.createCustomer("15.00", 0);
  const { id } = await money.placeOrderOfAmount("30.00", { customer_id });
  await fixture.call(operations.deleteCustomer, { params: { id: customer_id } });
  const creditSale = { kind: "sale", amount: "10.00", gateway: { type: "credit" } };
  assert.equal(await catchErrorText(money.createTransaction(id, creditSale)), "conflict customer_id");
  assert.equal((await fixture.getOrder(id)).total_paid, "0.00");
});

test("fields that are invalid for a transaction's kind are rejected with their paths", async () => {
  const order = await money.placeOrderOfAmount("30.00");
  const { id } = order;
  const catchCreateError = (body: object) => catchErrorText(money.createTransaction(id, body));
  assert.equal(await catchCreateError({ kind: "sale" }), "invalid amount");
  assert.equal(await catchCreateError({ kind: "sale", amount: 0 }), "invalid amount");
  assert.equal(await catchCreateError({ kind: "sale", amount: "1.001" }), "invalid amount");
  assert.equal(await catchCreateError({ kind: "sale", amount: 1, points: 3 }), "invalid points");
  assert.equal(await catchCreateError({ kind: "sale", amount: 1, parent_id: 1 }), "invalid parent_id");
  assert.equal(
    await catchCreateError({ kind: "sale", amount: 1, gateway: { type: "credit" } }),
    "invalid gateway.type",
  );
  assert.equal(await catchCreateError({ kind: "capture" }), "invalid parent_id");
  assert.equal(await catchCreateError({ kind: "void" }), "invalid parent_id");
  assert.equal(await catchCreateError({ kind: "refund" }), "invalid amount");
  const { id: authorizationId } = await money.createTransaction(id, { kind: "authorization", amount: 9 });
  assert.equal(await catchCreateError({ kind: "void", amount: 1 }), "invalid amount");
  assert.equal(await catchCreateError({ kind: "void", status: "pending" }), "invalid status");
  assert.equal(await catchCreateError({ kind: "refund", parent_id: authorizationId }), "invalid parent_id");
  assert.equal(
    await catchCreateError({ kind: "capture", gateway: { type: "credit" }, points: 1 }),
    "invalid gateway.type points",
  );
  assert.equal((await fixture.getOrder(id)).transactions.length, 1);
  assert.equal(
    await catchErrorText(money.createTransaction(987654321, { kind: "sale", amount: 1 })),
    "not_found",
  );
});

test("a transaction of kind refund also creates a refund and publishes refund/create", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  const sale = await money.createTransaction(id, { kind: "sale", amount: "30.00" });
  await fixture.takeEvents();
  const refundTransaction = await money.createTransaction(id, {
    kind: "refund",
    amount: "12.00",
    reference: "RF-1",
  });
  assert.deepEqual(
    [refundTransaction.parent_id, refundTransaction.amount, refundTransaction.reference],
    [sale.id, "12.00", "RF-1"],
  );
  const { refunds, financial_status } = await fixture.getOrder(id);
  assert.deepEqual(
    [refunds[0]?.transaction_id, refunds[0]?.amount, refunds[0]?.reference_number, financial_status],
    [refundTransaction.id, "12.00", "RF-1", "partially_refunded"],
  );
  const events = await fixture.takeEvents();
  assert.deepEqual(events.map(({ topic }) => topic).sort(), ["order/update", "refund/create"]);
  const refundEvent = events.find(({ topic }) => topic === "refund/create");
  assert.deepEqual(JSON.parse(refundEvent?.payload ?? ""), { refund: refunds[0] });
});

test("an order has a maximum number of payments and of refunds", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  const { store } = fixture.seededStore;
  const { database } = fixture.db;
  await database.query(
    `insert into order_transactions (store_id, order_id, kind, status, amount, gateway_type, gateway_title, gateway_method,
       reference, created_at, updated_at)
     select $1, $2, 'authorization', status, 1, 'manual', '', '', '', now(), now()
     from generate_series(1, $3::integer), unnest(array['failure', 'pending']) as status`,
    [store.id, id, maxPayments - 1],
  );
  await money.createTransaction(id, { kind: "sale", amount: "30.00" });
  assert.equal(
    await catchErrorText(money.createTransaction(id, { kind: "sale", amount: "1.00" })),
    "conflict transactions",
  );
  await database.query(
    `insert into refunds (store_id, order_id, status, amount, note, reference_number, created_at, updated_at)
     select $1, $2, 'cancelled', 0, '', '', now(), now() from generate_series(1, $3::integer)`,
    [store.id, id, maxRefunds - 1],
  );
  await money.createRefund(id, { amount: "1.00" });
  assert.equal(await catchErrorText(money.createRefund(id, { amount: "1.00" })), "conflict refunds");
});

test("failed payments never block a successful payment", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  const createSale = (status: string) =>
    money.createTransaction(id, { kind: "sale", amount: "15.00", status });
  const pendingSale = await createSale("pending");
  await fixture.db.database.query(
    `insert into order_transactions (store_id, order_id, kind, status, amount, gateway_type, gateway_title, gateway_method,
       reference, created_at, updated_at)
     select $1, $2, 'sale', 'failure', 1, 'manual', '', '', '', now(), now() from generate_series(1, $3::integer)`,
    [fixture.seededStore.store.id, id, maxPayments - 1],
  );
  for (const status of ["failure", "pending"])
    assert.equal(await catchErrorText(createSale(status)), "conflict transactions", status);
  await money.updateTransaction(id, pendingSale.id, { status: "failure" });
  assert.equal(await catchErrorText(createSale("failure")), "conflict transactions");
  await createSale("success");
  await createSale("success");
  assert.equal((await fixture.getOrder(id)).financial_status, "paid");
});
