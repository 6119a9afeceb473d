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

test("a batch loader makes one call for all keys requested in one turn of the event loop, with each key once", async () => {
  const { calls, load } = createRecordingLoader();
  const loadOne = createBatchLoader(load);
  const results = await Promise.all([loadOne("a"), loadOne("b"), loadOne("a"), loadOne("missing")]);
  assert.deepEqual(results, ["A", "B", "A", undefined]);
  assert.deepEqual(calls, [["a", "b", "missing"]]);
});

test("a batch loader loads a key again if it is requested in a later turn of the event loop", async () => {
  const { calls, load } = createRecordingLoader();
  const loadOne = createBatchLoader(load);
  await loadOne("a");
  await loadOne("a");
  assert.deepEqual(calls, [["a"], ["a"]]);
});

test("a batch loader loads more keys than its limit in several calls", async () => {
  const { calls, load } = createRecordingLoader();
  const loadOne = createBatchLoader(load, 2);
  await Promise.all(["a", "b", "c"].map(loadOne));
  assert.deepEqual(calls, [["a", "b"], ["c"]]);
});

test("if a batch loader's call fails, the requests for its keys are rejected, and the next request makes a new call", async () => {
  let isFailing = true;
  const loadOne = createBatchLoader(async (keys: string[]) => {
    if (isFailing) throw new Error("unavailable");
    return new Map(keys.map((key) => [key, key]));
  });
  const outcomes = await Promise.allSettled([loadOne("a"), loadOne("b")]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  isFailing = false;
  assert.equal(await loadOne("a"), "a");
});
