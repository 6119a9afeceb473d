import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFieldName, formatValue, listChangedFields } from "./format-entry.ts";

test("values and field names of the audit log are formatted for people", () => {
  for (const emptyValue of [null, undefined, "", []]) assert.equal(formatValue(emptyValue), "empty");
  assert.equal(formatValue(["tea", "pots"]), "tea, pots");
  assert.equal(formatValue(false), "false");
  assert.equal(formatValue({ a: 1 }), '{"a":1}');
  assert.equal(formatFieldName("compare_at_price"), "Compare at price");
});

test("every field of an audit entry's old or new values is listed as changed, ordered by name", () => {
  assert.deepEqual(listChangedFields({ before: { b: 1 }, after: { a: 2, b: 3 } }), [
    { name: "a", before: undefined, after: 2 },
    { name: "b", before: 1, after: 3 },
  ]);
  assert.deepEqual(listChangedFields({ before: null, after: null }), []);
});
