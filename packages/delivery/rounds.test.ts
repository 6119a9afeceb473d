import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@souk/testkit";
import { createRounds } from "./rounds.ts";

const quiet = { random: () => 0.5, onError: () => undefined };

/** Work whose rounds each wait until they are let go on. */
function heldWork() {
  let [begun, ended] = [0, 0];
  let release = (): void => undefined;
  return {
    counts: () => ({ begun, ended }),
    release: () => release(),
    work: async () => {
      begun++;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      ended++;
    },
  };
}

test("those who ask within a moment share a round; who asks during a round gets another", async () => {
  const held = heldWork();
  const made = createRounds({ ...quiet, work: held.work });
  made.ask();
  made.ask();
  await eventually(() => held.counts().begun === 1);
  made.ask();
  made.ask();
  held.release();
  await eventually(() => held.counts().begun === 2);
  held.release();
  await sleep(50);
  assert.deepEqual(held.counts(), { begun: 2, ended: 2 });
  await made.stop();
});

test("without anybody asking a round comes from time to time", async () => {
  const times: number[] = [];
  const made = createRounds({ ...quiet, everyMs: 20, work: async () => void times.push(performance.now()) });
  await eventually(() => times.length >= 6);
  await made.stop();
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  // A timer may come a millisecond early by this clock.
  assert.ok(
    pauses.every((pause) => pause >= 18),
    pauses.join(", "),
  );
});

test("a round that fails is told and comes again, but asking does not make it come sooner", async () => {
  const times: number[] = [];
  const made = createRounds({
    random: () => 0.5,
    onError: () => times.push(performance.now()),
    work: async () => {
      throw new Error("away");
    },
  });
  made.ask();
  await eventually(
    () => {
      made.ask();
      return times.length === 2;
    },
    { every: 5 },
  );
  await made.stop();
  const [first = 0, second = 0] = times;
  assert.ok(second - first >= 248, `${second - first} ms`);
});

test("an asked time counts when it is sooner than the next round, also when asked during one", async () => {
  let rounds = 0;
  const made = createRounds({
    ...quiet,
    everyMs: 3_600_000,
    work: async () => {
      rounds++;
      if (rounds === 1) made.askIn(10);
    },
  });
  made.askIn(10);
  await eventually(() => rounds === 2);
  await made.stop();
});

test("stop waits for the round under way, and none follows", async () => {
  const held = heldWork();
  const made = createRounds({ ...quiet, work: held.work });
  made.ask();
  await eventually(() => held.counts().begun === 1);
  made.ask();
  const stopped = made.stop();
  held.release();
  await stopped;
  assert.deepEqual(held.counts(), { begun: 1, ended: 1 });
  made.ask();
  await sleep(40);
  assert.deepEqual(held.counts(), { begun: 1, ended: 1 });
});
