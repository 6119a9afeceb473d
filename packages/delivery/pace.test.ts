import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "./pace.ts";

/** Simulate an endpoint that accepts `perSecond` requests per second and responds immediately. */
function simulate(pace: Pace, { perSecond, seconds }: { perSecond: number; seconds: number }) {
  const countBySecond = new Map<number, number>();
  let sentCount = 0;
  let rejectedCount = 0;
  let isUnlimited = false;
  for (let now = 0; now < seconds * 1_000 && !isUnlimited; now++) {
    while (pace.getWaitMs(now) === 0) {
      pace.recordStart(now);
      sentCount++;
      const second = Math.floor(now / 1_000);
      const count = (countBySecond.get(second) ?? 0) + 1;
      countBySecond.set(second, count);
      if (count <= perSecond) isUnlimited ||= pace.recordSuccess(now);
      else {
        rejectedCount++;
        pace.recordRejection(now, now, 0);
      }
    }
  }
  return { sentCount, rejectedCount, isUnlimited };
}

test("at a pace of one request per second, the next request waits one second", () => {
  const pace = new Pace(1, 0);
  assert.equal(pace.getWaitMs(0), 0);
  pace.recordStart(0);
  assert.equal(pace.getWaitMs(0), 1_000);
  assert.equal(pace.getWaitMs(400), 600);
  assert.equal(pace.getWaitMs(1_000), 0);
});

test("P17: an endpoint that allows 50 requests a second rejects less than 5% of all requests", () => {
  const { sentCount, rejectedCount } = simulate(new Pace(1, 0), { perSecond: 50, seconds: 120 });
  assert.ok(sentCount - rejectedCount > 120 * 50 * 0.75, `${sentCount - rejectedCount} were accepted`);
  assert.ok(rejectedCount / sentCount < 0.05, `${rejectedCount} of ${sentCount} were rejected`);
});

test("requests to an endpoint that rejects nothing are no longer limited after a few seconds", () => {
  const { isUnlimited, sentCount } = simulate(new Pace(1, 0), {
    perSecond: Number.POSITIVE_INFINITY,
    seconds: 20,
  });
  assert.ok(isUnlimited);
  assert.ok(sentCount < 2_000);
});

test("a rejected request reduces its endpoint's pace by 30%, at most once a second", () => {
  const pace = new Pace(100, 0);
  for (const startedAt of [10, 11, 12, 900]) pace.recordRejection(startedAt, 20 + startedAt, 0);
  assert.equal(pace.rate, 70);
  pace.recordRejection(1_100, 1_101, 0);
  assert.equal(Math.round(pace.rate), 49);
});

test("the next request to an endpoint waits as long as Retry-After says, but at most five minutes", () => {
  const pace = new Pace(10, 0);
  pace.recordRejection(0, 0, 3_000);
  assert.equal(pace.getWaitMs(1_000), 2_000);
  assert.equal(pace.getWaitMs(3_000), 0);
  pace.recordRejection(3_000, 3_001, 3_600_000);
  assert.equal(pace.getWaitMs(3_001), 300_000);
});

test("an endpoint's pace never falls below one request per minute", () => {
  const pace = new Pace(1, 0);
  for (let at = 1; at < 100; at++) pace.recordRejection(at * 2_000, at * 2_000 + 1, 0);
  assert.equal(pace.rate, 1 / 60);
});

test("a request that was not sent does not delay the next request to its endpoint", () => {
  const pace = new Pace(1, 0);
  pace.recordStart(0);
  pace.undoStart();
  assert.equal(pace.getWaitMs(0), 0);
});

test("if requests to an endpoint stay below half of its pace for a minute, they are no longer limited", () => {
  const pace = new Pace(50, 0);
  let isUnlimited = false;
  for (let at = 0; at < 61_000; at += 1_000) {
    pace.recordStart(at);
    isUnlimited ||= pace.recordSuccess(at + 1);
  }
  assert.ok(isUnlimited);
});
