import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurnQueue, createTurnSlots } from "./turn-queue.ts";

const limits = { maxRunningPerOwner: 2, maxWaitingPerOwner: 16, maxWaiting: 64 };

test("queues that share slots take turns and run no more jobs at a time than there are slots", async () => {
  const slots = createTurnSlots(2);
  const queues = [createTurnQueue({ ...limits, slots }), createTurnQueue({ ...limits, slots })] as const;
  const startedNames: string[] = [];
  let runningCount = 0;
  let maxRunningCount = 0;
  const run = (queue: 0 | 1, owner: string, name: string) =>
    queues[queue].run(owner, async () => {
      startedNames.push(name);
      runningCount += 1;
      maxRunningCount = Math.max(maxRunningCount, runningCount);
      await new Promise(setImmediate);
      runningCount -= 1;
    });
  const jobs = [1, 2, 3, 4, 5].map((n) => run(0, "busy", `first ${n}`));
  jobs.push(run(1, "a", "second a1"), run(1, "a", "second a2"), run(1, "b", "second b1"));
  await Promise.all(jobs);
  assert.equal(maxRunningCount, 2);
  assert.deepEqual(startedNames, [
    ...["first 1", "first 2", "first 3", "second a1", "first 4", "second b1", "first 5", "second a2"],
  ]);
});

test("a slot that one queue cannot use is used by another queue with the same slots", async () => {
  const slots = createTurnSlots(3);
  const queue = createTurnQueue({ ...limits, slots });
  const otherQueue = createTurnQueue({ ...limits, slots });
  const gate = Promise.withResolvers<void>();
  // The third job of the owner waits although a slot is free.
  const jobs = [1, 2, 3].map(() => queue.run("busy", () => gate.promise));
  assert.equal(await otherQueue.run("quiet", async () => "done"), "done");
  gate.resolve();
  await Promise.all(jobs);
});
