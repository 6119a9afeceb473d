import assert from "node:assert/strict";
import { test } from "node:test";
import { Breaker, type EndpointAnswer, type EndpointHealth } from "./breaker.ts";
import { healthyEndpoint } from "./testing/healthy-endpoint.ts";

const success: EndpointAnswer = { kind: "success" };
const failed: EndpointAnswer = { kind: "failed", why: "It answered 500." };
const refused: EndpointAnswer = { kind: "refused", why: "It answered 429.", retryAfterMs: 0 };

const seconds = (after: number) => new Date(Date.UTC(2026, 0, 1) + after * 1_000);
const half = () => 0.5;

/** A breaker, and what it says to an answer so many seconds after the start. */
function breaker(health: Partial<EndpointHealth> = {}) {
  const made = new Breaker({ ...healthyEndpoint, ...health }, 0, half);
  const answer = (what: EndpointAnswer, after: number): boolean => {
    made.begin(after * 1_000);
    return made.answered(what, { now: seconds(after), beganAt: after * 1_000, endedAt: after * 1_000 });
  };
  return { made, answer };
}

test("a closed one lets all through, and success changes nothing", () => {
  const { made, answer } = breaker();
  assert.equal(answer(success, 0), false);
  assert.equal(made.waitMs(0), 0);
});

test("ten failures in a row over 15 seconds open it, fewer or sooner do not", () => {
  const quick = breaker();
  for (let n = 0; n < 50; n++) quick.answer(failed, n / 10);
  assert.equal(quick.made.state, "closed");
  const few = breaker();
  for (let n = 0; n < 9; n++) few.answer(failed, n * 10);
  assert.equal(few.made.state, "closed");
  few.answer(failed, 90);
  assert.equal(few.made.state, "open");
  assert.equal(few.made.waitMs(91_000), Number.POSITIVE_INFINITY);
  assert.equal(few.made.blocked, true);
  assert.deepEqual(few.made.health().failing_since, seconds(0));
});

test("a success among the failures begins the count anew", () => {
  const { made, answer } = breaker();
  for (let n = 0; n < 40; n++) answer(n % 9 === 8 ? success : failed, n * 5);
  assert.equal(made.state, "closed");
});

const open = { breaker: "open", failing_since: seconds(0), failures: 10 } as const;

test("it is probed a minute after it opened, then ever later, and in the end every ten minutes", () => {
  const { made, answer } = breaker();
  for (let n = 0; n < 10; n++) answer(failed, n * 2);
  const waits: number[] = [];
  for (let at = 18; waits.length < 9; ) {
    const next = made.health().probe_at as Date;
    waits.push(Math.round((next.getTime() - seconds(at).getTime()) / 1_000));
    at = (next.getTime() - seconds(0).getTime()) / 1_000;
    made.grantProbe();
    answer(failed, at);
  }
  assert.deepEqual(waits, [60, 90, 135, 203, 304, 456, 600, 600, 600]);
});

test("a granted probe is one request", () => {
  const { made } = breaker(open);
  made.grantProbe();
  assert.equal(made.blocked, false);
  assert.equal(made.waitMs(0), 0);
  made.begin(0);
  assert.equal(made.waitMs(0), Number.POSITIVE_INFINITY);
  assert.equal(made.blocked, false, "it is waited for");
  made.unsent();
  assert.equal(made.waitMs(0), 0, "one that was not made is made yet");
});

test("the first success lets it recover at one request a second", () => {
  const { made, answer } = breaker(open);
  made.grantProbe();
  assert.equal(answer(success, 100), true);
  const { breaker: state, failing_since, probe_at, rate } = made.health();
  assert.deepEqual(
    { state, failing_since, probe_at, rate },
    { state: "recovering", failing_since: null, probe_at: null, rate: 1 },
  );
});

test("what was under way when it opened plans no probe", () => {
  const { made, answer } = breaker({ ...open, probe_at: seconds(60) });
  answer(failed, 5);
  assert.deepEqual(made.health().probe_at, seconds(60));
});

test("three failures in a row open a recovering one again, its refusals only slow it", () => {
  const { made, answer } = breaker({ breaker: "recovering", rate: 100 });
  for (let n = 0; n < 10; n++) answer(refused, n * 2);
  assert.equal(made.state, "recovering");
  assert.ok((made.health().rate ?? 0) < 10);
  for (let n = 20; n < 23; n++) answer(failed, n);
  assert.equal(made.state, "open");
});

test("a closed one that refuses is sent to at 70 % of what it was sent", () => {
  const { made, answer } = breaker();
  for (let n = 0; n < 100; n++) made.begin(n * 10);
  answer(refused, 0.995);
  assert.equal(made.state, "recovering");
  assert.ok(Math.abs((made.health().rate ?? 0) - 70.7) < 1, `${made.health().rate}`);
});

test("a probe that is refused is repeated after what was asked for, at most ten minutes later", () => {
  const { made, answer } = breaker(open);
  made.grantProbe();
  answer({ ...refused, retryAfterMs: 300_000 } as EndpointAnswer, 0);
  assert.deepEqual(made.health().probe_at, seconds(300));
  made.grantProbe();
  answer({ ...refused, retryAfterMs: 9_000_000 } as EndpointAnswer, 0);
  assert.deepEqual(made.health().probe_at, seconds(600));
});
