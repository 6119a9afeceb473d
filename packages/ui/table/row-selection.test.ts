import assert from "node:assert/strict";
import { test } from "node:test";
import { rangeOf } from "./row-selection.ts";

const page = ["a", "b", "c", "d"];

test("with shift all records between the last one chosen and this one are meant, in both directions", () => {
  assert.deepEqual(rangeOf(page, "b", "d"), ["b", "c", "d"]);
  assert.deepEqual(rangeOf(page, "c", "a"), ["a", "b", "c"]);
});

test("what was chosen on another page begins no range", () => {
  assert.deepEqual(rangeOf(page, "z", "c"), ["c"]);
  assert.deepEqual(rangeOf(page, undefined, "c"), ["c"]);
});
