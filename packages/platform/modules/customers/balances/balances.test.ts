import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { formatDifference } from "@souk/database";
import { proofSize, type TestDatabase, testDatabase } from "@souk/testkit";
import { type BalanceFixture, type BalanceLine, createBalanceFixture } from "./testing/balance-fixture.ts";

let db: TestDatabase;
let fixture: BalanceFixture;

before(async () => {
  db = await testDatabase({ maxConnections: 32 });
  fixture = await createBalanceFixture(db.database);
});
after(() => db.stop());

async function catchFieldError(
  work: Promise<unknown>,
): Promise<{ code: string; path: string; message: string }> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  const [field] = error.details.fields ?? [];
  return { code: error.code, path: field?.path ?? "", message: field?.message ?? "" };
}

const shortLines = (lines: BalanceLine[]) =>
  lines.map(({ change, resulting_credit, resulting_point }) => [change, resulting_credit ?? resulting_point]);

test("CUS-2: credit is added and deducted to the cent, each with a line and an event", async () => {
  const customer = await fixture.newCustomer();
  assert.equal(await fixture.adjustCredit(customer, "12.50", " Returned a lamp "), "12.50");
  assert.equal(await fixture.adjustCredit(customer, 0.1), "12.60");
  assert.equal(await fixture.adjustCredit(customer, "-2.6"), "10.00");
  assert.equal(await fixture.setCredit(customer, "3"), "3.00");
  const lines = await fixture.lines("credits", customer);
  assert.deepEqual(shortLines(lines), [
    ["12.50", "12.50"],
    ["0.10", "12.60"],
    ["-2.60", "10.00"],
    ["-7.00", "3.00"],
  ]);
  assert.deepEqual(
    lines.map(({ description }) => description),
    ["Returned a lamp", "", "", ""],
  );
  assert.deepEqual([lines[0]?.actor.kind, lines[0]?.customer_id], ["account", customer]);
  assert.equal(await fixture.countCustomerUpdates(customer), 4);
  assert.deepEqual(await fixture.lines("points", customer), []);
});

test("CUS-2: points are added and deducted, each with a line and an event", async () => {
  const customer = await fixture.newCustomer();
  assert.equal(await fixture.adjustPoint(customer, 120), 120);
  assert.equal(await fixture.adjustPoint(customer, -20), 100);
  assert.equal(await fixture.setPoint(customer, 7), 7);
  assert.deepEqual(shortLines(await fixture.lines("points", customer)), [
    [120, 120],
    [-20, 100],
    [-93, 7],
  ]);
  assert.equal(await fixture.countCustomerUpdates(customer), 3);
  assert.deepEqual(await fixture.lines("credits", customer), []);
});

test("a balance never goes below 0 or too high; a rejected change has no effect", async () => {
  const customer = await fixture.newCustomer();
  await fixture.adjustCredit(customer, 5);
  await fixture.adjustPoint(customer, 5);
  const short = await catchFieldError(fixture.adjustCredit(customer, "-5.01"));
  assert.deepEqual([short.code, short.path], ["invalid", "adjustment_amount"]);
  assert.match(short.message, /Available: 5\.00\./);
  assert.match((await catchFieldError(fixture.adjustPoint(customer, -6))).message, /Available: 5\./);
  assert.match((await catchFieldError(fixture.adjustCredit(customer, "999999999999999"))).message, /above/);
  assert.match((await catchFieldError(fixture.adjustPoint(customer, 999_999_999_999_999))).message, /above/);
  assert.equal(await fixture.countCustomerUpdates(customer), 2);
  assert.equal((await fixture.lines("credits", customer)).length, 1);
  assert.equal(await fixture.adjustCredit(customer, "-5"), "0.00");
  assert.equal(await fixture.adjustPoint(customer, -5), 0);
});

test("an invalid amount, 0, or one finer than the currency is rejected by name", async () => {
  const customer = await fixture.newCustomer();
  for (const wrong of ["", "0", 0, "-0.00", "1.005", "much", "1e3", "--1", "+1", "9".repeat(16)]) {
    const { code, path } = await catchFieldError(fixture.adjustCredit(customer, wrong));
    assert.deepEqual([code, path], ["invalid", "adjustment_amount"], String(wrong));
  }
  for (const wrong of ["-1", "1.005", "none"])
    assert.equal((await catchFieldError(fixture.setCredit(customer, wrong))).path, "amount", wrong);
  assert.equal((await catchFieldError(fixture.adjustPoint(customer, 0))).path, "value");
  assert.equal(await fixture.countCustomerUpdates(customer), 0);
});

