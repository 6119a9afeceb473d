import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { createFakeClock, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { deleteOldAttempts } from "./password-attempt-store.ts";
import { compareWithAttemptLimit } from "./password-attempts.ts";

const minuteMs = 60_000;
const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
const attemptKey = Buffer.alloc(32, 1);
let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
});
after(() => db.stop());

let comparisonCount = 0;

/** Enter a password for an account. @returns "right", "wrong", or the number of seconds to wait before the next attempt */
async function attempt(
  email: string,
  { isRight = false, knownDevice = null }: { isRight?: boolean; knownDevice?: Buffer | null } = {},
): Promise<string | number> {
  const compare = async () => {
    comparisonCount += 1;
    return isRight;
  };
  const options = { compare, attemptKey, now: new Date(clock.now()) };
  try {
    return (await compareWithAttemptLimit(db.database, { email, knownDevice }, options)) ? "right" : "wrong";
  } catch (error) {
    if (error instanceof ApiError && error.code === "rate_limited") return error.details.retry_after_s ?? 0;
    throw error;
  }
}

async function failUntilBlocked(email: string): Promise<void> {
  for (let count = 0; count < 10; count++) assert.equal(await attempt(email), "wrong");
}

test("of 50 concurrent wrong passwords, ten are compared, and the right password has to wait too", async () => {
  comparisonCount = 0;
  const results = await Promise.all(Array.from({ length: 50 }, () => attempt("flood@people.test")));
  assert.equal(comparisonCount, 10);
  assert.equal(results.filter((result) => result === "wrong").length, 10);
  assert.ok(results.every((result) => result === "wrong" || result === 60));
  assert.equal(await attempt("flood@people.test", { isRight: true }), 60);
});

test("each further wrong password doubles the delay before the next attempt, up to an hour", async () => {
  const email = "slow@people.test";
  await failUntilBlocked(email);
  const delays: (string | number)[] = [];
  for (let count = 0; count < 8; count++) {
    const seconds = Number(await attempt(email));
    delays.push(seconds / 60);
    clock.advance(seconds * 1000 - 1);
    assert.notEqual(await attempt(email), "wrong");
    clock.advance(1);
    assert.equal(await attempt(email), "wrong");
  }
  assert.deepEqual(delays, [1, 2, 4, 8, 16, 32, 60, 60]);
});

test("the right password resets the count of wrong passwords, regardless of the email's case", async () => {
  for (let count = 0; count < 9; count++) await attempt("Reset@people.test");
  assert.equal(await attempt(" reset@PEOPLE.test", { isRight: true }), "right");
  await failUntilBlocked("reset@people.test");
  assert.equal(await attempt("reset@people.test"), 60);
});

test("wrong passwords on a known device of the account are counted separately", async () => {
  const email = "owner@people.test";
  await failUntilBlocked(email);
  const knownDevice = Buffer.alloc(32, 2);
  assert.equal(await attempt(email, { isRight: true, knownDevice }), "right");
  assert.equal(await attempt(email), 60, "the right password on a known device does not help strangers");
  for (let count = 0; count < 10; count++) assert.equal(await attempt(email, { knownDevice }), "wrong");
  assert.equal(await attempt(email, { knownDevice }), 60);
});

test("a password that is not compared because too many people sign in does not count as an attempt", async () => {
  const email = "busy@people.test";
  for (let count = 0; count < 9; count++) await attempt(email);
  const compare = () => Promise.reject(new ApiError("unavailable"));
  const options = { compare, attemptKey, now: new Date(clock.now()) };
  for (let count = 0; count < 3; count++)
    await assert.rejects(
      compareWithAttemptLimit(db.database, { email, knownDevice: null }, options),
      ApiError,
    );
  assert.equal(await attempt(email), "wrong");
  assert.equal(await attempt(email), 60);
});

test("wrong passwords no longer count after a day without an attempt, and their rows are deleted", async () => {
  const email = "forgotten@people.test";
  await failUntilBlocked(email);
  clock.advance(24 * 60 * minuteMs + 1);
  await failUntilBlocked(email);
  assert.ok((await deleteOldAttempts(db.database, new Date(clock.now()))) > 0);
  assert.equal(await attempt(email), 60);
  clock.advance(24 * 60 * minuteMs + 1);
  await deleteOldAttempts(db.database, new Date(clock.now()));
  const { count } = await db.database.one<{ count: number }>(
    "select count(*) as count from password_attempts",
  );
  assert.equal(count, 0);
});

test("the table of password attempts contains no email address", async () => {
  await attempt("secret@people.test");
  const rows = await db.database.many("select * from password_attempts");
  assert.doesNotMatch(JSON.stringify(rows), /secret/);
});
