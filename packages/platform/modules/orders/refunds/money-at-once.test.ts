import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Refusal } from "@souk/contract";
import { type MoneyCalls, moneyCalls } from "../testing/money-calls.ts";
import { type OrdersRig, ordersRig } from "../testing/orders-rig.ts";

let rig: OrdersRig;
let money: MoneyCalls;

before(async () => {
  rig = await ordersRig({ maxConnections: 12 });
  money = moneyCalls(rig);
});
after(() => rig.stop());

/** How many of eight calls at once were done; the others were refused. */
async function eightAtOnce(call: () => Promise<unknown>): Promise<number> {
  const calls = await Promise.allSettled(Array.from({ length: 8 }, call));
  for (const each of calls)
    if (each.status === "rejected" && !(each.reason instanceof Refusal)) throw each.reason;
  return calls.filter(({ status }) => status === "fulfilled").length;
}

test("eight clients who refund one order at once never give back more than was paid", async () => {
  const { id } = await money.placeFor("50.00", { transactions: [{ kind: "sale", amount: "50.00" }] });
  assert.equal(await eightAtOnce(() => money.refund(id, { amount: "10.00" })), 5);
  const order = await rig.get(id);
  assert.deepEqual([order.total_refund_amount, order.refunds.length], ["50.00", 5]);
  await rig.assertSound();
});

test("eight captures of one authorization at once never take more than was authorized", async () => {
  const { id } = await money.placeFor("50.00");
  const { id: parent_id } = await money.record(id, { kind: "authorization", amount: "50.00" });
  assert.equal(await eightAtOnce(() => money.record(id, { kind: "capture", amount: "20.00", parent_id })), 2);
  assert.equal((await rig.get(id)).total_paid, "40.00");
  await rig.assertSound();
});

test("eight orders paid at once with one customer's store credit never take more than they have", async () => {
  const customer_id = await money.newBuyer("50.00", 0);
  const orders = await Promise.all(Array.from({ length: 8 }, () => money.placeFor("20.00", { customer_id })));
  const ids = orders.map(({ id }) => id);
  const pay = () =>
    money.record(ids.pop() ?? 0, { kind: "sale", amount: "20.00", gateway: { type: "credit" } });
  assert.equal(await eightAtOnce(pay), 2);
  assert.equal((await money.balancesOf(customer_id)).total_credit, "10.00");
  await rig.assertSound();
});

test("a refund that eight clients undo at once is undone once", async () => {
  const customer_id = await money.newBuyer("40.00", 0);
  const { id } = await money.placeFor("20.00", { customer_id });
  await money.record(id, { kind: "sale", amount: "20.00", gateway: { type: "credit" } });
  const refund = await money.refund(id);
  assert.equal(await eightAtOnce(() => money.cancelRefund(id, refund.id)), 8);
  assert.equal((await money.balancesOf(customer_id)).total_credit, "20.00");
  assert.equal((await rig.get(id)).transactions.length, 3);
  await rig.assertSound();
});
