import assert from "node:assert/strict";
import { test } from "node:test";
import { getRange } from "./row-selection.ts";

const page = ["a", "b", "c", "d"];

test("a range contains all records between the two, in either direction", () => {
  assert.deepEqual(getRange(page, "b", "d"), ["b", "c", "d"]);
  assert.deepEqual(getRange(page, "c", "a"), ["a", "b", "c"]);
});

test("without a selected record on the page, a range has one record", () => {
  assert.deepEqual(getRange(page, "z", "c"), ["c"]);
  assert.deepEqual(getRange(page, undefined, "c"), ["c"]);
});
