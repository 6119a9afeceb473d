import assert from "node:assert/strict";
import { test } from "node:test";
import { getRange } from "./row-selection.ts";

const page = ["a", "b", "c", "d"];

test("shift selects all records between the last selected and this one, both ways", () => {
  assert.deepEqual(getRange(page, "b", "d"), ["b", "c", "d"]);
  assert.deepEqual(getRange(page, "c", "a"), ["a", "b", "c"]);
});

test("a record selected on another page starts no range", () => {
  assert.deepEqual(getRange(page, "z", "c"), ["c"]);
  assert.deepEqual(getRange(page, undefined, "c"), ["c"]);
});
