import assert from "node:assert/strict";
import { test } from "node:test";
import { proofSeed } from "@souk/testkit";
import { isPastRetryWindow, lastAttemptAfterMs, nextAttempt, retryWaitsMs } from "./index.ts";
import { seeded } from "./testing/seeded-random.ts";

const hour = 3_600_000;
const attemptMs = 10_000;
const start = new Date("2026-11-20T00:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

/** The times of all attempts of a delivery that never succeeds, in milliseconds after the first. */
function attempts(random: () => number, retryAfterSeconds?: number): number[] {
  const times = [0];
  let now = start;
  for (;;) {
    now = new Date(now.getTime() + attemptMs * random());
    const question = { attempt: times.length, firstAttemptAt: start, now, random, retryAfterSeconds };
    const next = nextAttempt(question);
    if (next.expired) return times;
    assert.ok(next.at > now, "an attempt is never planned in the past");
    now = next.at;
    times.push(now.getTime() - start.getTime());
  }
}

/** An attempt that starts just before the last moment and fails after it is the last as well. */
function assertLast(times: number[]): void {
  const last = times.at(-1) ?? 0;
  assert.ok(last <= lastAttemptAfterMs && last > lastAttemptAfterMs - attemptMs, `the last at ${last}`);
}

test("the waits are those of the interface's retry window, in order", () => {
  const seconds = [5, 30, 120, 600, 1800, 3600, 7200, 14400, 21600, 28800, 36000, 43200];
  assert.deepEqual(
    retryWaitsMs.map((wait) => wait / 1000),
    seconds,
  );
  assert.equal(lastAttemptAfterMs, (47 * 60 + 50) * 60_000);
});

test("P11: over 10,000 seeds a delivery has 13 or 14 attempts and the last within 48 hours of the first", () => {
  const seed = proofSeed();
  const counts = new Map<number, number>();
  for (let run = 0; run < 10_000; run++) {
    const times = attempts(seeded(seed + run));
    counts.set(times.length, (counts.get(times.length) ?? 0) + 1);
    assert.ok(times.length === 13 || times.length === 14, `${times.length} attempts with seed ${seed + run}`);
    assertLast(times);
  }
  assert.ok((counts.get(13) ?? 0) > 0 && (counts.get(14) ?? 0) > 0, "both counts happen");
});

test("P11: with any Retry-After the last attempt is still within the window, and there are no more of them", () => {
  const seed = proofSeed();
  for (let run = 0; run < 1_000; run++) {
    const times = attempts(seeded(seed + run), [0, 7, 120, 86_400, 10 ** 9][run % 5]);
    assert.ok(times.length >= 11 && times.length <= 14, `${times.length} attempts with seed ${seed + run}`);
    assertLast(times);
  }
});

test("each wait is spread by a fifth to either side", () => {
  for (const [index, wait] of retryWaitsMs.entries()) {
    for (const [drawn, factor] of [
      [0, 0.8],
      [0.5, 1],
      [1 - 2 ** -53, 1.2],
    ] as const) {
      const answer = nextAttempt({
        attempt: index + 1,
        firstAttemptAt: start,
        now: start,
        random: () => drawn,
      });
      assert.ok(!answer.expired);
      assert.equal(answer.at.getTime() - start.getTime(), Math.round(wait * factor));
    }
  }
});

test("Retry-After only delays, and at most to twice the wait", () => {
  const wait = (retryAfterSeconds: number) => {
    const answer = nextAttempt({
      attempt: 2,
      firstAttemptAt: start,
      now: start,
      random: () => 0.5,
      retryAfterSeconds,
    });
    assert.ok(!answer.expired);
    return (answer.at.getTime() - start.getTime()) / 1000;
  };
  assert.deepEqual([0, 1, 30, 45, 60, 61, 100_000].map(wait), [30, 30, 30, 45, 60, 60, 60]);
});

test("a wait that would pass the last moment is cut to it, and then the delivery is expired", () => {
  const last = after(lastAttemptAfterMs);
  const ask = (attempt: number, now: Date) =>
    nextAttempt({ attempt, firstAttemptAt: start, now, random: () => 0.5 });
  assert.deepEqual(ask(12, after(40 * hour)), { expired: false, at: last, last: true });
  assert.deepEqual(ask(13, after(44 * hour)), { expired: false, at: last, last: true });
  assert.deepEqual(ask(3, after(lastAttemptAfterMs - 1)), { expired: false, at: last, last: true });
  assert.deepEqual(ask(13, last), { expired: true });
  assert.deepEqual(ask(2, after(60 * hour)), { expired: true });
});

test("an attempt that could not be made within 48 hours of the first is past its window", () => {
  assert.equal(isPastRetryWindow(start, after(48 * hour)), false);
  assert.equal(isPastRetryWindow(start, after(48 * hour + 1)), true);
});

test("P12: 10,000 failures within a second come back with at most three times the mean in any 100 ms", () => {
  const seed = proofSeed();
  for (const spreadMs of [0, 1000]) {
    const random = seeded(seed);
    const buckets = new Map<number, number>();
    for (let failure = 0; failure < 10_000; failure++) {
      const now = after(random() * spreadMs);
      const answer = nextAttempt({ attempt: 1, firstAttemptAt: start, now, random });
      assert.ok(!answer.expired);
      const bucket = Math.floor((answer.at.getTime() - start.getTime()) / 100);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    // 5 s and a fifth to either side are 2 s of second attempts, and the failures' own spread.
    const mean = 10_000 / ((2000 + spreadMs) / 100);
    const fullest = Math.max(...buckets.values());
    assert.ok(fullest <= 3 * mean, `${fullest} in the fullest 100 ms, ${mean} in the mean`);
  }
});
