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

test("a canceled order accepts only payments that were already pending", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  await money.createTransaction(id, { kind: "sale", amount: "30.00" });
  const pendingSale = { kind: "sale", amount: "5.00", status: "pending" };
  const [succeedingSale, failingSale] = [
    await money.createTransaction(id, pendingSale),
    await money.createTransaction(id, pendingSale),
  ];
  await fixture.callOnOrder(operations.cancelOrder, id);
  for (const kind of ["sale", "authorization", "capture"])
    assert.equal(await catchErrorText(money.createTransaction(id, { kind, amount: 1 })), "conflict status");
  await money.updateTransaction(id, succeedingSale.id, { status: "success" });
  await money.updateTransaction(id, failingSale.id, { status: "failure" });
  assert.deepEqual(
    [(await fixture.getOrder(id)).total_paid, (await fixture.getOrder(id)).amount_due],
    ["35.00", "0.00"],
  );
  await money.createTransaction(id, { kind: "refund", parent_id: succeedingSale.id });
  await money.createTransaction(id, { kind: "refund" });
  assert.equal((await fixture.getOrder(id)).financial_status, "refunded");
  await fixture.assertConsistent();
});

test("a capture that is pending when its order is canceled can still succeed or fail", async () => {
  for (const status of ["success", "failure"]) {
    const { id } = await money.placeOrderOfAmount("100.00");
    const { id: authorizationId } = await money.createTransaction(id, {
      kind: "authorization",
      amount: "100.00",
    });
    const capture = await money.createTransaction(id, {
      kind: "capture",
      amount: "60.00",
      status: "pending",
    });
    await fixture.callOnOrder(operations.cancelOrder, id);
    await money.updateTransaction(id, capture.id, { status });
    const isCaptured = status === "success";
    const updatedOrder = await fixture.getOrder(id);
    assert.deepEqual(
      updatedOrder.transactions
        .filter(({ kind }) => kind === "void")
        .map((row) => [row.amount, row.parent_id]),
      [["40.00", authorizationId], ...(isCaptured ? [] : [["60.00", authorizationId]])],
    );
    assert.deepEqual(
      [updatedOrder.financial_status, updatedOrder.total_paid],
      isCaptured ? ["partially_paid", "60.00"] : ["voided", "0.00"],
    );
    assert.deepEqual(await money.updateTransaction(id, capture.id, { status }), updatedOrder.transactions[1]);
    assert.deepEqual(await fixture.getOrder(id), updatedOrder);
    if (isCaptured) assert.equal((await money.createRefund(id)).amount, "60.00");
    await fixture.assertConsistent();
  }
});

test("a payment of a canceled order publishes only order/update, not order/paid", async () => {
  for (const amount of ["30.00", "10.00"]) {
    const { id } = await money.placeOrderOfAmount("30.00");
    const sale = await money.createTransaction(id, { kind: "sale", amount, status: "pending" });
    await fixture.callOnOrder(operations.cancelOrder, id);
    await fixture.takeEvents();
    await money.updateTransaction(id, sale.id, { status: "success" });
    assert.deepEqual(
      (await fixture.takeEvents()).map(({ topic }) => topic),
      ["order/update"],
    );
    assert.equal((await fixture.getOrder(id)).total_paid, amount);
  }
});

test("an authorization that succeeds after its order was canceled is voided", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  const authorization = await money.createTransaction(id, {
    kind: "authorization",
    amount: "30.00",
    status: "pending",
  });
  await fixture.callOnOrder(operations.cancelOrder, id);
  await money.updateTransaction(id, authorization.id, { status: "success" });
  const { transactions, financial_status } = await fixture.getOrder(id);
  assert.deepEqual(
    transactions.map(({ kind, amount, status }) => [kind, amount, status]),
    [
      ["authorization", "30.00", "success"],
      ["void", "30.00", "success"],
    ],
  );
  assert.equal(financial_status, "voided");
  await fixture.assertConsistent();
});

test("store credit and points refunded by a cancellation are published as refunds", async () => {
  const customer_id = await money.createCustomer("20.00", 100);
  const { id } = await money.placeOrderOfAmount("30.00", { customer_id });
  await money.createTransaction(id, { kind: "sale", amount: "20.00", gateway: { type: "credit" } });
  await money.createTransaction(id, {
    kind: "sale",
    amount: "10.00",
    points: 100,
    gateway: { type: "point" },
  });
  await fixture.takeEvents();
  const { refunds } = await fixture.callOnOrder(operations.cancelOrder, id);
  assert.deepEqual(
    refunds.map(({ amount }) => amount),
    ["20.00", "10.00"],
  );
  const events = (await fixture.takeEvents()).filter(({ topic }) => topic === "refund/create");
  assert.deepEqual(
    events.map(({ payload }) => JSON.parse(payload ?? "")),
    refunds.map((refund) => ({ refund })),
  );
  await fixture.assertConsistent();
});
