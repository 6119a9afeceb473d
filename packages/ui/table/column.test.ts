import assert from "node:assert/strict";
import { test } from "node:test";
import { nextSort, sortState } from "./column.ts";

test("a header pressed again reverses the order, another one starts ascending", () => {
  assert.equal(nextSort(undefined, "title"), "title.asc");
  assert.equal(nextSort("title.asc", "title"), "title.desc");
  assert.equal(nextSort("title.desc", "title"), "title.asc");
  assert.equal(nextSort("title.desc", "id"), "id.asc");
});

test("only the sorted column states its order", () => {
  assert.equal(sortState("title.desc", "title"), "descending");
  assert.equal(sortState("title.desc", "id"), "none");
});
