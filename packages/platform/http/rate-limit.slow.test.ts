import assert from "node:assert/strict";
import { test } from "node:test";
import { buildRateLimitHeaders, createRateLimiter } from "./rate-limit.ts";

function createLimiter(processCount = 1) {
  let now = 0;
  const limiter = createRateLimiter(
    { bucketSize: 40, refillPerSecond: 4 },
    { now: () => now },
    () => processCount,
  );
  const advance = (ms: number) => {
    now += ms;
  };
  return { limiter, advance };
}

test("each rate limit key has a bucket of 40 requests that refills by 4 a second", () => {
  const { limiter, advance } = createLimiter();
  const states = Array.from({ length: 41 }, () => limiter.consume("a"));
  assert.equal(states.filter(({ isAllowed }) => isAllowed).length, 40);
  assert.equal(states[0]?.remaining, 39);
  assert.equal(states[40]?.retryAfterSeconds, 0.25);
  assert.equal(limiter.consume("b").isAllowed, true);
  advance(250);
  assert.equal(limiter.consume("a").isAllowed, true);
  assert.equal(limiter.consume("a").isAllowed, false);
});

test("each of four processes enforces a quarter of the rate limit", () => {
  const { limiter } = createLimiter(4);
  const states = Array.from({ length: 20 }, () => limiter.consume("a").isAllowed);
  assert.equal(states.filter(Boolean).length, 10);
});

test("setting the clock back does not empty a rate limit bucket", () => {
  const { limiter, advance } = createLimiter();
  advance(3_600_000);
  assert.equal(limiter.consume("a").remaining, 39);
  advance(-3_600_000);
  assert.equal(limiter.consume("a").remaining, 38);
});

test("the state of a full rate limit bucket can be shown without counting a request", () => {
  const { limiter } = createLimiter(4);
  assert.deepEqual(limiter.getFullState(), {
    isAllowed: true,
    limit: 10,
    remaining: 10,
    retryAfterSeconds: 0,
  });
  assert.equal(limiter.consume("a").remaining, 9);
  assert.deepEqual(buildRateLimitHeaders(limiter.consume("a")), {
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "8",
  });
});

test("a flood of new callers does not give an active caller a new rate limit bucket", () => {
  const { limiter } = createLimiter();
  for (let count = 0; count < 40; count++) limiter.consume("active");
  for (let count = 0; count < 60_000; count++) {
    limiter.consume(`flood ${count}`);
    if (count % 1_000 === 0) assert.equal(limiter.consume("active").isAllowed, false);
  }
});

test("rate limiting 110,000 different callers takes less than two seconds of CPU time", () => {
  const { limiter } = createLimiter();
  const cpuBefore = process.threadCpuUsage();
  for (let count = 0; count < 110_000; count++) limiter.consume(`flood ${count}`);
  const { user, system } = process.threadCpuUsage(cpuBefore);
  assert.ok(user + system < 2_000_000, `${user + system} µs`);
});
