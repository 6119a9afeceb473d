import assert from "node:assert/strict";
import { test } from "node:test";
import { checkWords, findForbiddenWords } from "./forbidden-words.ts";

const codePath = "packages/platform/modules/orders/cancel-order.ts";

/** List the forbidden words in a file, each as `line word`. */
function listWords(path: string, text: string): string[] {
  return findForbiddenWords(path, text).map(({ line, word }) => `${line} ${word}`);
}

test("forbidden words are found in names, comments, strings and file paths", () => {
  const lines = [
    "const toldAt = 1;",
    "// The house of the store.",
    'const a = "Sent anew.";',
    "row.told_by;",
  ];
  assert.deepEqual(listWords(codePath, lines.join("\n")), ["1 told", "2 house", "3 anew", "4 told"]);
  assert.deepEqual(listWords("packages/platform/order-desk.ts", ""), ["0 desk"]);
});

test("a forbidden word inside a longer word is not found", () => {
  assert.deepEqual(
    listWords(codePath, "const background = trigger(untold, warehouse, testkit, DESKTOP, wished);"),
    [],
  );
});

test("identifiers that begin with `most` or end with `side` are found as forbidden words", () => {
  assert.deepEqual(listWords(codePath, "f(mostRows, most_rows, MailSide, their_side);"), [
    "1 mostRows",
    "1 most_rows",
    "1 MailSide",
    "1 their_side",
  ]);
  assert.deepEqual(listWords(codePath, "f(almost, utmost, inside, besideThem); // most of one side"), []);
});

test("forbidden phrases are found in strings and guides, but not in comments or tests", () => {
  const text = 'const a =\n  "The credit is given back.";\n// It is given back.';
  assert.deepEqual(listWords(codePath, text), ["2 given back"]);
  assert.deepEqual(listWords("README.md", "Nothing\nis taken back"), ["2 taken back"]);
  assert.deepEqual(listWords("packages/platform/a.test.ts", text), []);
});

test("forbidden words are allowed in applied migrations and generated files, but not in new migrations", () => {
  assert.deepEqual(listWords("packages/database/migrations/0042-lanes.sql", "-- told"), []);
  assert.deepEqual(listWords("packages/database/migrations/0077-lanes.sql", "-- told"), ["1 told"]);
  assert.deepEqual(listWords("packages/contract/openapi.generated.json", "told"), []);
});

test("an exception allows one forbidden word in one file, and an unused exception is an error", () => {
  const foundWords = findForbiddenWords(codePath, "const house = told;");
  const exception = { path: codePath, word: "house", reason: "a house number" };
  assert.deepEqual(
    checkWords(foundWords, [exception, { ...exception, word: "desk" }]).map((error) => error.split(":")[0]),
    [codePath, `${codePath} no longer has the word "desk"`],
  );
});

test("more than 30 exceptions for forbidden words are an error", () => {
  const exceptions = Array.from({ length: 31 }, (_, index) => ({
    path: `${index}.ts`,
    word: "house",
    reason: "data",
  }));
  const foundWords = exceptions.map(({ path, word }) => ({ path, line: 1, word }));
  assert.deepEqual(checkWords(foundWords, exceptions), [
    "there are 31 exceptions, but at most 30 are allowed",
  ]);
});