test("a change to the present value changes nothing and publishes nothing", async () => {
  const customer = await fixture.newCustomer();
  assert.equal(await fixture.setCredit(customer, 0), "0.00");
  assert.equal(await fixture.setPoint(customer, 0), 0);
  assert.equal(await fixture.setCredit(customer, "8.00"), "8.00");
  assert.equal(await fixture.setCredit(customer, 8), "8.00");
  assert.deepEqual(
    [await fixture.countCustomerUpdates(customer), (await fixture.lines("credits", customer)).length],
    [1, 1],
  );
});

test("a customer of another store, or an unknown one, is not found", async () => {
  const other = await createBalanceFixture(db.database, { handle: "other-balances" });
  const stranger = await other.newCustomer();
  for (const customer of [stranger, 99_999_999]) {
    const calls = [
      () => fixture.adjustCredit(customer, 1),
      () => fixture.setCredit(customer, 1),
      () => fixture.adjustPoint(customer, 1),
      () => fixture.setPoint(customer, 1),
      () => fixture.lines("credits", customer),
      () => fixture.lines("points", customer),
    ];
    for (const call of calls) assert.equal((await catchFieldError(call())).code, "not_found");
  }
  assert.equal(await other.countCustomerUpdates(stranger), 0);
});

test("the history is read in both directions, by id and by time", async () => {
  const customer = await fixture.newCustomer();
  for (const value of [1, 2, 3, 4]) await fixture.adjustPoint(customer, value);
  const all = await fixture.lines("points", customer);
  const changes = async (query: string) =>
    (await fixture.lines("points", customer, query)).map(({ change }) => change);
  assert.deepEqual(await changes("sort=id.desc&limit=2"), [4, 3]);
  assert.deepEqual(await changes(`since_id=${all[2]?.id}`), [3, 4]);
  assert.deepEqual(await changes(`ids=${all[1]?.id},${all[0]?.id}`), [1, 2]);
  const at = encodeURIComponent(all[1]?.created_at ?? "");
  assert.deepEqual(await changes(`created_at_min=${at}&created_at_max=${at}`), [2]);
});

test("the ledger keeps its cents when the store's currency no longer has any", async () => {
  const yen = await createBalanceFixture(db.database, { handle: "cents-before", currency: "MYR" });
  const customer = await yen.newCustomer();
  await yen.adjustCredit(customer, "2.50");
  await yen.setCredit(customer, 3);
  await db.database.query("update stores set currency_code = 'JPY' where id = $1", [
    yen.practiceStore.store.id,
  ]);
  // The request was let in before the change.
  assert.equal((await catchFieldError(yen.adjustCredit(customer, "0.50"))).path, "adjustment_amount");
  assert.equal(await yen.adjustCredit(customer, "4.00"), "7");
  yen.practiceStore.store.currency_code = "JPY";
  assert.deepEqual(shortLines(await yen.lines("credits", customer)), [
    ["2.5", "2.5"],
    ["0.5", "3"],
    ["4", "7"],
  ]);
});

const adjustments = proofSize({ ci: 1_000, full: 10_000 });

/** Run this many changes from 64 clients; `work` gets the number of its change. */
async function fromClients(work: (number: number) => Promise<unknown>): Promise<void> {
  let begun = 0;
  const client = async (): Promise<void> => {
    while (begun < adjustments) await work(begun++);
  };
  await Promise.all(Array.from({ length: 64 }, client));
}

/** Check that every line continues the one before it, in the order in which they were written. */
function assertUnbroken(lines: readonly BalanceLine[]): void {
  let [before, at] = [0, ""];
  for (const { change, resulting_credit, resulting_point, created_at } of lines) {
    const cents = Math.round(Number(change) * 100);
    const after = Math.round(Number(resulting_credit ?? resulting_point) * 100);
    assert.equal(before + cents, after);
    assert.ok(created_at > at, "each line is later than the one before it");
    [before, at] = [after, created_at];
  }
}

