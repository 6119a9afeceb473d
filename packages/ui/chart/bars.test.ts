import assert from "node:assert/strict";
import { test } from "node:test";
import { axisMarks, computePieces, timeWords } from "./bars.ts";
import { timeNames } from "./time-name.ts";

const kinds = [
  { id: "a", label: "A" },
  { id: "b", label: "B" },
  { id: "c", label: "C" },
];

test("an axis has round marks, only whole numbers, and reaches the largest value", () => {
  assert.deepEqual(axisMarks(0), [0, 1]);
  assert.deepEqual(axisMarks(1), [0, 1]);
  assert.deepEqual(axisMarks(3), [0, 1, 2, 3]);
  assert.deepEqual(axisMarks(42), [0, 20, 40, 60]);
  assert.deepEqual(axisMarks(100), [0, 50, 100]);
  assert.deepEqual(axisMarks(1_284), [0, 500, 1_000, 1_500]);
});

test("a bar is stacked in the order of the kinds, without the empty ones", () => {
  const bucket = { at: "2026-11-21T00:00:00Z", counts: { a: 2, c: 1 } };
  assert.deepEqual(computePieces(bucket, kinds, 4), [
    { kind: 0, from: 0, to: 0.5 },
    { kind: 2, from: 0.5, to: 0.75 },
  ]);
});

test("bars have their time below them at an interval, half of them also on a phone", () => {
  assert.deepEqual(
    [...timeNames(3, 8)],
    [
      [0, "more"],
      [1, "less"],
      [2, "more"],
    ],
  );
  assert.deepEqual([...timeNames(30, 8).keys()], [0, 4, 8, 12, 16, 20, 24, 28]);
  assert.equal(timeNames(30, 8).get(28), "last");
  assert.equal(timeNames(0, 8).size, 0);
});

test("times are written in the store's zone", () => {
  const at = "2026-11-20T16:00:00.000Z";
  assert.deepEqual(timeWords(at, "day", "Asia/Kuala_Lumpur"), { short: "21 Nov", long: "Saturday 21 Nov" });
  assert.equal(timeWords(at, "hour", "Asia/Kuala_Lumpur").short, "00:00");
});
