import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateLimiter, rateHeaders } from "./rate-limit.ts";

function limiter(processCount = 1) {
  let now = 0;
  const rates = createRateLimiter({ bucket: 40, refillPerSecond: 4 }, { now: () => now }, () => processCount);
  const pass = (ms: number) => {
    now += ms;
  };
  return { rates, pass };
}

test("a bucket holds 40 and refills 4 a second, one bucket per key", () => {
  const { rates, pass } = limiter();
  const taken = Array.from({ length: 41 }, () => rates.take("a"));
  assert.equal(taken.filter(({ allowed }) => allowed).length, 40);
  assert.equal(taken[0]?.remaining, 39);
  assert.equal(taken[40]?.retryAfterSeconds, 0.25);
  assert.equal(rates.take("b").allowed, true);
  pass(250);
  assert.equal(rates.take("a").allowed, true);
  assert.equal(rates.take("a").allowed, false);
});

test("each of four processes gives a quarter of the limit", () => {
  const { rates } = limiter(4);
  const taken = Array.from({ length: 20 }, () => rates.take("a").allowed);
  assert.equal(taken.filter(Boolean).length, 10);
});

test("a clock that is set back empties no bucket", () => {
  const { rates, pass } = limiter();
  pass(3_600_000);
  assert.equal(rates.take("a").remaining, 39);
  pass(-3_600_000);
  assert.equal(rates.take("a").remaining, 38);
});

test("a caller never counted is shown a full bucket, and nothing is taken", () => {
  const { rates } = limiter(4);
  assert.deepEqual(rates.unused(), { allowed: true, limit: 10, remaining: 10, retryAfterSeconds: 0 });
  assert.equal(rates.take("a").remaining, 9);
  assert.deepEqual(rateHeaders(rates.take("a")), { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "8" });
});

test("a flood of callers costs little for each of them", () => {
  const { rates } = limiter();
  const before = process.threadCpuUsage();
  for (let n = 0; n < 110_000; n++) rates.take(`flood ${n}`);
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 2_000_000, `${user + system} µs`);
});
