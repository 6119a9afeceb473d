import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { createRateLimiter } from "./rate-limit.ts";
import {
  consumeRequest,
  countExtraTokens,
  createRequestCharge,
  findExhausted,
  type RateLimitedCaller,
  type RequestRateLimiters,
  type RequestWork,
} from "./request-costs.ts";

const kib = 1024;

function createLimiters() {
  const clock = createFakeClock();
  const create = (bucketSize: number) =>
    createRateLimiter({ bucketSize, refillPerSecond: bucketSize / 10 }, clock, () => 1);
  const limiters: RequestRateLimiters = {
    installationRateLimiter: create(40),
    sessionRateLimiter: create(400),
    storeRateLimiter: create(100),
  };
  return { clock, limiters };
}

/** Charge the caller for the work of one more request. */
function chargeWork(caller: RateLimitedCaller, work: RequestWork, limiters: RequestRateLimiters) {
  return createRequestCharge(caller, limiters).chargeWork(work);
}

function createApp(id: number, storeId: number) {
  return { rateLimitKey: `installation ${id}`, signed_in: null, store: { id: storeId } };
}

test("a request costs another rate-limit token for each 256 KiB after the first and for each 100 ms of work", () => {
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

test("if a caller's requests cost more than its bucket holds, only this caller must wait", () => {
  const { clock, limiters } = createLimiters();
  assert.equal(consumeRequest(createApp(1, 7), limiters)?.remaining, 39);
  const work = { bytes: 8 * 1024 * kib, ms: 2_900 };
  assert.equal(chargeWork(createApp(1, 7), work, limiters)?.remaining, 0);
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
  chargeWork(createApp(1, 7), { bytes: 0, ms: 1_000_000 }, limiters);
  // The bucket has -40 tokens. The 41 tokens until the next request are refilled at 4 tokens per second.
  clock.advance(10_250);
  assert.equal(consumeRequest(createApp(1, 7), limiters)?.isAllowed, true);
});

test("each store has one rate limit bucket that all its apps share", () => {
  const { limiters } = createLimiters();
  const states = Array.from({ length: 150 }, (_, index) => consumeRequest(createApp(index % 5, 7), limiters));
  assert.equal(states.filter((state) => state?.isAllowed).length, 100);
  const rejectedState = states.at(-1);
  assert.equal(rejectedState?.limit, 40);
  assert.equal(rejectedState?.retryAfterSeconds, 0.1);
  assert.equal(consumeRequest(createApp(1, 8), limiters)?.isAllowed, true);
});

test("a caller is exhausted if its own bucket or its store's shared bucket is empty, and the check takes no token", () => {
  const { limiters } = createLimiters();
  const app = createApp(1, 7);
  assert.equal(findExhausted(app, limiters), null);
  assert.equal(consumeRequest(app, limiters)?.remaining, 39);
  chargeWork(app, { bytes: 0, ms: 3_900 }, limiters);
  assert.equal(findExhausted(app, limiters)?.retryAfterSeconds, 1 / 4);
  const otherApp = createApp(2, 7);
  assert.equal(findExhausted(otherApp, limiters), null);
  for (let id = 3; id < 100; id += 1) consumeRequest(createApp(id, 7), limiters);
  assert.deepEqual(findExhausted(otherApp, limiters), {
    isAllowed: false,
    limit: 40,
    remaining: 39,
    retryAfterSeconds: 1 / 10,
  });
});

test("a request that waited is rejected if other requests left its bucket in debt by more than a quarter of the bucket's size", () => {
  const { clock, limiters } = createLimiters();
  const app = createApp(1, 7);
  assert.equal(consumeRequest(app, limiters)?.isAllowed, true);
  const chargeOfWaitingRequest = createRequestCharge(app, limiters);
  chargeWork(app, { bytes: 0, ms: 5_000 }, limiters);
  // The bucket has 39 - 50 = -11 tokens. The waiting request's own token does not count, so the debt is 10 tokens.
  assert.equal(chargeOfWaitingRequest.findDebt(), null);
  chargeWork(app, { bytes: 0, ms: 100 }, limiters);
  // The bucket has 39 - 51 = -12 tokens.
  assert.deepEqual(chargeOfWaitingRequest.findDebt(), {
    isAllowed: false,
    limit: 40,
    remaining: 0,
    retryAfterSeconds: 13 / 4,
  });
  clock.advance(3_250);
  assert.equal(consumeRequest(app, limiters)?.isAllowed, true);
});

test("a request that waited is rejected if other apps left the bucket of their store in debt by more than a quarter of its size", () => {
  const { limiters } = createLimiters();
  const chargeOfWaitingRequest = createRequestCharge(createApp(6, 7), limiters);
  for (let id = 1; id <= 5; id += 1) chargeWork(createApp(id, 7), { bytes: 0, ms: 3_000 }, limiters);
  assert.equal(chargeOfWaitingRequest.findDebt()?.isAllowed, false);
  assert.equal(createRequestCharge(createApp(6, 8), limiters).findDebt(), null);
});

test("a request is not rejected for a debt that it causes itself, however small the bucket is", () => {
  for (const processCount of [1, 4, 8, 40]) {
    const clock = createFakeClock();
    const create = () => createRateLimiter({ bucketSize: 40, refillPerSecond: 4 }, clock, () => processCount);
    const limiters = {
      installationRateLimiter: create(),
      sessionRateLimiter: create(),
      storeRateLimiter: create(),
    };
    const app = createApp(1, 7);
    while (consumeRequest(app, limiters)?.isAllowed);
    clock.advance((consumeRequest(app, limiters)?.retryAfterSeconds ?? 0) * 1000);
    assert.equal(consumeRequest(app, limiters)?.isAllowed, true);
    const charge = createRequestCharge(app, limiters);
    charge.chargeBody(1024 * kib);
    charge.chargeWork({ bytes: 0, ms: 500 });
    assert.equal(charge.findDebt(), null, `${processCount} processes`);
  }
});

test("if the work of a request is charged in several steps, each part of the work is charged once", () => {
  const { limiters } = createLimiters();
  const app = createApp(1, 7);
  const charge = createRequestCharge(app, limiters);
  for (const megabytes of [1, 2, 2]) charge.chargeWork({ bytes: megabytes * 1024 * kib, ms: 0 });
  assert.equal(consumeRequest(app, limiters)?.remaining, 40 - 7 - 1);
});
