import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Refusal } from "@souk/contract";
import { proofSeed, proofSize, seededRandom } from "@souk/testkit";
import { type MoneyCalls, moneyCalls } from "../testing/money-calls.ts";
import { type OrdersRig, ordersRig } from "../testing/orders-rig.ts";

let rig: OrdersRig;
let money: MoneyCalls;

before(async () => {
  rig = await ordersRig();
  money = moneyCalls(rig);
});
after(() => rig.stop());

const random = seededRandom(proofSeed());
const below = (bound: number): number => Math.floor(random() * bound);
const pick = <T>(from: readonly T[]): T | undefined => from[below(from.length)];
const text = (cents: number): string => (cents / 100).toFixed(2);

/** What was paid, in cents and points, and what of it has not been given back. */
interface Paid {
  id: number;
  gateway: string;
  amount: number;
  left: number;
  points: number;
  pointsLeft: number;
}

interface Undoable {
  id: number;
  of: Paid;
  amount: number;
  points: number;
  isUndone: boolean;
}

/** What an order should come to: written down from the words of the interface, apart from the code that does it. */
interface OrderModel {
  id: number;
  paid: Paid[];
  authorized: { id: number; left: number }[];
  pending: { id: number; amount: number; isEnded: boolean }[];
  refunds: Undoable[];
}

interface Model {
  customer: number;
  credit: number;
  points: number;
  orders: OrderModel[];
}

const tally = { done: 0, refused: 0 };

/** A step that the model says is right or wrong, and what it comes to when it is right. */
async function expectStep<T>(isRight: boolean, call: () => Promise<T>): Promise<T | null> {
  try {
    const answer = await call();
    assert.ok(isRight, `it was done: ${JSON.stringify(answer)}`);
    tally.done++;
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    assert.ok(!isRight, `it was refused: ${error.message} ${JSON.stringify(error.details)}`);
    tally.refused++;
    return null;
  }
}

