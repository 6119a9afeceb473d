import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/contract";
import { createLimiter } from "./limiter.ts";

test("a limited number runs at a time, the rest in order, and any beyond is rejected", async () => {
  const pass = createLimiter(2, 3);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    pass(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    });
  const first = [0, 1, 2, 3, 4].map(work);
  await assert.rejects(work(5), (error) => error instanceof ApiError && error.code === "unavailable");
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.();
  assert.equal(await first[1], 1);
  assert.deepEqual(begun, [0, 1, 2]);
  const late = work(6);
  for (let at = 0; at < 7; at++) {
    ends[at]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(await Promise.all([...first, late]), [0, 1, 2, 3, 4, 6]);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 6]);
});

test("work that fails frees its place", async () => {
  const pass = createLimiter(1, 0);
  await assert.rejects(
    pass(() => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.equal(await pass(async () => "yes"), "yes");
});
