import assert from "node:assert/strict";
import { test } from "node:test";
import { batched } from "./batched.ts";

function recordingLoader() {
  const calls: string[][] = [];
  const load = async (keys: string[]) => {
    calls.push(keys);
    return new Map(keys.filter((key) => key !== "missing").map((key) => [key, key.toUpperCase()]));
  };
  return { calls, load };
}

test("requests of one turn share one call, which asks for each key once", async () => {
  const { calls, load } = recordingLoader();
  const read = batched(load);
  const answers = await Promise.all([read("a"), read("b"), read("a"), read("missing")]);
  assert.deepEqual(answers, ["A", "B", "A", undefined]);
  assert.deepEqual(calls, [["a", "b", "missing"]]);
});

test("a later turn asks anew", async () => {
  const { calls, load } = recordingLoader();
  const read = batched(load);
  await read("a");
  await read("a");
  assert.deepEqual(calls, [["a"], ["a"]]);
});

test("more keys than the limit go in several calls", async () => {
  const { calls, load } = recordingLoader();
  const read = batched(load, 2);
  await Promise.all(["a", "b", "c"].map(read));
  assert.deepEqual(calls, [["a", "b"], ["c"]]);
});

test("a failed call rejects all of its requests and none of the next turn", async () => {
  let fail = true;
  const read = batched(async (keys: string[]) => {
    if (fail) throw new Error("away");
    return new Map(keys.map((key) => [key, key]));
  });
  const outcomes = await Promise.allSettled([read("a"), read("b")]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  fail = false;
  assert.equal(await read("a"), "a");
});
