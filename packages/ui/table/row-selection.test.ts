import assert from "node:assert/strict";
import { test } from "node:test";
import { getSelectionRange } from "./row-selection.ts";

const page = ["a", "b", "c", "d"];

test("a selection range contains all records between two records", () => {
  assert.deepEqual(getSelectionRange(page, "b", "d"), ["b", "c", "d"]);
  assert.deepEqual(getSelectionRange(page, "c", "a"), ["a", "b", "c"]);
});

test("a selection range has one record if no record on the page was selected before", () => {
  assert.deepEqual(getSelectionRange(page, "z", "c"), ["c"]);
  assert.deepEqual(getSelectionRange(page, undefined, "c"), ["c"]);
});
