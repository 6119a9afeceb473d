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

test("a cancelled order accepts only payments that were pending before", async () => {
  const { id } = await money.placeFor("30.00");
  await money.record(id, { kind: "sale", amount: "30.00" });
  const pending = { kind: "sale", amount: "5.00", status: "pending" };
  const [succeeding, failing] = [await money.record(id, pending), await money.record(id, pending)];
  await fixture.callOnOrder(operations.cancelOrder, id);
  for (const kind of ["sale", "authorization", "capture"])
    assert.equal(await catchErrorText(money.record(id, { kind, amount: 1 })), "conflict status");
  await money.end(id, succeeding.id, { status: "success" });
  await money.end(id, failing.id, { status: "failure" });
  assert.deepEqual(
    [(await fixture.get(id)).total_paid, (await fixture.get(id)).amount_due],
    ["35.00", "0.00"],
  );
  await money.record(id, { kind: "refund", parent_id: succeeding.id });
  await money.record(id, { kind: "refund" });
  assert.equal((await fixture.get(id)).financial_status, "refunded");
  await fixture.assertConsistent();
});

test("a capture that is pending at cancellation can still succeed or fail", async () => {
  for (const status of ["success", "failure"]) {
    const { id } = await money.placeFor("100.00");
    const { id: authorization } = await money.record(id, { kind: "authorization", amount: "100.00" });
    const capture = await money.record(id, { kind: "capture", amount: "60.00", status: "pending" });
    await fixture.callOnOrder(operations.cancelOrder, id);
    await money.end(id, capture.id, { status });
    const isCaptured = status === "success";
    const ended = await fixture.get(id);
    assert.deepEqual(
      ended.transactions.filter(({ kind }) => kind === "void").map((row) => [row.amount, row.parent_id]),
      [["40.00", authorization], ...(isCaptured ? [] : [["60.00", authorization]])],
    );
    assert.deepEqual(
      [ended.financial_status, ended.total_paid],
      isCaptured ? ["partially_paid", "60.00"] : ["voided", "0.00"],
    );
    assert.deepEqual(await money.end(id, capture.id, { status }), ended.transactions[1]);
    assert.deepEqual(await fixture.get(id), ended);
    if (isCaptured) assert.equal((await money.refund(id)).amount, "60.00");
    await fixture.assertConsistent();
  }
});

test("a payment of a cancelled order publishes order/update only, never order/paid", async () => {
  for (const amount of ["30.00", "10.00"]) {
    const { id } = await money.placeFor("30.00");
    const sale = await money.record(id, { kind: "sale", amount, status: "pending" });
    await fixture.callOnOrder(operations.cancelOrder, id);
    await fixture.takeEvents();
    await money.end(id, sale.id, { status: "success" });
    assert.deepEqual(
      (await fixture.takeEvents()).map(({ topic }) => topic),
      ["order/update"],
    );
    assert.equal((await fixture.get(id)).total_paid, amount);
  }
});

test("an authorization that succeeds after its order was cancelled is voided", async () => {
  const { id } = await money.placeFor("30.00");
  const authorization = await money.record(id, { kind: "authorization", amount: "30.00", status: "pending" });
  await fixture.callOnOrder(operations.cancelOrder, id);
  await money.end(id, authorization.id, { status: "success" });
  const { transactions, financial_status } = await fixture.get(id);
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

test("credit and points that a cancellation refunds are published as refunds", async () => {
  const customer_id = await money.newBuyer("20.00", 100);
  const { id } = await money.placeFor("30.00", { customer_id });
  await money.record(id, { kind: "sale", amount: "20.00", gateway: { type: "credit" } });
  await money.record(id, { kind: "sale", amount: "10.00", points: 100, gateway: { type: "point" } });
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
