import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { chooseForRun, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { type BalanceFixture, type BalanceLine, createBalanceFixture } from "./testing/balance-fixture.ts";

let db: TestDatabase;
let fixture: BalanceFixture;

before(async () => {
  db = await createTestDatabase({ maxConnections: 32 });
  fixture = await createBalanceFixture(db.database);
});
after(() => db.stop());

async function catchFieldError(
  change: Promise<unknown>,
): Promise<{ code: string; path: string; message: string }> {
  const error = await change.then(
    () => assert.fail("the change was not rejected"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  const [field] = error.details.fields ?? [];
  return { code: error.code, path: field?.path ?? "", message: field?.message ?? "" };
}

/** Return each line's change and the resulting balance. */
const pickAmounts = (lines: BalanceLine[]) =>
  lines.map(({ change, resulting_credit, resulting_point }) => [change, resulting_credit ?? resulting_point]);

test("CUS-2: each change of store credit is exact and has a ledger line and an event", async () => {
  const customerId = await fixture.createCustomer();
  assert.equal(await fixture.adjustCredit(customerId, "12.50", " Returned a lamp "), "12.50");
  assert.equal(await fixture.adjustCredit(customerId, 0.1), "12.60");
  assert.equal(await fixture.adjustCredit(customerId, "-2.6"), "10.00");
  assert.equal(await fixture.setCredit(customerId, "3"), "3.00");
  const lines = await fixture.listLines("credits", customerId);
  assert.deepEqual(pickAmounts(lines), [
    ["12.50", "12.50"],
    ["0.10", "12.60"],
    ["-2.60", "10.00"],
    ["-7.00", "3.00"],
  ]);
  assert.deepEqual(
    lines.map(({ description }) => description),
    ["Returned a lamp", "", "", ""],
  );
  assert.deepEqual([lines[0]?.actor.kind, lines[0]?.customer_id], ["account", customerId]);
  assert.equal(await fixture.countCustomerUpdates(customerId), 4);
  assert.deepEqual(await fixture.listLines("points", customerId), []);
});

test("CUS-2: each change of points has a line in the ledger and an event", async () => {
  const customerId = await fixture.createCustomer();
  assert.equal(await fixture.adjustPoint(customerId, 120), 120);
  assert.equal(await fixture.adjustPoint(customerId, -20), 100);
  assert.equal(await fixture.setPoint(customerId, 7), 7);
  assert.deepEqual(pickAmounts(await fixture.listLines("points", customerId)), [
    [120, 120],
    [-20, 100],
    [-93, 7],
  ]);
  assert.equal(await fixture.countCustomerUpdates(customerId), 3);
  assert.deepEqual(await fixture.listLines("credits", customerId), []);
});

test("an adjustment of a balance to below 0 or above the maximum is rejected", async () => {
  const customerId = await fixture.createCustomer();
  await fixture.adjustCredit(customerId, 5);
  await fixture.adjustPoint(customerId, 5);
  const error = await catchFieldError(fixture.adjustCredit(customerId, "-5.01"));
  assert.deepEqual([error.code, error.path], ["invalid", "adjustment_amount"]);
  assert.match(error.message, /Available: 5\.00\./);
  assert.match((await catchFieldError(fixture.adjustPoint(customerId, -6))).message, /Available: 5\./);
  assert.match((await catchFieldError(fixture.adjustCredit(customerId, "999999999999999"))).message, /above/);
  assert.match(
    (await catchFieldError(fixture.adjustPoint(customerId, 999_999_999_999_999))).message,
    /above/,
  );
  assert.equal(await fixture.countCustomerUpdates(customerId), 2);
  assert.equal((await fixture.listLines("credits", customerId)).length, 1);
  assert.equal(await fixture.adjustCredit(customerId, "-5"), "0.00");
  assert.equal(await fixture.adjustPoint(customerId, -5), 0);
});

test("a balance adjustment that is invalid, 0 or too precise for the currency is rejected", async () => {
  const customerId = await fixture.createCustomer();
  for (const amount of ["", "0", 0, "-0.00", "1.005", "much", "1e3", "--1", "+1", "9".repeat(16)]) {
    const { code, path } = await catchFieldError(fixture.adjustCredit(customerId, amount));
    assert.deepEqual([code, path], ["invalid", "adjustment_amount"], String(amount));
  }
  for (const amount of ["-1", "1.005", "none"])
    assert.equal((await catchFieldError(fixture.setCredit(customerId, amount))).path, "amount", amount);
  assert.equal((await catchFieldError(fixture.adjustPoint(customerId, 0))).path, "value");
  assert.equal(await fixture.countCustomerUpdates(customerId), 0);
});

test("setting a balance to its current value writes no ledger line and publishes no event", async () => {
  const customerId = await fixture.createCustomer();
  assert.equal(await fixture.setCredit(customerId, 0), "0.00");
  assert.equal(await fixture.setPoint(customerId, 0), 0);
  assert.equal(await fixture.setCredit(customerId, "8.00"), "8.00");
  assert.equal(await fixture.setCredit(customerId, 8), "8.00");
  assert.deepEqual(
    [await fixture.countCustomerUpdates(customerId), (await fixture.listLines("credits", customerId)).length],
    [1, 1],
  );
});

test("balances of an unknown customer, or of another store's customer, are not found", async () => {
  const otherStore = await createBalanceFixture(db.database, { handle: "other-balances" });
  const otherStoreCustomer = await otherStore.createCustomer();
  for (const customerId of [otherStoreCustomer, 99_999_999]) {
    const calls = [
      () => fixture.adjustCredit(customerId, 1),
      () => fixture.setCredit(customerId, 1),
      () => fixture.adjustPoint(customerId, 1),
      () => fixture.setPoint(customerId, 1),
      () => fixture.listLines("credits", customerId),
      () => fixture.listLines("points", customerId),
    ];
    for (const call of calls) assert.equal((await catchFieldError(call())).code, "not_found");
  }
  assert.equal(await otherStore.countCustomerUpdates(otherStoreCustomer), 0);
});

test("a balance's ledger can be sorted and paged by id, and filtered by id and by time", async () => {
  const customerId = await fixture.createCustomer();
  for (const value of [1, 2, 3, 4]) await fixture.adjustPoint(customerId, value);
  const lines = await fixture.listLines("points", customerId);
  const listChanges = async (query: string) =>
    (await fixture.listLines("points", customerId, query)).map(({ change }) => change);
  assert.deepEqual(await listChanges("sort=id.desc&limit=2"), [4, 3]);
  assert.deepEqual(await listChanges(`since_id=${lines[2]?.id}`), [3, 4]);
  assert.deepEqual(await listChanges(`ids=${lines[1]?.id},${lines[0]?.id}`), [1, 2]);
  const time = encodeURIComponent(lines[1]?.created_at ?? "");
  assert.deepEqual(await listChanges(`created_at_min=${time}&created_at_max=${time}`), [2]);
});

test("the store credit ledger shows cents even after a change to a currency without cents", async () => {
  const changedStore = await createBalanceFixture(db.database, { handle: "cents-before", currency: "MYR" });
  const customerId = await changedStore.createCustomer();
  await changedStore.adjustCredit(customerId, "2.50");
  await changedStore.setCredit(customerId, 3);
  await db.database.query("update stores set currency_code = 'JPY' where id = $1", [
    changedStore.testStore.store.id,
  ]);
  // `testStore` still has the former currency, like a request that began before the change.
  assert.equal(
    (await catchFieldError(changedStore.adjustCredit(customerId, "0.50"))).path,
    "adjustment_amount",
  );
  assert.equal(await changedStore.adjustCredit(customerId, "4.00"), "7");
  changedStore.testStore.store.currency_code = "JPY";
  assert.deepEqual(pickAmounts(await changedStore.listLines("credits", customerId)), [
    ["2.5", "2.5"],
    ["0.5", "3"],
    ["4", "7"],
  ]);
});

const adjustmentCount = chooseForRun({ inTests: 1_000, inProof: 10_000 });

/** Make `adjustmentCount` changes from 64 concurrent clients. @param change is called with the change's number, from 0 */
async function changeConcurrently(change: (number: number) => Promise<unknown>): Promise<void> {
  let startedCount = 0;
  const runClient = async (): Promise<void> => {
    while (startedCount < adjustmentCount) await change(startedCount++);
  };
  await Promise.all(Array.from({ length: 64 }, runClient));
}

/** Check that every line starts from the balance of the line before it and has a later time. */
function assertConsecutive(lines: readonly BalanceLine[]): void {
  let [previousCents, previousTime] = [0, ""];
  for (const { change, resulting_credit, resulting_point, created_at } of lines) {
    const changeCents = Math.round(Number(change) * 100);
    const resultingCents = Math.round(Number(resulting_credit ?? resulting_point) * 100);
    assert.equal(previousCents + changeCents, resultingCents);
    assert.ok(created_at > previousTime, "each line is later than the one before it");
    [previousCents, previousTime] = [resultingCents, created_at];
  }
}

async function listAllLines(kind: "credits" | "points", customerId: number): Promise<BalanceLine[]> {
  const lines: BalanceLine[] = [];
  for (let sinceId = 0; ; ) {
    const page = await fixture.listLines(kind, customerId, `limit=250&since_id=${sinceId}`);
    lines.push(...page);
    if (page.length < 250) return lines;
    sinceId = (page.at(-1)?.id ?? 0) + 1;
  }
}

test("P36: if 64 clients adjust store credit, the sum, ledger lines and events are exact", async () => {
  const customerId = await fixture.createCustomer();
  await fixture.setCredit(customerId, "100000.00");
  let cents = 10_000_000;
  await changeConcurrently(async (number) => {
    // From -6 to 7, without 0.
    const change = (number % 13) - 6 || 7;
    cents += change;
    await fixture.adjustCredit(customerId, (change / 100).toFixed(2));
  });
  assert.equal(await fixture.setCredit(customerId, (cents / 100).toFixed(2)), (cents / 100).toFixed(2));
  const lines = await listAllLines("credits", customerId);
  assert.equal(lines.length, adjustmentCount + 1, "setting the balance to its current value adds no line");
  assertConsecutive(lines);
  assert.equal(await fixture.countCustomerUpdates(customerId), adjustmentCount + 1);
  assert.deepEqual(await fixture.findDifferences(), []);
});

test("P36: if 64 clients adjust points, the sum, ledger lines and events are exact", async () => {
  const customerId = await fixture.createCustomer();
  await fixture.setPoint(customerId, 1_000_000);
  let sum = 1_000_000;
  await changeConcurrently(async (number) => {
    // From -3 to 4, without 0.
    const change = (number % 7) - 3 || 4;
    sum += change;
    await fixture.adjustPoint(customerId, change);
  });
  const lines = await listAllLines("points", customerId);
  assert.deepEqual([lines.length, lines.at(-1)?.resulting_point], [adjustmentCount + 1, sum]);
  assertConsecutive(lines);
  assert.equal(await fixture.countCustomerUpdates(customerId), adjustmentCount + 1);
  assert.deepEqual(await fixture.findDifferences(), []);
});

test("P36: if 64 clients overdraw and set a balance, its ledger lines stay consecutive", async () => {
  const customerId = await fixture.createCustomer();
  await fixture.setCredit(customerId, adjustmentCount / 4);
  let deductionCount = 0;
  await changeConcurrently((number) =>
    number % 5 === 4
      ? fixture.setCredit(customerId, `${number % 9}.50`)
      : fixture.adjustCredit(customerId, "-1.00", "taken").then(
          () => void deductionCount++,
          (error: unknown) => assert.ok(error instanceof ApiError && error.code === "invalid", String(error)),
        ),
  );
  const lines = await listAllLines("credits", customerId);
  assert.ok(deductionCount > 0 && deductionCount < adjustmentCount);
  assert.equal(lines.filter(({ description }) => description === "taken").length, deductionCount);
  assertConsecutive(lines);
  assert.equal(await fixture.countCustomerUpdates(customerId), lines.length);
  assert.deepEqual(await fixture.findDifferences(), []);
});

test("`souk verify` reports wrong ledger lines and balances that differ from the ledger", async () => {
  const brokenFixture = await createBalanceFixture(db.database, { handle: "broken-balances" });
  const [firstCustomer, secondCustomer] = [
    await brokenFixture.createCustomer(),
    await brokenFixture.createCustomer(),
  ];
  for (const customerId of [firstCustomer, secondCustomer]) {
    await brokenFixture.adjustCredit(customerId, "2.50");
    await brokenFixture.adjustPoint(customerId, 5);
    await brokenFixture.adjustPoint(customerId, 5);
  }
  assert.deepEqual(await brokenFixture.findDifferences(), []);
  const { database } = db;
  await database.query("update customers set total_credit = 3, total_point = 9 where id = $1", [
    firstCustomer,
  ]);
  const differences = (await brokenFixture.findDifferences()).map(formatDifference);
  assert.deepEqual(differences.sort(), [
    `Customer ${firstCustomer}: total_credit is 3, but its ledger adds up to 2.5.`,
    `Customer ${firstCustomer}: total_point is 9, but its ledger adds up to 10.`,
  ]);
  await database.query("update customers set total_credit = 2.5, total_point = 10 where id = $1", [
    firstCustomer,
  ]);
  const [line] = await brokenFixture.listLines("points", secondCustomer);
  await database.query("update balance_movements set resulting = 6 where id = $1", [line?.id]);
  const [difference, ...otherDifferences] = await brokenFixture.findDifferences();
  assert.deepEqual(otherDifferences, []);
  assert.equal(
    difference && formatDifference(difference),
    `Line ${line?.id} of the total_point ledger: the recorded balance after it is 6, but the lines up to it add up to 5.`,
  );
});
