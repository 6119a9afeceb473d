import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@souk/testkit";
import { createPoller } from "./poller.ts";

const baseOptions = { random: () => 0.5, onError: () => undefined };

/** Create work whose runs each wait until the test releases them. */
function createBlockedWork() {
  let startedCount = 0;
  let endedCount = 0;
  let release = (): void => undefined;
  return {
    counts: () => ({ started: startedCount, ended: endedCount }),
    release: () => release(),
    run: async () => {
      startedCount++;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      endedCount++;
    },
  };
}

test("simultaneous requests to a poller share a run, and a request during a run starts another run", async () => {
  const blockedWork = createBlockedWork();
  const poller = createPoller({ ...baseOptions, work: blockedWork.run });
  poller.request();
  poller.request();
  await eventually(() => blockedWork.counts().started === 1);
  poller.request();
  poller.request();
  blockedWork.release();
  await eventually(() => blockedWork.counts().started === 2);
  blockedWork.release();
  await sleep(50);
  assert.deepEqual(blockedWork.counts(), { started: 2, ended: 2 });
  await poller.stop();
});

test("a poller with an interval runs without a request", async () => {
  const times: number[] = [];
  const poller = createPoller({
    ...baseOptions,
    everyMs: 20,
    work: async () => void times.push(performance.now()),
  });
  await eventually(() => times.length >= 6);
  await poller.stop();
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // By this clock, a timer may fire a millisecond early.
  assert.ok(
    waits.every((wait) => wait >= 18),
    waits.join(", "),
  );
});

test("a poller's failed run is reported and retried, and a request does not hasten the retry", async () => {
  const times: number[] = [];
  const poller = createPoller({
    random: () => 0.5,
    onError: () => times.push(performance.now()),
    work: async () => {
      throw new Error("unavailable");
    },
  });
  poller.request();
  await eventually(
    () => {
      poller.request();
      return times.length === 2;
    },
    { intervalMs: 5 },
  );
  await poller.stop();
  const [first = 0, second = 0] = times;
  // The retry waits 250 ms. By this clock, a timer may fire a little early.
  assert.ok(second - first >= 248, `${second - first} ms`);
});

test("a poller's run can be requested before its interval ends, even during another run", async () => {
  let runs = 0;
  const poller = createPoller({
    ...baseOptions,
    everyMs: 3_600_000,
    work: async () => {
      runs++;
      if (runs === 1) poller.requestIn(10);
    },
  });
  poller.requestIn(10);
  await eventually(() => runs === 2);
  await poller.stop();
});

test("stopping a poller waits for its current run, and no other run starts", async () => {
  const blockedWork = createBlockedWork();
  const poller = createPoller({ ...baseOptions, work: blockedWork.run });
  poller.request();
  await eventually(() => blockedWork.counts().started === 1);
  poller.request();
  const stopped = poller.stop();
  blockedWork.release();
  await stopped;
  assert.deepEqual(blockedWork.counts(), { started: 1, ended: 1 });
  poller.request();
  await sleep(40);
  assert.deepEqual(blockedWork.counts(), { started: 1, ended: 1 });
});
