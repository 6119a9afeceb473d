import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "./pace.ts";

/** Sends for some seconds to an endpoint that allows so many requests a second, each answered at once. */
function drain(pace: Pace, { perSecond, seconds }: { perSecond: number; seconds: number }) {
  const taken = new Map<number, number>();
  let sent = 0;
  let refused = 0;
  let over = false;
  for (let now = 0; now < seconds * 1_000 && !over; now++) {
    while (pace.waitMs(now) === 0) {
      pace.begin(now);
      sent++;
      const second = Math.floor(now / 1_000);
      const count = (taken.get(second) ?? 0) + 1;
      taken.set(second, count);
      if (count <= perSecond) over ||= pace.succeeded(now);
      else {
        refused++;
        pace.refused(now, now, 0);
      }
    }
  }
  return { sent, refused, over };
}

test("the first request may begin at once, the next one a second later", () => {
  const pace = new Pace(1, 0);
  assert.equal(pace.waitMs(0), 0);
  pace.begin(0);
  assert.equal(pace.waitMs(0), 1_000);
  assert.equal(pace.waitMs(400), 600);
  assert.equal(pace.waitMs(1_000), 0);
});

test("P17: an endpoint that allows 50 requests a second gets nearly that, and refuses under 5 %", () => {
  const { sent, refused } = drain(new Pace(1, 0), { perSecond: 50, seconds: 120 });
  assert.ok(sent - refused > 120 * 50 * 0.75, `${sent - refused} were taken`);
  assert.ok(refused / sent < 0.05, `${refused} of ${sent} were refused`);
});

test("one that bears all that comes needs no pace after some seconds", () => {
  const { over, sent } = drain(new Pace(1, 0), { perSecond: Number.POSITIVE_INFINITY, seconds: 20 });
  assert.ok(over);
  assert.ok(sent < 2_000);
});

test("a refusal takes 30 % off, once a second", () => {
  const pace = new Pace(100, 0);
  for (const beganAt of [10, 11, 12, 900]) pace.refused(beganAt, 20 + beganAt, 0);
  assert.equal(pace.rate, 70);
  pace.refused(1_100, 1_101, 0);
  assert.equal(Math.round(pace.rate), 49);
});

test("Retry-After is waited for, but no longer than five minutes", () => {
  const pace = new Pace(10, 0);
  pace.refused(0, 0, 3_000);
  assert.equal(pace.waitMs(1_000), 2_000);
  assert.equal(pace.waitMs(3_000), 0);
  pace.refused(3_000, 3_001, 3_600_000);
  assert.equal(pace.waitMs(3_001), 300_000);
});

test("the rate never falls below one a minute", () => {
  const pace = new Pace(1, 0);
  for (let at = 1; at < 100; at++) pace.refused(at * 2_000, at * 2_000 + 1, 0);
  assert.equal(pace.rate, 1 / 60);
});

test("a request that was not made is given back", () => {
  const pace = new Pace(1, 0);
  pace.begin(0);
  pace.unsent();
  assert.equal(pace.waitMs(0), 0);
});

test("an endpoint that needs less than its pace for a minute needs none", () => {
  const pace = new Pace(50, 0);
  let over = false;
  for (let at = 0; at < 61_000; at += 1_000) {
    pace.begin(at);
    over ||= pace.succeeded(at + 1);
  }
  assert.ok(over);
});
