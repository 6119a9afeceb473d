import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { createRateLimiter } from "./rate-limit.ts";
import {
  chargeRequest,
  consumeRequest,
  countExtraTokens,
  type RequestRateLimiters,
} from "./request-costs.ts";

const kib = 1024;

function createLimiters() {
  const clock = createFakeClock();
  const create = (bucketSize: number) =>
    createRateLimiter({ bucketSize, refillPerSecond: bucketSize / 10 }, clock, () => 1);
  const limiters: RequestRateLimiters = {
    rateLimiter: create(40),
    sessionRateLimiter: create(400),
    storeRateLimiter: create(100),
  };
  return { clock, limiters };
}

function createApp(id: number, storeId: number) {
  const store = { id: storeId } as Parameters<typeof consumeRequest>[0]["store"];
  return { rateLimitKey: `installation ${id}`, signed_in: null, store };
}

test("a request costs one more rate-limit token for each 256 KiB after the first and each 100 ms of work", () => {
  const costs = [
    { bytes: 0, ms: 0, tokens: 0 },
    { bytes: 256 * kib, ms: 99, tokens: 0 },
    { bytes: 256 * kib + 1, ms: 0, tokens: 1 },
    { bytes: 1024 * kib, ms: 100, tokens: 4 },
    { bytes: 10, ms: 1_250, tokens: 12 },
    { bytes: 0, ms: -5, tokens: 0 },
  ];
  for (const { tokens, ...work } of costs) assert.equal(countExtraTokens(work), tokens);
});

test("a caller whose requests cost more than its bucket holds must wait; other callers of the store need not", () => {
  const { clock, limiters } = createLimiters();
  assert.equal(consumeRequest(createApp(1, 7), limiters)?.remaining, 39);
  const work = { bytes: 8 * 1024 * kib, ms: 2_900 };
  assert.equal(chargeRequest(createApp(1, 7), work, limiters)?.remaining, 0);
  const rejectedState = consumeRequest(createApp(1, 7), limiters);
  assert.equal(rejectedState?.isAllowed, false);
  // The bucket has 39 - 60 = -21 tokens, so 22 tokens must be refilled before the next request.
  assert.equal(rejectedState?.retryAfterSeconds, 22 / 4);
  assert.equal(consumeRequest(createApp(2, 7), limiters)?.isAllowed, true);
  clock.advance(5_500);
  assert.equal(consumeRequest(createApp(1, 7), limiters)?.isAllowed, true);
});

test("the debt of a rate limit bucket is at most the bucket's size", () => {
  const { clock, limiters } = createLimiters();
  chargeRequest(createApp(1, 7), { bytes: 0, ms: 1_000_000 }, limiters);
  clock.advance(10_250);
  assert.equal(consumeRequest(createApp(1, 7), limiters)?.isAllowed, true);
});

test("all apps of a store share one rate limit bucket, and each store has its own", () => {
  const { limiters } = createLimiters();
  const states = Array.from({ length: 150 }, (_, index) => consumeRequest(createApp(index % 5, 7), limiters));
  assert.equal(states.filter((state) => state?.isAllowed).length, 100);
  const rejectedState = states.at(-1);
  assert.equal(rejectedState?.limit, 40);
  assert.equal(rejectedState?.retryAfterSeconds, 0.1);
  assert.equal(consumeRequest(createApp(1, 8), limiters)?.isAllowed, true);
});
