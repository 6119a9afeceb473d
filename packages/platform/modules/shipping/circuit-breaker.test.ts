import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";

const clock = createFakeClock();

function recordFailures(breaker: CircuitBreaker, times: number): void {
  for (let time = 0; time < times; time++) {
    clock.advance(1);
    breaker.recordFailure("a", clock.now());
  }
}

test("simultaneous rate requests that fail together count as one failure", () => {
  const breaker = createCircuitBreaker(clock);
  const startedAt = clock.now();
  clock.advance(5_000);
  for (let time = 0; time < 100; time++) breaker.recordFailure("a", startedAt);
  assert.equal(breaker.tryStartCall("a"), true);
  recordFailures(breaker, 1);
  assert.equal(breaker.tryStartCall("a"), true);
  recordFailures(breaker, 1);
  assert.equal(breaker.tryStartCall("a"), false);
  assert.equal(breaker.tryStartCall("b"), true);
});

test("a failing app's pause grows from 5 s to 1 minute and ends when a call succeeds", () => {
  const breaker = createCircuitBreaker(clock);
  recordFailures(breaker, 3);
  for (const seconds of [5, 10, 20, 40, 60, 60, 60]) {
    clock.advance(seconds * 1_000 - 1);
    assert.equal(breaker.tryStartCall("a"), false, `before ${seconds} s`);
    clock.advance(1);
    assert.equal(breaker.tryStartCall("a"), true, `after ${seconds} s`);
    breaker.recordFailure("a", clock.now());
  }
  breaker.recordSuccess("a");
  recordFailures(breaker, 2);
  assert.equal(breaker.tryStartCall("a"), true);
});

test("after a pause, one request tests the app, and other requests skip the app meanwhile", () => {
  const breaker = createCircuitBreaker(clock);
  recordFailures(breaker, 3);
  clock.advance(5_000);
  assert.deepEqual(
    [breaker.tryStartCall("a"), breaker.tryStartCall("a"), breaker.tryStartCall("a")],
    [true, false, false],
  );
  clock.advance(10_000);
  assert.equal(
    breaker.tryStartCall("a"),
    true,
    "a call that never reports a result does not block other calls forever",
  );
});
