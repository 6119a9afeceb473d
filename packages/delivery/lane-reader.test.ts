import assert from "node:assert/strict";
import { test } from "node:test";
import { shareOfEach } from "./lane-reader.ts";

test("a few lanes are read well ahead, many less far, and each at least as far as its endpoint is wide", () => {
  assert.deepEqual(
    [1, 32, 64, 256].map((lanes) => shareOfEach(lanes, 0)),
    [64, 64, 32, 8],
  );
});

test("what lies in memory already counts, so that a thousand lanes read one by one stay within bounds", () => {
  let ahead = 0;
  for (let lane = 0; lane < 1_024; lane++) ahead += shareOfEach(1, ahead);
  assert.ok(ahead < 2_048 + 1_024 * 8, `${ahead} read ahead`);
  assert.equal(shareOfEach(1, ahead), 8);
});
