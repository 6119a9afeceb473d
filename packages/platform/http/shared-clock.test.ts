import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createFakeClock } from "@souk/testkit";
import { systemClock } from "../runtime/clock.ts";
import { createSharedClock } from "./shared-clock.ts";

test("the clock that requests share runs slower while more requests run than there are cores", () => {
  const clock = createFakeClock();
  const sharedClock = createSharedClock(clock, { cores: 2 });
  const startedAt = sharedClock.now();
  const advance = (runningCount: number) => {
    sharedClock.setRunningCount(runningCount);
    clock.advance(100);
  };
  for (const runningCount of [1, 2, 4]) advance(runningCount);
  assert.equal(sharedClock.now() - startedAt, 250);
});

test("in each turn of the event loop, the shared clock counts the busy time of the thread only up to a maximum", async () => {
  const sharedClock = createSharedClock(systemClock, { cores: 2, maxTurnMs: 5 });
  sharedClock.setRunningCount(1);
  const startedAt = sharedClock.now();
  const busyUntil = Date.now() + 200;
  while (Date.now() < busyUntil) sharedClock.now();
  assert.ok(sharedClock.now() - startedAt <= 5);
  sharedClock.setRunningCount(0);
});

test("while a request waits for the database, the shared clock advances", async () => {
  const sharedClock = createSharedClock(systemClock, { cores: 2, maxTurnMs: 5 });
  sharedClock.setRunningCount(1);
  const startedAt = sharedClock.now();
  for (let turn = 0; turn < 40; turn += 1) await sleep(5);
  // A busy machine delays the turns, so only a part of the 200 ms is certain.
  assert.ok(sharedClock.now() - startedAt > 40);
  sharedClock.setRunningCount(0);
});
