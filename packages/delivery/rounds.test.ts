import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@souk/testkit";
import { createRounds } from "./rounds.ts";

const quiet = { random: () => 0.5, onError: () => undefined };

test("those who ask within a moment share a round; who asks during a round gets another", async () => {
  let rounds = 0;
  const made = createRounds({
    ...quiet,
    work: async () => {
      rounds++;
      await sleep(20);
    },
  });
  made.ask();
  made.ask();
  await eventually(() => rounds === 1, { every: 1 });
  made.ask();
  made.ask();
  await sleep(100);
  assert.equal(rounds, 2);
  await made.stop();
});

test("without anybody asking a round comes from time to time", async () => {
  let rounds = 0;
  const made = createRounds({ ...quiet, everyMs: 10, work: async () => void rounds++ });
  await sleep(200);
  await made.stop();
  assert.ok(rounds >= 5 && rounds <= 21, `${rounds} rounds`);
});

test("a round that fails is told and comes again, but asking does not make it come sooner", async () => {
  const errors: unknown[] = [];
  const made = createRounds({
    random: () => 0.5,
    onError: (error) => errors.push(error),
    work: async () => {
      throw new Error("away");
    },
  });
  for (let asked = 0; asked < 20; asked++) {
    made.ask();
    await sleep(5);
  }
  assert.equal(errors.length, 1);
  await sleep(300);
  await made.stop();
  assert.equal(errors.length, 2);
});

test("an asked time counts when it is sooner than the next round, also when asked during one", async () => {
  let rounds = 0;
  const made = createRounds({
    ...quiet,
    everyMs: 60_000,
    work: async () => {
      rounds++;
      if (rounds === 1) made.askIn(10);
    },
  });
  made.askIn(10);
  await sleep(80);
  assert.equal(rounds, 2);
  await made.stop();
});

test("stop waits for the round under way, and none follows", async () => {
  let ended = 0;
  const made = createRounds({
    ...quiet,
    work: async () => {
      await sleep(20);
      ended++;
    },
  });
  made.ask();
  await sleep(5);
  made.ask();
  await made.stop();
  assert.equal(ended, 1);
  made.ask();
  await sleep(40);
  assert.equal(ended, 1);
});
