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

const sale = (amount: string) => ({ kind: "sale", amount });

/** A paid order of so many units, of a variant of which so many are left. */
async function placeUnits(quantity: number, left = 0) {
  const variant = await rig.newVariant(quantity + left);
  const order = await rig.place({
    line_items: [{ variant_id: variant, quantity }],
    transactions: [sale(`${quantity * 10}.00`)],
  });
  return { variant, id: order.id, line: order.line_items[0]?.id ?? 0 };
}

test("a refund that says nothing gives back all that is paid, in one transaction of the payment's gateway", async () => {
  const { id } = await money.placeFor("30.00", { transactions: [sale("30.00")] });
  const refund = await money.refund(id);
  const { transactions, refunds, ...order } = await rig.get(id);
  assert.deepEqual(refunds, [refund]);
  assert.deepEqual([refund.amount, refund.transaction_id], ["30.00", transactions[1]?.id]);
  assert.deepEqual([transactions[1]?.kind, transactions[1]?.parent_id], ["refund", transactions[0]?.id]);
  assert.deepEqual([order.financial_status, order.total_refund_amount], ["refunded", "30.00"]);
  assert.equal(await refusalText(money.refund(id)), "invalid amount");
  await rig.assertSound();
});

test("a refund comes from the newest payment with enough left, and no payment gives more than it took", async () => {
  const { id, transactions } = await money.placeFor("60.00", {
    transactions: [sale("40.00"), sale("20.00")],
  });
  const [large, small] = transactions.map((transaction) => transaction.id);
  assert.equal(await refusalText(money.refund(id)), "invalid transaction_id");
  assert.equal(await refusalText(money.refund(id, { amount: "60.01" })), "invalid amount");
  assert.equal(
    await refusalText(money.refund(id, { amount: "20.01", transaction_id: small })),
    "invalid amount",
  );
  assert.equal(await refusalText(money.refund(id, { transaction_id: 987654321 })), "invalid transaction_id");
  const parentOf = async (refund: { transaction_id: number | null }) =>
    (await rig.get(id)).transactions.find((row) => row.id === refund.transaction_id)?.parent_id;
  assert.equal(await parentOf(await money.refund(id, { amount: "15.00" })), small);
  assert.equal(await parentOf(await money.refund(id, { amount: "6.00" })), large);
  const rest = await money.refund(id, { transaction_id: large });
  assert.deepEqual([rest.amount, await parentOf(rest)], ["34.00", large]);
  assert.equal(await refusalText(money.refund(id, { transaction_id: large })), "invalid transaction_id");
  await rig.assertSound();
});

test("units that were not sent go back into stock and are not to be sent any more", async () => {
  const { variant, id, line } = await placeUnits(3);
  await rig.told();
  const refund = await money.refund(id, { restock_items: [{ line_item_id: line, quantity: 2 }] });
  assert.deepEqual([refund.amount, refund.transaction_id], ["0.00", null]);
  assert.deepEqual(await rig.stock(variant), { available: 2, committed: 1 });
  const order = await rig.get(id);
  assert.deepEqual(
    [order.line_items[0]?.refunded_quantity, order.line_items[0]?.unfulfilled_quantity],
    [2, 1],
  );
  assert.equal(order.financial_status, "paid");
  const stock = (await rig.told()).find(({ topic }) => topic === "product/update");
  assert.equal(stock?.context, "refund/create");
  const tooMany = { restock_items: [{ line_item_id: line, quantity: 2 }] };
  assert.equal(await refusalText(money.refund(id, tooMany)), "invalid restock_items.0.quantity");
  const twice = [1, 1].map((quantity) => ({ line_item_id: line, quantity }));
  assert.equal(
    await refusalText(money.refund(id, { restock_items: twice })),
    "invalid restock_items.1.quantity",
  );
  await rig.assertSound();
});

test("units are put back where the refund says, if that place is the store's and active", async () => {
  const { variant, id, line } = await placeUnits(2);
  const { primary, second } = rig.shop;
  const at = (location_id: number) => ({
    restock_items: [{ line_item_id: line, quantity: 1, location_id }],
  });
  assert.equal(await refusalText(money.refund(id, at(987654321))), "invalid restock_items.0.location_id");
  await rig.db.database.query("update locations set is_active = false where id = $1", [second]);
  assert.equal(await refusalText(money.refund(id, at(second))), "invalid restock_items.0.location_id");
  await rig.db.database.query("update locations set is_active = true where id = $1", [second]);
  await money.refund(id, at(second));
  assert.deepEqual(await rig.stock(variant, second), { available: 1, committed: 0 });
  assert.deepEqual(await rig.stock(variant, primary), { available: 0, committed: 1 });
  await rig.assertSound();
});

test("a refund of another order's line, and one of nothing, is refused by name", async () => {
  const { id } = await placeUnits(1);
  const other = await placeUnits(1);
  const restock_items = [{ line_item_id: other.line, quantity: 1 }];
  assert.equal(
    await refusalText(money.refund(id, { restock_items })),
    "invalid restock_items.0.line_item_id",
  );
  assert.equal(await refusalText(money.refund(id, { amount: 0 })), "invalid amount");
  assert.equal(await refusalText(money.refund(id, { amount: "x", restock_items: [] })), "invalid amount");
  const own = [{ line_item_id: (await rig.get(id)).line_items[0]?.id, quantity: 1 }];
  assert.equal(await refusalText(money.refund(id, { amount: "", restock_items: own })), "invalid amount");
  assert.equal(
    await refusalText(money.refund(id, { note: "ä".repeat(33 * 1024), amount: 1 })),
    "invalid note",
  );
  assert.equal(await refusalText(money.refund(987654321)), "not_found");
});

