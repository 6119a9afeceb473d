import assert from "node:assert/strict";
import { test } from "node:test";
import { Breaker, type EndpointHealth, type EndpointResult } from "./breaker.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";

const success: EndpointResult = { kind: "success" };
const failedResult: EndpointResult = { kind: "failed", message: "It answered 500." };
const rejectedResult: EndpointResult = { kind: "rejected", message: "It answered 429.", retryAfterMs: 0 };

const getTimeAfter = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);
const alwaysHalf = () => 0.5;

/**
 * Create a breaker and a function `record`. The function records a result at a time, in seconds since the start of the
 * test, and returns whether the endpoint's health changed.
 */
function createBreaker(health: Partial<EndpointHealth> = {}) {
  const breaker = new Breaker({ ...healthyEndpoint, ...health }, 0, alwaysHalf);
  const record = (result: EndpointResult, seconds: number): boolean => {
    breaker.recordStart(seconds * 1_000);
    return breaker.recordResult(result, {
      now: getTimeAfter(seconds),
      startedAt: seconds * 1_000,
      endedAt: seconds * 1_000,
    });
  };
  return { breaker, record };
}

test("after a success, a closed breaker stays closed and lets all requests through", () => {
  const { breaker, record } = createBreaker();
  const hasChanged = record(success, 0);
  assert.equal(hasChanged, false);
  assert.equal(breaker.getWaitMs(0), 0);
});

test("a breaker opens only after ten failures in a row over at least 15 seconds", () => {
  const shortOutage = createBreaker();
  for (let n = 0; n < 50; n++) shortOutage.record(failedResult, n / 10);
  assert.equal(shortOutage.breaker.state, "closed");
  const longOutage = createBreaker();
  for (let n = 0; n < 9; n++) longOutage.record(failedResult, n * 10);
  assert.equal(longOutage.breaker.state, "closed");
  longOutage.record(failedResult, 90);
  assert.equal(longOutage.breaker.state, "open");
  assert.equal(longOutage.breaker.getWaitMs(91_000), Number.POSITIVE_INFINITY);
  assert.equal(longOutage.breaker.isBlocked, true);
  assert.deepEqual(longOutage.breaker.getHealth().failing_since, getTimeAfter(0));
});

test("a success between failures restarts the breaker's count of failures", () => {
  const { breaker, record } = createBreaker();
  for (let n = 0; n < 40; n++) record(n % 9 === 8 ? success : failedResult, n * 5);
  assert.equal(breaker.state, "closed");
});

const openHealth = { breaker: "open", failing_since: getTimeAfter(0), failures: 10 } as const;

test("the waits between the probes of a failing endpoint grow from one minute to ten minutes", () => {
  const { breaker, record } = createBreaker();
  for (let n = 0; n < 10; n++) record(failedResult, n * 2);
  const waitsInSeconds: number[] = [];
  let lastFailureSecond = 18;
  while (waitsInSeconds.length < 9) {
    const probeAt = breaker.getHealth().probe_at as Date;
    const probeSecond = (probeAt.getTime() - getTimeAfter(0).getTime()) / 1_000;
    waitsInSeconds.push(Math.round(probeSecond - lastFailureSecond));
    breaker.grantProbe();
    record(failedResult, probeSecond);
    lastFailureSecond = probeSecond;
  }
  assert.deepEqual(waitsInSeconds, [60, 90, 135, 203, 304, 456, 600, 600, 600]);
});

test("an open breaker with a granted probe lets one request through", () => {
  const { breaker } = createBreaker(openHealth);
  breaker.grantProbe();
  assert.equal(breaker.isBlocked, false);
  assert.equal(breaker.getWaitMs(0), 0);
  breaker.recordStart(0);
  assert.equal(breaker.getWaitMs(0), Number.POSITIVE_INFINITY);
  assert.equal(breaker.isBlocked, false, "the probe is in flight");
  breaker.undoStart();
  assert.equal(breaker.getWaitMs(0), 0, "a probe that was not sent is still granted");
});

test("after its first success an open breaker recovers at one request per second", () => {
  const { breaker, record } = createBreaker(openHealth);
  breaker.grantProbe();
  const hasChanged = record(success, 100);
  assert.equal(hasChanged, true);
  const health = breaker.getHealth();
  assert.deepEqual(
    [health.breaker, health.failing_since, health.probe_at, health.rate],
    ["recovering", null, null, 1],
  );
});

test("a failed request that began before the breaker opened does not change the time of the next probe", () => {
  const { breaker, record } = createBreaker({ ...openHealth, probe_at: getTimeAfter(60) });
  record(failedResult, 5);
  assert.deepEqual(breaker.getHealth().probe_at, getTimeAfter(60));
});

test("a recovering breaker is slowed by 429 responses and reopened by three failures in a row", () => {
  const { breaker, record } = createBreaker({ breaker: "recovering", rate: 100 });
  for (let n = 0; n < 10; n++) record(rejectedResult, n * 2);
  assert.equal(breaker.state, "recovering");
  assert.ok((breaker.getHealth().rate ?? 0) < 10);
  for (let n = 20; n < 23; n++) record(failedResult, n);
  assert.equal(breaker.state, "open");
});

test("after a 429 response, a closed breaker slows requests to 70% of the measured rate", () => {
  const { breaker, record } = createBreaker();
  for (let n = 0; n < 100; n++) breaker.recordStart(n * 10);
  record(rejectedResult, 0.995);
  assert.equal(breaker.state, "recovering");
  assert.ok(Math.abs((breaker.getHealth().rate ?? 0) - 70.7) < 1, `${breaker.getHealth().rate}`);
});

test("after a 429 response to a probe, the next probe waits as long as Retry-After says, up to ten minutes", () => {
  const { breaker, record } = createBreaker(openHealth);
  breaker.grantProbe();
  record({ ...rejectedResult, retryAfterMs: 300_000 } as EndpointResult, 0);
  assert.deepEqual(breaker.getHealth().probe_at, getTimeAfter(300));
  breaker.grantProbe();
  record({ ...rejectedResult, retryAfterMs: 9_000_000 } as EndpointResult, 0);
  assert.deepEqual(breaker.getHealth().probe_at, getTimeAfter(600));
});
