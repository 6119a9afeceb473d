import assert from "node:assert/strict";
import { test } from "node:test";
import { createBatchLoader } from "./batch-loader.ts";

function createRecordingLoader() {
  const calls: string[][] = [];
  const load = async (keys: string[]) => {
    calls.push(keys);
    return new Map(keys.filter((key) => key !== "missing").map((key) => [key, key.toUpperCase()]));
  };
  return { calls, load };
}

test("requests in one turn of the event loop share one call with distinct keys", async () => {
  const { calls, load } = createRecordingLoader();
  const read = createBatchLoader(load);
  const results = await Promise.all([read("a"), read("b"), read("a"), read("missing")]);
  assert.deepEqual(results, ["A", "B", "A", undefined]);
  assert.deepEqual(calls, [["a", "b", "missing"]]);
});

test("a later turn loads the values again", async () => {
  const { calls, load } = createRecordingLoader();
  const read = createBatchLoader(load);
  await read("a");
  await read("a");
  assert.deepEqual(calls, [["a"], ["a"]]);
});

test("more keys than the limit are loaded in several calls", async () => {
  const { calls, load } = createRecordingLoader();
  const read = createBatchLoader(load, 2);
  await Promise.all(["a", "b", "c"].map(read));
  assert.deepEqual(calls, [["a", "b"], ["c"]]);
});

test("a failed call rejects its requests, and the next turn loads again", async () => {
  let isFailing = true;
  const read = createBatchLoader(async (keys: string[]) => {
    if (isFailing) throw new Error("unavailable");
    return new Map(keys.map((key) => [key, key]));
  });
  const outcomes = await Promise.allSettled([read("a"), read("b")]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  isFailing = false;
  assert.equal(await read("a"), "a");
});
