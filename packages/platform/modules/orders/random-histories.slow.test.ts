import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { chooseForRun, createSeededRandom, getProofSeed } from "@souk/testkit";
import { assertOrderAddsUp } from "./testing/histories/assert-order.ts";
import { assertStoreAddsUp } from "./testing/histories/assert-store.ts";
import { createRandomChoices } from "./testing/histories/chance.ts";
import { type History, type Step, type TrackedCustomer, toLevelKey } from "./testing/histories/history.ts";
import { createNewOrderStep } from "./testing/histories/new-order-step.ts";
import { chooseOrderStep, chooseStoreStep } from "./testing/histories/order-steps.ts";
import { runStep, type Tally } from "./testing/histories/run-step.ts";
import { createOrdersFixture, type OrdersFixture } from "./testing/orders-fixture.ts";

const historyCount = chooseForRun({ inTests: 14, inProof: 2_000 });
const stepsPerHistory = 50;
/** Once a store has this many orders, a step rarely places another order. */
const targetOrderCount = 3;
/** The loyalty points of a new customer. */
const startingPoints = 60;
/** The store credit of a new customer, in whole units of the store's currency. */
const startingCredit = 50;

/** The operations that random requests must have called successfully. */
const expectedOperations = [
  ...[operations.createOrder, operations.updateOrder, operations.closeOrder, operations.openOrder],
  ...[operations.cancelOrder, operations.createTransaction, operations.updateTransaction],
  ...[operations.createRefund, operations.cancelRefund],
  ...[operations.createFulfillment, operations.updateFulfillment, operations.cancelFulfillment],
  ...[operations.createReturn, operations.acceptReturn, operations.completeReturn, operations.cancelReturn],
];

/** The fixture of the latest store, from which the next store is created. */
let latestFixture: OrdersFixture;

before(async () => {
  latestFixture = await createOrdersFixture();
});
after(() => latestFixture.stop());

async function createCustomer(fixture: OrdersFixture): Promise<[number, TrackedCustomer]> {
  const id = await fixture.createCustomer();
  const params = { customer_id: id };
  await fixture.call(operations.adjustPoint, { params, body: { value: startingPoints } });
  await fixture.call(operations.adjustCredit, { params, body: { adjustment_amount: startingCredit } });
  return [id, { credit: 100 * startingCredit, points: startingPoints }];
}

// Each history has its own store, because each step is followed by a check of the store's whole ledger.
async function createHistory(seed: number): Promise<History> {
  const fixture = await latestFixture.createOtherStore();
  latestFixture = fixture;
  const { primaryLocationId, secondLocationId, store } = fixture.seededStore;
  const text = "insert into currencies (store_id, code, rate) values ($1, 'JPY', 31.25)";
  await fixture.db.database.query(text, [store.id]);
  const denyVariants = [await fixture.createVariant(12), await fixture.createVariant(3)] as const;
  const [plentifulVariant, scarceVariant] = denyVariants;
  await fixture.setStock(plentifulVariant, secondLocationId, 6);
  const adjustedUnits = new Map([
    [toLevelKey(plentifulVariant, primaryLocationId), 12],
    [toLevelKey(plentifulVariant, secondLocationId), 6],
    [toLevelKey(scarceVariant, primaryLocationId), 3],
  ]);
  return {
    fixture,
    chance: createRandomChoices(createSeededRandom(seed)),
    variants: [...denyVariants, await fixture.createVariant(0, "continue")],
    denyVariants: new Set(denyVariants),
    locations: [primaryLocationId, secondLocationId],
    customers: new Map([await createCustomer(fixture), await createCustomer(fixture)]),
    adjustedUnits,
    orders: new Map(),
    deletedOrders: [],
  };
}

/** Assert that each order's JSON is the same as in its last response. */
async function assertOrdersUnchanged({ fixture, orders }: History): Promise<void> {
  for (const { document } of orders.values()) assert.deepEqual(await fixture.getOrder(document.id), document);
}

async function deleteSnapshots({ fixture }: History): Promise<void> {
  await fixture.db.database.query("delete from order_documents where store_id = $1", [
    fixture.seededStore.store.id,
  ]);
}

function chooseStep(history: History): Step {
  const { chance, orders } = history;
  if (chance.happens(orders.size < targetOrderCount ? 0.3 : 0.03)) return createNewOrderStep(history);
  for (let attempt = 0; attempt < 4; attempt++) {
    const step = chance.happens(0.9) ? chooseOrderStep(history) : null;
    if (step) return step;
  }
  return chooseStoreStep(history);
}

async function runHistory(history: History, tally: Tally): Promise<void> {
  for (let number = 0; number < stepsPerHistory; number++) {
    await runStep(history, chooseStep(history), tally);
    await assertStoreAddsUp(history);
    for (const { document } of history.orders.values()) assertOrderAddsUp(document);
  }
  // The platform's verification of a store is too slow to run after each step.
  await history.fixture.assertConsistent();
  await assertOrdersUnchanged(history);
  await deleteSnapshots(history);
  await assertOrdersUnchanged(history);
}

test("units, money, balances and stock add up after every random request", async () => {
  const tally: Tally = { succeeded: new Map(), rejected: new Map() };
  const firstSeed = getProofSeed();
  for (let seed = firstSeed; seed < firstSeed + historyCount; seed++)
    try {
      await runHistory(await createHistory(seed), tally);
    } catch (error) {
      throw new Error(`The history with seed ${seed} does not add up.`, { cause: error });
    }
  // If nearly all steps are rejected, or nearly none, the run proves little.
  for (const { id } of expectedOperations) assert.ok((tally.succeeded.get(id) ?? 0) >= historyCount / 20, id);
  for (const code of ["invalid", "conflict"])
    assert.ok((tally.rejected.get(code) ?? 0) >= historyCount, code);
});
