import assert from "node:assert/strict";
import { test } from "node:test";
import { guarded, splitTags, tagsCell, unguarded } from "./csv-cell.ts";

const texts = [
  "plain",
  "",
  "=1+1",
  "+60 3-2691 0000",
  "-5",
  "@cmd",
  "\tindented",
  "\rbroken",
  "'quoted'",
  "'=already guarded",
  "''=twice",
  "'",
  "a=b",
  "'s-Hertogenbosch",
];

test("no exported text looks like a formula, and each is read back unchanged", () => {
  for (const text of texts) {
    assert.doesNotMatch(guarded(text), /^[=+\-@\t\r\n]/, text);
    assert.equal(unguarded(guarded(text)), text);
  }
});

test("a text that was never guarded is read unchanged", () => {
  for (const text of ["-5", "'s-Hertogenbosch", "plain"]) assert.equal(unguarded(text), text);
  assert.equal(unguarded("'=1+1"), "=1+1");
});

test("tags are read back unchanged, also as people type them", () => {
  const tags = ["summer", 'the "new" one', "'", "a b", "=x"];
  assert.deepEqual(splitTags(unguarded(guarded(tagsCell(tags)))), tags);
  assert.deepEqual(splitTags(" summer ,, linen,summer,"), ["summer", "linen"]);
  assert.deepEqual(splitTags(""), []);
});