async function everyLine(kind: "credits" | "points", customer: number): Promise<BalanceLine[]> {
  const lines: BalanceLine[] = [];
  for (let since = 0; ; ) {
    const page = await fixture.lines(kind, customer, `limit=250&since_id=${since}`);
    lines.push(...page);
    if (page.length < 250) return lines;
    since = (page.at(-1)?.id ?? 0) + 1;
  }
}

test("P36: 64 clients adjust one credit balance; its sum, lines and events are exact", async () => {
  const customer = await fixture.newCustomer();
  await fixture.setCredit(customer, "100000.00");
  let cents = 10_000_000;
  await fromClients(async (number) => {
    const change = (number % 13) - 6 || 7;
    cents += change;
    await fixture.adjustCredit(customer, (change / 100).toFixed(2));
  });
  assert.equal(await fixture.setCredit(customer, (cents / 100).toFixed(2)), (cents / 100).toFixed(2));
  const lines = await everyLine("credits", customer);
  assert.equal(lines.length, adjustments + 1, "setting it to the sum was no change");
  assertUnbroken(lines);
  assert.equal(await fixture.countCustomerUpdates(customer), adjustments + 1);
  assert.deepEqual(await fixture.differences(), []);
});

test("P36: 64 clients adjust one point balance; its sum, lines and events are exact", async () => {
  const customer = await fixture.newCustomer();
  await fixture.setPoint(customer, 1_000_000);
  let sum = 1_000_000;
  await fromClients(async (number) => {
    const change = (number % 7) - 3 || 4;
    sum += change;
    await fixture.adjustPoint(customer, change);
  });
  const lines = await everyLine("points", customer);
  assert.deepEqual([lines.length, lines.at(-1)?.resulting_point], [adjustments + 1, sum]);
  assertUnbroken(lines);
  assert.equal(await fixture.countCustomerUpdates(customer), adjustments + 1);
  assert.deepEqual(await fixture.differences(), []);
});

test("P36: 64 clients overdraw and set a balance; every line follows from the last", async () => {
  const customer = await fixture.newCustomer();
  await fixture.setCredit(customer, adjustments / 4);
  let taken = 0;
  await fromClients((number) =>
    number % 5 === 4
      ? fixture.setCredit(customer, `${number % 9}.50`)
      : fixture.adjustCredit(customer, "-1.00", "taken").then(
          () => void taken++,
          (error: unknown) => assert.ok(error instanceof ApiError && error.code === "invalid", String(error)),
        ),
  );
  const lines = await everyLine("credits", customer);
  assert.ok(taken > 0 && taken < adjustments);
  assert.equal(lines.filter(({ description }) => description === "taken").length, taken);
  assertUnbroken(lines);
  assert.equal(await fixture.countCustomerUpdates(customer), lines.length);
  assert.deepEqual(await fixture.differences(), []);
});

test("souk verify names a balance unlike its ledger, and a line out of sequence", async () => {
  const broken = await createBalanceFixture(db.database, { handle: "broken-balances" });
  const [one, two] = [await broken.newCustomer(), await broken.newCustomer()];
  for (const customer of [one, two]) {
    await broken.adjustCredit(customer, "2.50");
    await broken.adjustPoint(customer, 5);
    await broken.adjustPoint(customer, 5);
  }
  assert.deepEqual(await broken.differences(), []);
  const { database } = db;
  await database.query("update customers set total_credit = 3, total_point = 9 where id = $1", [one]);
  const differences = (await broken.differences()).map(formatDifference);
  assert.deepEqual(differences.sort(), [
    `Customer ${one}: total_credit is 3, its ledger comes to 2.5.`,
    `Customer ${one}: total_point is 9, its ledger comes to 10.`,
  ]);
  await database.query("update customers set total_credit = 2.5, total_point = 10 where id = $1", [one]);
  const [line] = await broken.lines("points", two);
  await database.query("update balance_movements set resulting = 6 where id = $1", [line?.id]);
  const [wrong, ...more] = await broken.differences();
  assert.deepEqual(more, []);
  assert.equal(
    wrong && formatDifference(wrong),
    `Line ${line?.id} of the ledger of total_point: it is said to be 6 after it, the lines up to it come to 5.`,
  );
});
