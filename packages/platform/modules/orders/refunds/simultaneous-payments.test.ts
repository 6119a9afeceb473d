import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { createMoneyCalls, type MoneyCalls } from "../testing/money-calls.ts";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;
let money: MoneyCalls;

before(async () => {
  fixture = await createOrdersFixture({ maxConnections: 12 });
  money = createMoneyCalls(fixture);
});
after(() => fixture.stop());

/** Make eight calls simultaneously and count the successful ones. The other calls must fail with an API error. */
async function callEightTimes(call: () => Promise<unknown>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: 8 }, call));
  for (const result of results)
    if (result.status === "rejected" && !(result.reason instanceof ApiError)) throw result.reason;
  return results.filter(({ status }) => status === "fulfilled").length;
}

test("eight simultaneous refunds of one order never exceed the amount paid", async () => {
  const { id } = await money.placeOrderOfAmount("50.00", {
    transactions: [{ kind: "sale", amount: "50.00" }],
  });
  assert.equal(await callEightTimes(() => money.createRefund(id, { amount: "10.00" })), 5);
  const order = await fixture.getOrder(id);
  assert.deepEqual([order.total_refund_amount, order.refunds.length], ["50.00", 5]);
  await fixture.assertConsistent();
});

test("eight simultaneous captures of one authorization never exceed its amount", async () => {
  const { id } = await money.placeOrderOfAmount("50.00");
  const { id: parent_id } = await money.createTransaction(id, { kind: "authorization", amount: "50.00" });
  assert.equal(
    await callEightTimes(() => money.createTransaction(id, { kind: "capture", amount: "20.00", parent_id })),
    2,
  );
  assert.equal((await fixture.getOrder(id)).total_paid, "40.00");
  await fixture.assertConsistent();
});

test("eight simultaneous payments with store credit never exceed the customer's credit", async () => {
  const customer_id = await money.createCustomer("50.00", 0);
  const orders = await Promise.all(
    Array.from({ length: 8 }, () => money.placeOrderOfAmount("20.00", { customer_id })),
  );
  const ids = orders.map(({ id }) => id);
  const pay = () =>
    money.createTransaction(ids.pop() ?? 0, { kind: "sale", amount: "20.00", gateway: { type: "credit" } });
  assert.equal(await callEightTimes(pay), 2);
  assert.equal((await money.getBalances(customer_id)).total_credit, "10.00");
  await fixture.assertConsistent();
});

test("a refund that eight clients cancel simultaneously is canceled only once", async () => {
  const customer_id = await money.createCustomer("40.00", 0);
  const { id } = await money.placeOrderOfAmount("20.00", { customer_id });
  await money.createTransaction(id, { kind: "sale", amount: "20.00", gateway: { type: "credit" } });
  const refund = await money.createRefund(id);
  assert.equal(await callEightTimes(() => money.cancelRefund(id, refund.id)), 8);
  assert.equal((await money.getBalances(customer_id)).total_credit, "20.00");
  // The three transactions are the payment, its refund, and the one that voids the refund.
  assert.equal((await fixture.getOrder(id)).transactions.length, 3);
  await fixture.assertConsistent();
});
