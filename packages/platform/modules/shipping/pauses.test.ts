import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeClock } from "@souk/testkit";
import { createPauses, type Pauses } from "./pauses.ts";

const clock = fakeClock();

function failing(pauses: Pauses, times: number): void {
  for (let time = 0; time < times; time++) {
    clock.advance(1);
    pauses.failed("a", clock.now());
  }
}

test("questions that were under way together and failed together are one failure", () => {
  const pauses = createPauses(clock);
  const askedAt = clock.now();
  clock.advance(5_000);
  for (let time = 0; time < 100; time++) pauses.failed("a", askedAt);
  assert.equal(pauses.asks("a"), true);
  failing(pauses, 1);
  assert.equal(pauses.asks("a"), true);
  failing(pauses, 1);
  assert.equal(pauses.asks("a"), false);
  assert.equal(pauses.asks("b"), true);
});

test("a pause grows from 5 seconds to a minute, and ends with a success", () => {
  const pauses = createPauses(clock);
  failing(pauses, 3);
  for (const seconds of [5, 10, 20, 40, 60, 60, 60]) {
    clock.advance(seconds * 1_000 - 1);
    assert.equal(pauses.asks("a"), false, `before ${seconds} s`);
    clock.advance(1);
    assert.equal(pauses.asks("a"), true, `after ${seconds} s`);
    pauses.failed("a", clock.now());
  }
  pauses.succeeded("a");
  failing(pauses, 2);
  assert.equal(pauses.asks("a"), true);
});

test("when a pause is over one asks, and others do without until it knows", () => {
  const pauses = createPauses(clock);
  failing(pauses, 3);
  clock.advance(5_000);
  assert.deepEqual([pauses.asks("a"), pauses.asks("a"), pauses.asks("a")], [true, false, false]);
  clock.advance(10_000);
  assert.equal(pauses.asks("a"), true, "the one that asked never came back");
});
