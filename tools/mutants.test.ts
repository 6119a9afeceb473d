import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMutants, readSources } from "./mutants.ts";
import { buildProofPattern, proofs } from "./proofs.ts";

const testFile = { path: "packages/a/lock.test.ts", text: 'test("P6 a lock is held", f);' };

/** Parse the guard comments of a file with this text, and apply the first mutant to the text. */
function applyFirstMutant(text: string): string {
  const [mutant] = parseMutants([{ path: "packages/a/lock.ts", text }, testFile]);
  const edits = mutant?.edits.toSorted((a, b) => b.from - a.from) ?? [];
  return edits.reduce(
    (code, edit) => code.slice(0, edit.from) + edit.replacement + code.slice(edit.to),
    text,
  );
}

/** The number of guards when this test was last changed. Guards must not disappear unnoticed. */
const minGuardCount = 122;

test("the comments of all guards in the project are valid", () => {
  const mutants = parseMutants(readSources());
  assert.ok(mutants.length >= minGuardCount, `${mutants.length} guards are marked`);
});

test("the mutant of a guard lacks the statement, property or element that is below the guard's comment", () => {
  const mark = "// guard lock: without it, lock.test.ts fails at `P6`";
  assert.equal(applyFirstMutant(`${mark}\nif (a)\n  throw b;\nc();`), `${mark}\n;\nc();`);
  assert.equal(applyFirstMutant(`f({\n  ${mark}\n  a: 1,\n  b: 2,\n});`), `f({\n  ${mark}\n  \n  b: 2,\n});`);
  assert.equal(applyFirstMutant(`f([\n  ${mark}\n  "a",\n  "b"]);`), `f([\n  ${mark}\n  \n  "b"]);`);
});

test("if the comment of a guard quotes code, the mutant lacks only this code or has other code in its place", () => {
  const markWithout = "// guard lock: without ` for update`, packages/a/lock.test.ts fails";
  assert.equal(
    applyFirstMutant(`${markWithout}\nconst s = "a for update";`),
    `${markWithout}\nconst s = "a";`,
  );
  const markWith = "// guard lock: with `0` instead of `0.2`, a/lock.test.ts fails\n// Why.";
  assert.equal(applyFirstMutant(`${markWith}\nconst jitter = 0.2;`), `${markWith}\nconst jitter = 0;`);
});

test("a guard in two places has one mutant, which removes the code in both places", () => {
  const text =
    "// guard lock: without it, lock.test.ts fails\na();\n// guard lock, another part: the test fails only if this is missing too\nb();";
  assert.equal(
    applyFirstMutant(text),
    "// guard lock: without it, lock.test.ts fails\n;\n// guard lock, another part: the test fails only if this is missing too\n;",
  );
});

test("a guard comment is rejected if its code, text or test is missing, or its name is used twice", () => {
  const invalidMarks: [text: string, sentence: RegExp][] = [
    ["// guard Lock: without it, lock.test.ts fails\na();", /does not have the format/],
    ["a();\n// guard lock: without it, lock.test.ts fails", /is not above a statement/],
    ["// guard lock: without `b`, lock.test.ts fails\na();", /does not contain b exactly once/],
    ["// guard lock: without `a`, lock.test.ts fails\na(a);", /does not contain a exactly once/],
    ["// guard lock, another part: the test fails only if this is missing too\na();", /names no test/],
    ["// guard lock: without it, key.test.ts fails\na();", /but 0 test files match/],
    ["// guard lock: without it, lock.test.ts fails at `P7`\na();", /no test there matches P7/],
    [
      "// guard lock: without it, lock.test.ts fails\na();\n// guard lock: without it, lock.test.ts fails\nb();",
      /Two guards/,
    ],
  ];
  for (const [text, sentence] of invalidMarks) assert.throws(() => applyFirstMutant(text), sentence, text);
});

test("the test name pattern of a proof matches only the proof's complete number", () => {
  assert.match("P38b a repeated parameter is rejected", buildProofPattern("P38b"));
  assert.doesNotMatch("P38b a repeated parameter is rejected", buildProofPattern("P38"));
  assert.doesNotMatch("P10: exactly 200", buildProofPattern("P1"));
  assert.ok(Object.keys(proofs).length > 30);
});
