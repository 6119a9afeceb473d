import assert from "node:assert/strict";
import { test } from "node:test";
import { guarded, tagsCell, tagsOf, unguarded } from "./csv-cell.ts";

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

test("no text that is written looks like a formula, and each is read as it was", () => {
  for (const text of texts) {
    assert.doesNotMatch(guarded(text), /^[=+\-@\t\r\n]/, text);
    assert.equal(unguarded(guarded(text)), text);
  }
});

test("what was never guarded is read as it stands", () => {
  for (const text of ["-5", "'s-Hertogenbosch", "plain"]) assert.equal(unguarded(text), text);
  assert.equal(unguarded("'=1+1"), "=1+1");
});

test("tags come back as they were, and as people type them", () => {
  const tags = ["summer", 'the "new" one', "'", "a b", "=x"];
  assert.deepEqual(tagsOf(unguarded(guarded(tagsCell(tags)))), tags);
  assert.deepEqual(tagsOf(" summer ,, linen,summer,"), ["summer", "linen"]);
  assert.deepEqual(tagsOf(""), []);
});
