import assert from "node:assert/strict";
import { test } from "node:test";
import { computeReadAhead } from "./lane-reader.ts";

test("the more lanes are read, the fewer deliveries of each are read ahead", () => {
  assert.deepEqual(
    [1, 32, 64, 256].map((lanes) => computeReadAhead(lanes, 0)),
    [64, 64, 32, 8],
  );
});

test("deliveries in memory reduce how many are read ahead", () => {
  let ahead = 0;
  for (let lane = 0; lane < 1_024; lane++) ahead += computeReadAhead(1, ahead);
  assert.ok(ahead < 2_048 + 1_024 * 8, `${ahead} read ahead`);
  assert.equal(computeReadAhead(1, ahead), 8);
});
