import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateLimiter } from "./rate-limit.ts";

function limiter(shares = 1) {
  let now = 0;
  const rates = createRateLimiter({ bucket: 40, refillPerSecond: 4 }, { now: () => now }, () => shares);
  const pass = (ms: number) => {
    now += ms;
  };
  return { rates, pass };
}

test("a bucket of 40 that refills 4 a second, one bucket a key", () => {
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

test("each of four processes gives a quarter", () => {
  const { rates } = limiter(4);
  const taken = Array.from({ length: 20 }, () => rates.take("a").allowed);
  assert.equal(taken.filter(Boolean).length, 10);
});
