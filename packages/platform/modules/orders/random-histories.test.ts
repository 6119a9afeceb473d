import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { proofSeed, proofSize, seededRandom } from "@souk/testkit";
import { assertOrderAddsUp } from "./testing/histories/assert-order.ts";
import { assertShopAddsUp } from "./testing/histories/assert-shop.ts";
import { createChance } from "./testing/histories/chance.ts";
import { type History, type KnownCustomer, placeOf, type Step } from "./testing/histories/history.ts";
import { newOrderStep } from "./testing/histories/new-order-step.ts";
import { orderStep, shopStep } from "./testing/histories/order-steps.ts";
import { type Tally, takeStep } from "./testing/histories/take-step.ts";
import { type OrdersRig, ordersRig } from "./testing/orders-rig.ts";

const histories = proofSize({ ci: 14, full: 2_000 });
const stepsEach = 50;
const ordersEach = 3;
const startingPoints = 60;
const startingCredit = 50;

/** What must have been done. */
const taken = [
  ...[operations.createOrder, operations.updateOrder, operations.closeOrder, operations.openOrder],
  ...[operations.cancelOrder, operations.createTransaction, operations.updateTransaction],
  ...[operations.createRefund, operations.cancelRefund],
  ...[operations.createFulfillment, operations.updateFulfillment, operations.cancelFulfillment],
  ...[operations.createReturn, operations.acceptReturn, operations.completeReturn, operations.cancelReturn],
];

let rig: OrdersRig;

before(async () => {
  rig = await ordersRig();
});
after(() => rig.stop());

async function newCustomer(rig: OrdersRig): Promise<[number, KnownCustomer]> {
  const id = await rig.newCustomer();
  const params = { customer_id: id };
  await rig.call(operations.adjustPoint, { params, body: { value: startingPoints } });
  await rig.call(operations.adjustCredit, { params, body: { adjustment_amount: startingCredit } });
  return [id, { credit: 100 * startingCredit, points: startingPoints }];
}

// A shop of its own: what is checked after each step is its whole ledger.
async function newHistory(seed: number): Promise<History> {
  rig = await rig.another();
  const own = rig;
  const { primary, second, store } = own.shop;
  const text = "insert into currencies (store_id, code, rate) values ($1, 'JPY', 31.25)";
  await own.db.database.query(text, [store.id]);
  const denied = [await own.newVariant(12), await own.newVariant(3)] as const;
  const [most, few] = denied;
  await own.setStock(most, second, 6);
  const given = new Map([
    [placeOf(most, primary), 12],
    [placeOf(most, second), 6],
    [placeOf(few, primary), 3],
  ]);
  return {
    rig: own,
    chance: createChance(seededRandom(seed)),
    variants: [...denied, await own.newVariant(0, "continue")],
    denied: new Set(denied),
    locations: [primary, second],
    customers: new Map([await newCustomer(own), await newCustomer(own)]),
    given,
    orders: new Map(),
    deleted: [],
  };
}

/** What is kept of each order says the same as what it was answered last, also when its document is made anew. */
async function assertKept({ rig, orders }: History): Promise<void> {
  for (const { document } of orders.values()) assert.deepEqual(await rig.get(document.id), document);
}

async function forgetDocuments({ rig }: History): Promise<void> {
  await rig.db.database.query("delete from order_documents where store_id = $1", [rig.shop.store.id]);
}

function nextStep(history: History): Step {
  const { chance, orders } = history;
  if (chance.often(orders.size < ordersEach ? 0.3 : 0.03)) return newOrderStep(history);
  for (let tries = 0; tries < 4; tries++) {
    const step = chance.often(0.9) ? orderStep(history) : null;
    if (step) return step;
  }
  return shopStep(history);
}

async function takeHistory(history: History, tally: Tally): Promise<void> {
  for (let number = 0; number < stepsEach; number++) {
    await takeStep(history, nextStep(history), tally);
    await assertShopAddsUp(history);
    for (const { document } of history.orders.values()) assertOrderAddsUp(document);
  }
  // What the house itself checks a shop by is too slow to be asked after each step.
  await history.rig.assertSound();
  await assertKept(history);
  await forgetDocuments(history);
  await assertKept(history);
}

test("histories: after every step of random orders units, money, balances and stock add up", async () => {
  const tally: Tally = { done: new Map(), refused: new Map() };
  const first = proofSeed();
  for (let seed = first; seed < first + histories; seed++)
    try {
      await takeHistory(await newHistory(seed), tally);
    } catch (error) {
      throw new Error(`The history of seed ${seed} does not add up.`, { cause: error });
    }
  // A run that is refused everything, or nothing, has proven little.
  for (const { id } of taken) assert.ok((tally.done.get(id) ?? 0) >= histories / 20, id);
  for (const code of ["invalid", "conflict"]) assert.ok((tally.refused.get(code) ?? 0) >= histories, code);
});
