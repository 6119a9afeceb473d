import assert from "node:assert/strict";
import { test } from "node:test";
import { nextSort, sortState } from "./column.ts";

test("a header pressed again turns the order round, another one begins upwards", () => {
  assert.equal(nextSort(undefined, "title"), "title.asc");
  assert.equal(nextSort("title.asc", "title"), "title.desc");
  assert.equal(nextSort("title.desc", "title"), "title.asc");
  assert.equal(nextSort("title.desc", "id"), "id.asc");
});

test("only the column in use says how it is sorted", () => {
  assert.equal(sortState("title.desc", "title"), "descending");
  assert.equal(sortState("title.desc", "id"), "none");
});
