import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { refusalText } from "../../../routing/testing/refusal-of.ts";
import { type MoneyCalls, moneyCalls } from "../testing/money-calls.ts";
import { type OrdersRig, ordersRig } from "../testing/orders-rig.ts";

let rig: OrdersRig;
let money: MoneyCalls;

before(async () => {
  rig = await ordersRig();
  money = moneyCalls(rig);
});
after(() => rig.stop());

test("a cancelled order takes no more money, but what was promised before, and gives back what it has", async () => {
  const { id } = await money.placeFor("30.00");
  await money.record(id, { kind: "sale", amount: "30.00" });
  const pending = { kind: "sale", amount: "5.00", status: "pending" };
  const [late, never] = [await money.record(id, pending), await money.record(id, pending)];
  await rig.on(operations.cancelOrder, id);
  for (const kind of ["sale", "authorization", "capture"])
    assert.equal(await refusalText(money.record(id, { kind, amount: 1 })), "conflict status");
  await money.end(id, late.id, { status: "success" });
  await money.end(id, never.id, { status: "failure" });
  assert.deepEqual([(await rig.get(id)).total_paid, (await rig.get(id)).amount_due], ["35.00", "0.00"]);
  await money.record(id, { kind: "refund", parent_id: late.id });
  await money.record(id, { kind: "refund" });
  assert.equal((await rig.get(id)).financial_status, "refunded");
  await rig.assertSound();
});

test("what was being captured when an order was cancelled is taken and can be refunded, or fails and is voided", async () => {
  for (const status of ["success", "failure"]) {
    const { id } = await money.placeFor("100.00");
    const { id: held } = await money.record(id, { kind: "authorization", amount: "100.00" });
    const capture = await money.record(id, { kind: "capture", amount: "60.00", status: "pending" });
    await rig.on(operations.cancelOrder, id);
    await money.end(id, capture.id, { status });
    const isTaken = status === "success";
    const ended = await rig.get(id);
    assert.deepEqual(
      ended.transactions.filter(({ kind }) => kind === "void").map((row) => [row.amount, row.parent_id]),
      [["40.00", held], ...(isTaken ? [] : [["60.00", held]])],
    );
    assert.deepEqual(
      [ended.financial_status, ended.total_paid],
      isTaken ? ["partially_paid", "60.00"] : ["voided", "0.00"],
    );
    assert.deepEqual(await money.end(id, capture.id, { status }), ended.transactions[1]);
    assert.deepEqual(await rig.get(id), ended);
    if (isTaken) assert.equal((await money.refund(id)).amount, "60.00");
    await rig.assertSound();
  }
});

test("money of a cancelled order is told as a change of it, not as an order that was paid and may be sent", async () => {
  for (const amount of ["30.00", "10.00"]) {
    const { id } = await money.placeFor("30.00");
    const sale = await money.record(id, { kind: "sale", amount, status: "pending" });
    await rig.on(operations.cancelOrder, id);
    await rig.told();
    await money.end(id, sale.id, { status: "success" });
    assert.deepEqual(
      (await rig.told()).map(({ topic }) => topic),
      ["order/update"],
    );
    assert.equal((await rig.get(id)).total_paid, amount);
  }
});

test("an authorization that is told after its order was cancelled is voided at once", async () => {
  const { id } = await money.placeFor("30.00");
  const held = await money.record(id, { kind: "authorization", amount: "30.00", status: "pending" });
  await rig.on(operations.cancelOrder, id);
  await money.end(id, held.id, { status: "success" });
  const { transactions, financial_status } = await rig.get(id);
  assert.deepEqual(
    transactions.map(({ kind, amount, status }) => [kind, amount, status]),
    [
      ["authorization", "30.00", "success"],
      ["void", "30.00", "success"],
    ],
  );
  assert.equal(financial_status, "voided");
  await rig.assertSound();
});

test("what a cancellation gives back of credit and points is told as the refunds that it is", async () => {
  const customer_id = await money.newBuyer("20.00", 100);
  const { id } = await money.placeFor("30.00", { customer_id });
  await money.record(id, { kind: "sale", amount: "20.00", gateway: { type: "credit" } });
  await money.record(id, { kind: "sale", amount: "10.00", points: 100, gateway: { type: "point" } });
  await rig.told();
  const { refunds } = await rig.on(operations.cancelOrder, id);
  assert.deepEqual(
    refunds.map(({ amount }) => amount),
    ["20.00", "10.00"],
  );
  const told = (await rig.told()).filter(({ topic }) => topic === "refund/create");
  assert.deepEqual(
    told.map(({ payload }) => JSON.parse(payload ?? "")),
    refunds.map((refund) => ({ refund })),
  );
  await rig.assertSound();
});