const steps = {
  async sale(model: Model, order: OrderModel) {
    const gateway = pick(["manual", "manual", "credit", "point"]) ?? "manual";
    const amount = 1 + below(3_000);
    const points = gateway === "point" ? 1 + below(60) : 0;
    const isRight = (gateway !== "credit" || amount <= model.credit) && points <= model.points;
    const body = {
      kind: "sale",
      amount: text(amount),
      gateway: { type: gateway },
      ...(points > 0 ? { points } : {}),
    };
    const made = await expectStep(isRight, () => money.record(order.id, body));
    if (!made) return;
    order.paid.push({ id: made.id, gateway, amount, left: amount, points, pointsLeft: points });
    if (gateway === "credit") model.credit -= amount;
    model.points -= points;
  },

  async promise(_model: Model, order: OrderModel) {
    const amount = 1 + below(3_000);
    const body = { kind: "sale", amount: text(amount), gateway: { type: "cash_on_delivery" } };
    const made = await expectStep(true, () => money.record(order.id, body));
    if (made) order.pending.push({ id: made.id, amount, isEnded: false });
  },

  async end(_model: Model, order: OrderModel) {
    const promised = pick(order.pending);
    if (!promised || promised.isEnded) return;
    const status = pick(["success", "failure"]) ?? "";
    await expectStep(true, () => money.end(order.id, promised.id, { status }));
    promised.isEnded = true;
    const { id, amount } = promised;
    const paid = { id, gateway: "cash_on_delivery", amount, left: amount, points: 0, pointsLeft: 0 };
    if (status === "success") order.paid.push(paid);
  },

  async authorize(_model: Model, order: OrderModel) {
    const amount = 1 + below(4_000);
    const made = await expectStep(true, () =>
      money.record(order.id, { kind: "authorization", amount: text(amount) }),
    );
    if (made) order.authorized.push({ id: made.id, left: amount });
  },

  async capture(_model: Model, order: OrderModel) {
    const held = pick(order.authorized);
    if (!held) return;
    const amount = 1 + below(held.left + 300);
    const body = { kind: "capture", amount: text(amount), parent_id: held.id };
    const made = await expectStep(amount <= held.left, () => money.record(order.id, body));
    if (!made) return;
    held.left -= amount;
    order.paid.push({ id: made.id, gateway: "manual", amount, left: amount, points: 0, pointsLeft: 0 });
  },

  async void(_model: Model, order: OrderModel) {
    const held = pick(order.authorized);
    if (!held || random() < 0.5) return;
    await expectStep(held.left > 0, () => money.record(order.id, { kind: "void", parent_id: held.id }));
    held.left = 0;
  },

  async refund(model: Model, order: OrderModel) {
    const of = pick(order.paid);
    if (!of) return;
    const amount = random() < 0.3 ? of.left : 1 + below(of.left + 200);
    const isRight = amount > 0 && amount <= of.left;
    const body = { amount: text(amount), transaction_id: of.id };
    const made = await expectStep(isRight, () => money.refund(order.id, body));
    if (!made) return;
    const share = Math.floor((of.points * amount) / of.amount);
    const points = amount === of.left ? of.pointsLeft : Math.min(share, of.pointsLeft);
    of.left -= amount;
    of.pointsLeft -= points;
    if (of.gateway === "credit") model.credit += amount;
    model.points += points;
    order.refunds.push({ id: made.id, of, amount, points, isUndone: false });
  },

  async undo(model: Model, order: OrderModel) {
    const refund = pick(order.refunds);
    if (!refund) return;
    const { of, amount, points, isUndone } = refund;
    const isBearable = (of.gateway !== "credit" || amount <= model.credit) && points <= model.points;
    const done = await expectStep(isUndone || isBearable, () => money.cancelRefund(order.id, refund.id));
    if (!done || isUndone) return;
    refund.isUndone = true;
    of.left += amount;
    of.pointsLeft += points;
    if (of.gateway === "credit") model.credit -= amount;
    model.points -= points;
  },
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const paidOf = ({ paid }: OrderModel): number => sum(paid.map(({ amount }) => amount));
const keptOf = ({ paid }: OrderModel): number => sum(paid.map(({ left }) => left));

async function assertAsModelled(model: Model): Promise<void> {
  for (const each of model.orders) {
    const order = await rig.get(each.id);
    const of = (kind: string) => each.paid.filter(({ gateway }) => gateway === kind);
    assert.deepEqual(
      [order.total_paid, order.total_refund_amount, order.credit_used, order.point_used],
      [
        text(paidOf(each)),
        text(paidOf(each) - keptOf(each)),
        text(sum(of("credit").map(({ left }) => left))),
        sum(of("point").map(({ pointsLeft }) => pointsLeft)),
      ],
    );
  }
  assert.deepEqual(await money.balancesOf(model.customer), {
    total_credit: text(model.credit),
    total_point: model.points,
    total_spent: text(sum(model.orders.map(keptOf))),
  });
  const ledger = `select coalesce(round(sum(change) filter (where balance = 'credit'), 2), 0)::text as credit,
      coalesce(sum(change) filter (where balance = 'point'), 0)::integer as points
    from balance_movements where store_id = $1 and customer_id = $2`;
  const { rows } = await rig.db.database.query(ledger, [rig.shop.store.id, model.customer]);
  assert.deepEqual(rows, [{ credit: text(model.credit), points: model.points }]);
}

async function newModel(): Promise<Model> {
  const customer = await money.newBuyer("80.00", 150);
  const placed = await Promise.all(
    ["30.00", "45.00", "0.03"].map((price) => money.placeFor(price, { customer_id: customer })),
  );
  const orders = placed.map(({ id }) => ({ id, paid: [], authorized: [], pending: [], refunds: [] }));
  return { customer, credit: 8_000, points: 150, orders };
}

test("after every step of random histories orders, balances, their ledgers and what was spent say the same", async () => {
  const histories = proofSize({ ci: 6, full: 200 });
  for (let history = 0; history < histories; history++) {
    const model = await newModel();
    for (let step = 0; step < 60; step++) {
      const order = pick(model.orders) ?? assert.fail();
      const name =
        pick([...Object.keys(steps), "refund", "undo", "sale"] as (keyof typeof steps)[]) ?? "sale";
      await steps[name](model, order);
      await assertAsModelled(model);
    }
    await rig.assertSound();
  }
  // A run that is refused everything, or nothing, has proven little.
  assert.ok(tally.done > histories * 20, `${tally.done} steps were done`);
  assert.ok(tally.refused > histories * 2, `${tally.refused} steps were refused`);
});
