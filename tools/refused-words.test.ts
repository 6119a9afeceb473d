import assert from "node:assert/strict";
import { test } from "node:test";
import { checkWords, findRefusedWords } from "./refused-words.ts";

const code = "packages/platform/modules/orders/cancel-order.ts";

/** The words found in a file, each as `line word`. */
function wordsIn(path: string, text: string): string[] {
  return findRefusedWords(path, text).map(({ line, word }) => `${line} ${word}`);
}

test("a refused word is found in names, comments, texts and the path", () => {
  const lines = [
    "const toldAt = 1;",
    "// The house of the store.",
    'const a = "Sent anew.";',
    "row.told_by;",
  ];
  assert.deepEqual(wordsIn(code, lines.join("\n")), ["1 told", "2 house", "3 anew", "4 told"]);
  assert.deepEqual(wordsIn("packages/platform/order-desk.ts", ""), ["0 desk"]);
});

test("a refused word inside a longer word is not found", () => {
  assert.deepEqual(
    wordsIn(code, "const background = trigger(untold, warehouse, testkit, DESKTOP, wished);"),
    [],
  );
});

test("most begins no identifier and side ends none", () => {
  assert.deepEqual(wordsIn(code, "f(mostRows, most_rows, MailSide, their_side);"), [
    "1 mostRows",
    "1 most_rows",
    "1 MailSide",
    "1 their_side",
  ]);
  assert.deepEqual(wordsIn(code, "f(almost, utmost, inside, besideThem); // most of one side"), []);
});

test("a refused phrase is found where people read it", () => {
  const text = 'const a =\n  "The credit is given back.";\n// It is given back.';
  assert.deepEqual(wordsIn(code, text), ["2 given back"]);
  assert.deepEqual(wordsIn("README.md", "Nothing\nis taken back"), ["2 taken back"]);
  assert.deepEqual(wordsIn("packages/platform/a.test.ts", text), []);
});

test("applied migrations and generated files are exempt and new migrations are not", () => {
  assert.deepEqual(wordsIn("packages/database/migrations/0042-lanes.sql", "-- told"), []);
  assert.deepEqual(wordsIn("packages/database/migrations/0077-lanes.sql", "-- told"), ["1 told"]);
  assert.deepEqual(wordsIn("packages/contract/openapi.generated.json", "told"), []);
});

test("an exception lets one word of one file pass and must be needed", () => {
  const found = findRefusedWords(code, "const house = told;");
  const exception = { path: code, word: "house", reason: "a house number" };
  assert.deepEqual(
    checkWords(found, [exception, { ...exception, word: "desk" }]).map((error) => error.split(":")[0]),
    [code, `${code} no longer has the word "desk"`],
  );
});

test("the exceptions are at most 30", () => {
  const exceptions = Array.from({ length: 31 }, (_, index) => ({
    path: `${index}.ts`,
    word: "house",
    reason: "data",
  }));
  const found = exceptions.map(({ path, word }) => ({ path, line: 1, word }));
  assert.deepEqual(checkWords(found, exceptions), ["31 exceptions, at most 30"]);
});
