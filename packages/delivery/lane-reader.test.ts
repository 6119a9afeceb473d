import assert from "node:assert/strict";
import { test } from "node:test";
import { computeReadAhead } from "./lane-reader.ts";

test("the more lanes are read, the fewer deliveries of each lane are read ahead", () => {
  assert.deepEqual(
    [1, 32, 64, 256].map((lanes) => computeReadAhead(lanes, 0)),
    [64, 64, 32, 8],
  );
});

test("the more deliveries are in memory, the fewer are read ahead", () => {
  let readAheadCount = 0;
  for (let lane = 0; lane < 1_024; lane++) readAheadCount += computeReadAhead(1, readAheadCount);
  // About 2,048 deliveries are read ahead in the first lanes, and after that 8 in each further lane.
  assert.ok(readAheadCount < 2_048 + 1_024 * 8, `${readAheadCount} read ahead`);
  assert.equal(computeReadAhead(1, readAheadCount), 8);
});
