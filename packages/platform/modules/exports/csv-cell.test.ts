import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { escapeFormula, joinTags, splitTags, unescapeFormula } from "./csv-cell.ts";
import { formatCsv } from "./csv-text.ts";

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
  "\uff1d1+1",
  "\uff0b60",
  "x;=1+1;y",
  "x;'=1+1;-2;;+3",
  "x\n=1+1\ny",
  "x\r\n\r\n@cmd\n- item",
  "x\t=1+1\ty",
  "\t=1+1",
  'x;"=1+1;y',
  'x;"\'"=1+1',
  "color: red; margin: 0",
];

test("no escaped CSV cell looks like a formula", () => {
  for (const text of texts)
    assert.doesNotMatch(escapeFormula(text), /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/, text);
});

test("unescaping an escaped CSV cell restores its text", () => {
  for (const text of texts) assert.equal(unescapeFormula(escapeFormula(text)), text);
});

/** Read a file like a spreadsheet that separates cells at the delimiter instead of at commas. */
function readCells(file: string, delimiter: string): string[] {
  const rows: string[][] = parse(file, { delimiter, relax_quotes: true, relax_column_count: true });
  return rows.flat();
}

test("no part of an escaped CSV cell is a formula in a spreadsheet that splits at semicolons or tabs", () => {
  for (const text of texts)
    for (const delimiter of [";", "\t"]) {
      const cells = readCells(formatCsv([["1", escapeFormula(text), "2"]]), delimiter);
      for (const cell of cells) assert.doesNotMatch(cell, /^"*[=+\-@\uff1d\uff0b\uff0d\uff20]/, text);
    }
});

test("a CSV cell is unescaped only if it looks like an escaped formula", () => {
  for (const text of ["-5", "'s-Hertogenbosch", "plain"]) assert.equal(unescapeFormula(text), text);
  assert.equal(unescapeFormula("'=1+1"), "=1+1");
});

test("every cell of a CSV file is quoted, so that no character in a cell ends the cell", () => {
  assert.equal(
    formatCsv([
      ["id", "name"],
      ["1", 'the "new" one; red'],
      ["", "a\rb"],
    ]),
    ['"id","name"\r\n', '"1","the ""new"" one; red"\r\n', '"","a\rb"\r\n'].join(""),
  );
});

test("splitting a CSV cell restores the joined tags, without outer spaces and empty or repeated tags", () => {
  const tags = ["summer", 'the "new" one', "'", "a b", "=x"];
  assert.deepEqual(splitTags(unescapeFormula(escapeFormula(joinTags(tags)))), tags);
  assert.deepEqual(splitTags(" summer ,, linen,summer,"), ["summer", "linen"]);
  assert.deepEqual(splitTags(""), []);
});
