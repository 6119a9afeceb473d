import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/contract";
import { createLimiter } from "./limiter.ts";

test("a limiter runs two jobs at a time, lets three wait in order and rejects any more", async () => {
  const limit = createLimiter(2, 3);
  const startedNumbers: number[] = [];
  const finishFunctions: (() => void)[] = [];
  const runJob = (number: number) =>
    limit(async () => {
      startedNumbers.push(number);
      await new Promise<void>((resolve) => finishFunctions.push(resolve));
      return number;
    });
  const firstJobs = [0, 1, 2, 3, 4].map(runJob);
  await assert.rejects(runJob(5), (error) => error instanceof ApiError && error.code === "unavailable");
  assert.deepEqual(startedNumbers, [0, 1]);
  finishFunctions[1]?.();
  assert.equal(await firstJobs[1], 1);
  assert.deepEqual(startedNumbers, [0, 1, 2]);
  const lastJob = runJob(6);
  for (let index = 0; index < 7; index++) {
    finishFunctions[index]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(await Promise.all([...firstJobs, lastJob]), [0, 1, 2, 3, 4, 6]);
  assert.deepEqual(startedNumbers, [0, 1, 2, 3, 4, 6]);
});

test("failed work frees its slot in the limiter", async () => {
  const limit = createLimiter(1, 0);
  await assert.rejects(
    limit(() => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.equal(await limit(async () => "yes"), "yes");
});