test("an undone refund counts as paid again and leaves the units where they are, unless they are to be taken back", async () => {
  const { variant, id, line } = await placeUnits(2);
  const restock_items = [{ line_item_id: line, quantity: 1 }];
  const kept = await money.refund(id, { amount: "10.00", restock_items });
  await rig.told();
  const cancelled = await money.cancelRefund(id, kept.id);
  assert.deepEqual([cancelled.status, cancelled.restock_items[0]?.is_reverted], ["cancelled", false]);
  const told = await rig.told();
  assert.deepEqual(told.map(({ topic }) => topic).sort(), ["order/update", "refund/cancel"]);
  assert.deepEqual(JSON.parse(told.find(({ topic }) => topic === "refund/cancel")?.payload ?? ""), {
    refund: cancelled,
  });
  const order = await rig.get(id);
  assert.deepEqual([order.financial_status, order.total_refund_amount], ["paid", "0.00"]);
  assert.deepEqual(await rig.stock(variant), { available: 1, committed: 1 });
  assert.deepEqual(await money.cancelRefund(id, kept.id, { is_revert_restock: true }), cancelled);
  assert.deepEqual(await rig.told(), []);
  const taken = await money.refund(id, { amount: "20.00", restock_items });
  await money.cancelRefund(id, taken.id, { is_revert_restock: true });
  assert.deepEqual(await rig.stock(variant), { available: 1, committed: 1 });
  assert.equal((await rig.get(id)).line_items[0]?.refunded_quantity, 1);
  await rig.assertSound();
});

test("units of an undone refund that were sold since are not taken out again, and the refund stays", async () => {
  const { variant, id, line } = await placeUnits(1);
  const refund = await money.refund(id, {
    amount: "10.00",
    restock_items: [{ line_item_id: line, quantity: 1 }],
  });
  await rig.place({ line_items: [{ variant_id: variant, quantity: 1 }] });
  const undone = money.cancelRefund(id, refund.id, { is_revert_restock: true });
  assert.equal(await refusalText(undone), "conflict line_items");
  const order = await rig.get(id);
  assert.deepEqual([order.refunds[0]?.status, order.financial_status], ["created", "refunded"]);
  await rig.assertSound();
});

test("units that were put back before an order was cancelled are not taken out again", async () => {
  const { id, line } = await placeUnits(2);
  const refund = await money.refund(id, { restock_items: [{ line_item_id: line, quantity: 1 }] });
  await rig.on(operations.cancelOrder, id);
  const undone = money.cancelRefund(id, refund.id, { is_revert_restock: true });
  assert.equal(await refusalText(undone), "conflict is_revert_restock");
  const again = money.refund(id, { restock_items: [{ line_item_id: line, quantity: 1 }] });
  assert.equal(await refusalText(again), "invalid restock_items.0.quantity");
  assert.equal((await money.cancelRefund(id, refund.id)).status, "cancelled");
  await rig.assertSound();
});

test("store credit and points go back to the customer, points in proportion and all with the last of the money", async () => {
  const customer_id = await money.newBuyer("50.00", 100);
  const { id } = await money.placeFor("60.00", { customer_id });
  const credit = await money.record(id, { ...sale("30.00"), gateway: { type: "credit" } });
  const points = await money.record(id, { ...sale("30.00"), points: 100, gateway: { type: "point" } });
  const first = await money.refund(id, { amount: "10.00", transaction_id: points.id });
  assert.equal((await money.balancesOf(customer_id)).total_point, 33);
  await money.refund(id, { amount: "20.00", transaction_id: points.id });
  assert.equal((await money.balancesOf(customer_id)).total_point, 100);
  const back = await money.refund(id, { transaction_id: credit.id });
  assert.deepEqual(await money.balancesOf(customer_id), {
    total_credit: "50.00",
    total_point: 100,
    total_spent: "0.00",
  });
  await money.cancelRefund(id, first.id);
  assert.equal((await money.balancesOf(customer_id)).total_point, 67);
  const params = { customer_id };
  await rig.call(operations.adjustCredit, { params, body: { adjustment_amount: "-20.01" } });
  assert.equal(await refusalText(money.cancelRefund(id, back.id)), "conflict amount");
  assert.deepEqual(await money.balancesOf(customer_id), {
    total_credit: "29.99",
    total_point: 67,
    total_spent: "10.00",
  });
  await rig.assertSound();
});

test("a cancelled order gives back the points that were not given back before", async () => {
  const customer_id = await money.newBuyer("0", 90);
  const { id } = await money.placeFor("30.00", { customer_id });
  await money.record(id, { ...sale("30.00"), points: 90, gateway: { type: "point" } });
  await money.refund(id, { amount: "10.00" });
  await rig.on(operations.cancelOrder, id);
  assert.equal((await money.balancesOf(customer_id)).total_point, 90);
  assert.equal((await rig.get(id)).point_used, 0);
  await rig.assertSound();
});

test("an order whose store credit was given back keeps its customer, from whom undoing takes it again", async () => {
  const customer_id = await money.newBuyer("10.00", 0);
  const { id } = await money.placeFor("10.00", { customer_id });
  await money.record(id, { ...sale("10.00"), gateway: { type: "credit" } });
  await money.refund(id);
  const other = await rig.newCustomer();
  assert.equal(
    await refusalText(rig.on(operations.updateOrder, id, { customer_id: other })),
    "invalid customer_id",
  );
});
