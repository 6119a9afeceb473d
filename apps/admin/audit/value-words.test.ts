import assert from "node:assert/strict";
import { test } from "node:test";
import { changedFields, fieldWords, valueWords } from "./value-words.ts";

test("values and fields are shown in words", () => {
  for (const nothing of [null, undefined, "", []]) assert.equal(valueWords(nothing), "empty");
  assert.equal(valueWords(["tea", "pots"]), "tea, pots");
  assert.equal(valueWords(false), "false");
  assert.equal(valueWords({ a: 1 }), '{"a":1}');
  assert.equal(fieldWords("compare_at_price"), "Compare at price");
});

test("the fields of an entry are found in both its old and its new values", () => {
  assert.deepEqual(changedFields({ before: { b: 1 }, after: { a: 2, b: 3 } }), [
    { name: "a", before: undefined, after: 2 },
    { name: "b", before: 1, after: 3 },
  ]);
  assert.deepEqual(changedFields({ before: null, after: null }), []);
});
