import assert from "node:assert/strict";
import { test } from "node:test";
import { createSeededRandom, getProofSeed } from "@souk/testkit";
import { isPastRetryWindow, lastAttemptAfterMs, planNextAttempt, retryWaitsMs } from "./index.ts";

const hourMs = 3_600_000;
const attemptMs = 10_000;
const start = new Date("2026-11-20T00:00:00Z");
const addToStart = (ms: number) => new Date(start.getTime() + ms);

/** Return the times of all attempts of a delivery that never succeeds, in milliseconds after the first. */
function listAttemptTimes(random: () => number, retryAfterSeconds?: number): number[] {
  const times = [0];
  let now = start;
  for (;;) {
    now = new Date(now.getTime() + attemptMs * random());
    const input = { attempt: times.length, firstAttemptAt: start, now, random, retryAfterSeconds };
    const next = planNextAttempt(input);
    if (next.expired) return times;
    assert.ok(next.at > now, "an attempt is never planned in the past");
    now = next.at;
    times.push(now.getTime() - start.getTime());
  }
}

/** Assert that the last attempt is at the planned time, or less than one attempt's duration earlier. */
function assertLastAttemptTime(times: number[]): void {
  const lastTime = times.at(-1) ?? 0;
  assert.ok(
    lastTime <= lastAttemptAfterMs && lastTime > lastAttemptAfterMs - attemptMs,
    `the last attempt was at ${lastTime}`,
  );
}

test("the retry waits match the interface specification", () => {
  const seconds = [5, 30, 120, 600, 1800, 3600, 7200, 14400, 21600, 28800, 36000, 43200];
  assert.deepEqual(
    retryWaitsMs.map((wait) => wait / 1000),
    seconds,
  );
  assert.equal(lastAttemptAfterMs, (47 * 60 + 50) * 60_000);
});

test("P11: with each of 10,000 seeds, a delivery has 13 or 14 attempts within 48 hours", () => {
  const seed = getProofSeed();
  const runsByAttemptCount = new Map<number, number>();
  for (let run = 0; run < 10_000; run++) {
    const times = listAttemptTimes(createSeededRandom(seed + run));
    runsByAttemptCount.set(times.length, (runsByAttemptCount.get(times.length) ?? 0) + 1);
    assert.ok(times.length === 13 || times.length === 14, `${times.length} attempts with seed ${seed + run}`);
    assertLastAttemptTime(times);
  }
  for (const attemptCount of [13, 14])
    assert.ok(runsByAttemptCount.has(attemptCount), `some seed leads to ${attemptCount} attempts`);
});

test("P11: Retry-After adds no attempts, and the last attempt stays within the retry window", () => {
  const seed = getProofSeed();
  for (let run = 0; run < 1_000; run++) {
    const times = listAttemptTimes(createSeededRandom(seed + run), [0, 7, 120, 86_400, 10 ** 9][run % 5]);
    assert.ok(times.length >= 11 && times.length <= 14, `${times.length} attempts with seed ${seed + run}`);
    assertLastAttemptTime(times);
  }
});

test("each retry wait varies by up to 20%", () => {
  for (const [index, wait] of retryWaitsMs.entries()) {
    for (const [randomValue, factor] of [
      [0, 0.8],
      [0.5, 1],
      [1 - 2 ** -53, 1.2],
    ] as const) {
      const next = planNextAttempt({
        attempt: index + 1,
        firstAttemptAt: start,
        now: start,
        random: () => randomValue,
      });
      assert.ok(!next.expired);
      assert.equal(next.at.getTime() - start.getTime(), Math.round(wait * factor));
    }
  }
});

test("Retry-After lengthens a retry wait to at most twice its length", () => {
  const computeWaitSeconds = (retryAfterSeconds: number) => {
    const next = planNextAttempt({
      attempt: 2,
      firstAttemptAt: start,
      now: start,
      random: () => 0.5,
      retryAfterSeconds,
    });
    assert.ok(!next.expired);
    return (next.at.getTime() - start.getTime()) / 1000;
  };
  assert.deepEqual([0, 1, 30, 45, 60, 61, 100_000].map(computeWaitSeconds), [30, 30, 30, 45, 60, 60, 60]);
});

test("after the time of its last attempt, a delivery expires instead of being retried", () => {
  const lastAttemptAt = addToStart(lastAttemptAfterMs);
  const plan = (attempt: number, now: Date) =>
    planNextAttempt({ attempt, firstAttemptAt: start, now, random: () => 0.5 });
  assert.deepEqual(plan(12, addToStart(40 * hourMs)), { expired: false, at: lastAttemptAt, isLast: true });
  assert.deepEqual(plan(13, addToStart(44 * hourMs)), { expired: false, at: lastAttemptAt, isLast: true });
  assert.deepEqual(plan(3, addToStart(lastAttemptAfterMs - 1)), {
    expired: false,
    at: lastAttemptAt,
    isLast: true,
  });
  assert.deepEqual(plan(13, lastAttemptAt), { expired: true });
  assert.deepEqual(plan(2, addToStart(60 * hourMs)), { expired: true });
});

test("the retry window ends 48 hours after the first attempt", () => {
  assert.equal(isPastRetryWindow(start, addToStart(48 * hourMs)), false);
  assert.equal(isPastRetryWindow(start, addToStart(48 * hourMs + 1)), true);
});

test("P12: retries of 10,000 simultaneous failures are spread evenly", () => {
  const seed = getProofSeed();
  for (const spreadMs of [0, 1000]) {
    const random = createSeededRandom(seed);
    const buckets = new Map<number, number>();
    for (let failure = 0; failure < 10_000; failure++) {
      const now = addToStart(random() * spreadMs);
      const next = planNextAttempt({ attempt: 1, firstAttemptAt: start, now, random });
      assert.ok(!next.expired);
      const bucket = Math.floor((next.at.getTime() - start.getTime()) / 100);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    // 5 s ± 20% spreads the second attempts over 2 s, plus the spread of the failures.
    const mean = 10_000 / ((2000 + spreadMs) / 100);
    const fullest = Math.max(...buckets.values());
    assert.ok(fullest <= 3 * mean, `${fullest} in the fullest 100 ms, ${mean} on average`);
  }
});
