import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@souk/testkit";
import { createPoller } from "./poller.ts";

const quiet = { random: () => 0.5, onError: () => undefined };

/** Create work whose runs each wait until the test releases them. */
function createBlockedWork() {
  let [started, ended] = [0, 0];
  let release = (): void => undefined;
  return {
    counts: () => ({ started, ended }),
    release: () => release(),
    work: async () => {
      started++;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      ended++;
    },
  };
}

test("requests at the same time share a run; a request during a run starts another", async () => {
  const work = createBlockedWork();
  const poller = createPoller({ ...quiet, work: work.work });
  poller.request();
  poller.request();
  await eventually(() => work.counts().started === 1);
  poller.request();
  poller.request();
  work.release();
  await eventually(() => work.counts().started === 2);
  work.release();
  await sleep(50);
  assert.deepEqual(work.counts(), { started: 2, ended: 2 });
  await poller.stop();
});

test("work runs at intervals without a request", async () => {
  const times: number[] = [];
  const poller = createPoller({
    ...quiet,
    everyMs: 20,
    work: async () => void times.push(performance.now()),
  });
  await eventually(() => times.length >= 6);
  await poller.stop();
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // A timer may come a millisecond early by this clock.
  assert.ok(
    pauses.every((pause) => pause >= 18),
    pauses.join(", "),
  );
});

test("a failed run is reported and retried, and a request does not hasten the retry", async () => {
  const times: number[] = [];
  const poller = createPoller({
    random: () => 0.5,
    onError: () => times.push(performance.now()),
    work: async () => {
      throw new Error("away");
    },
  });
  poller.request();
  await eventually(
    () => {
      poller.request();
      return times.length === 2;
    },
    { every: 5 },
  );
  await poller.stop();
  const [first = 0, second = 0] = times;
  assert.ok(second - first >= 248, `${second - first} ms`);
});

test("a requested time counts when it is before the next run, even during a run", async () => {
  let runs = 0;
  const poller = createPoller({
    ...quiet,
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

test("stop waits for the run under way, and no other starts", async () => {
  const work = createBlockedWork();
  const poller = createPoller({ ...quiet, work: work.work });
  poller.request();
  await eventually(() => work.counts().started === 1);
  poller.request();
  const stopped = poller.stop();
  work.release();
  await stopped;
  assert.deepEqual(work.counts(), { started: 1, ended: 1 });
  poller.request();
  await sleep(40);
  assert.deepEqual(work.counts(), { started: 1, ended: 1 });
});
