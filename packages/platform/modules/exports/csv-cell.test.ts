import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeFormula, joinTags, splitTags, unescapeFormula } from "./csv-cell.ts";

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
  "'=already escaped",
  "''=twice",
  "'",
  "a=b",
  "'s-Hertogenbosch",
];

test("no escaped text looks like a formula, and unescaping restores each text", () => {
  for (const text of texts) {
    assert.doesNotMatch(escapeFormula(text), /^[=+\-@\t\r\n]/, text);
    assert.equal(unescapeFormula(escapeFormula(text)), text);
  }
});

test("unescaping a text that was not escaped returns it unchanged", () => {
  for (const text of ["-5", "'s-Hertogenbosch", "plain"]) assert.equal(unescapeFormula(text), text);
  assert.equal(unescapeFormula("'=1+1"), "=1+1");
});

test("splitting joined tags restores them; spaces, empty and repeated tags are removed", () => {
  const tags = ["summer", 'the "new" one', "'", "a b", "=x"];
  assert.deepEqual(splitTags(unescapeFormula(escapeFormula(joinTags(tags)))), tags);
  assert.deepEqual(splitTags(" summer ,, linen,summer,"), ["summer", "linen"]);
  assert.deepEqual(splitTags(""), []);
});
