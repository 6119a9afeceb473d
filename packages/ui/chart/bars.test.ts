import assert from "node:assert/strict";
import { test } from "node:test";
import { computeAxisMarks, computeBarSegments, formatBucketTime } from "./bars.ts";
import { placeTimeLabels } from "./time-labels.ts";

const kinds = [
  { id: "a", label: "A" },
  { id: "b", label: "B" },
  { id: "c", label: "C" },
];

test("a chart's axis has round whole numbers as marks and reaches the maximum value", () => {
  assert.deepEqual(computeAxisMarks(0), [0, 1]);
  assert.deepEqual(computeAxisMarks(1), [0, 1]);
  assert.deepEqual(computeAxisMarks(3), [0, 1, 2, 3]);
  assert.deepEqual(computeAxisMarks(42), [0, 20, 40, 60]);
  assert.deepEqual(computeAxisMarks(100), [0, 50, 100]);
  assert.deepEqual(computeAxisMarks(1_284), [0, 500, 1_000, 1_500]);
});

test("the segments of a chart's bar are in the order of the event kinds, without empty segments", () => {
  const bucket = { at: "2026-11-21T00:00:00Z", counts: { a: 2, c: 1 } };
  assert.deepEqual(computeBarSegments(bucket, kinds, 4), [
    { kind: 0, start: 0, end: 0.5 },
    { kind: 2, start: 0.5, end: 0.75 },
  ]);
});

test("a chart's time labels are spaced out, and every second label is hidden on a phone", () => {
  assert.deepEqual(
    [...placeTimeLabels(3, 8)],
    [
      [0, "always"],
      [1, "wide-only"],
      [2, "always"],
    ],
  );
  assert.deepEqual([...placeTimeLabels(30, 8).keys()], [0, 4, 8, 12, 16, 20, 24, 28]);
  assert.equal(placeTimeLabels(30, 8).get(28), "last");
  assert.equal(placeTimeLabels(0, 8).size, 0);
});

test("the times below a chart's bars are formatted in the store's time zone", () => {
  const at = "2026-11-20T16:00:00.000Z";
  assert.deepEqual(formatBucketTime(at, "day", "Asia/Kuala_Lumpur"), {
    short: "21 Nov",
    long: "Saturday 21 Nov",
  });
  assert.equal(formatBucketTime(at, "hour", "Asia/Kuala_Lumpur").short, "00:00");
});
