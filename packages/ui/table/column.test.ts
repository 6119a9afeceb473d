import assert from "node:assert/strict";
import { test } from "node:test";
import { getNextSort, getSortState } from "./column.ts";

test("clicking the same column header again reverses the sort order", () => {
  assert.equal(getNextSort(undefined, "title"), "title.asc");
  assert.equal(getNextSort("title.asc", "title"), "title.desc");
  assert.equal(getNextSort("title.desc", "title"), "title.asc");
  assert.equal(getNextSort("title.desc", "id"), "id.asc");
});

test("only the column that a table is sorted by has a sort direction", () => {
  assert.equal(getSortState("title.desc", "title"), "descending");
  assert.equal(getSortState("title.desc", "id"), "none");
});
