import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMutants, readSources } from "./mutants.ts";
import { buildProofPattern, proofs } from "./proofs.ts";

const testFile = { path: "packages/a/lock.test.ts", text: 'test("P6 a lock is held", f);' };

/** Parse the marks of a file, and apply the first mutant to its text. */
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

test("a guard comment's mutant removes the statement, property or element below it", () => {
  const mark = "// guard: lock: lock.test.ts P6";
  assert.equal(applyFirstMutant(`${mark}\nif (a)\n  throw b;\nc();`), `${mark}\n;\nc();`);
  assert.equal(applyFirstMutant(`f({\n  ${mark}\n  a: 1,\n  b: 2,\n});`), `f({\n  ${mark}\n  \n  b: 2,\n});`);
  assert.equal(applyFirstMutant(`f([\n  ${mark}\n  "a",\n  "b"]);`), `f([\n  ${mark}\n  \n  "b"]);`);
});

test("a guard comment's mutant removes or replaces a text in the statement below it", () => {
  const markWithout = "// guard: lock without ` for update`: packages/a/lock.test.ts";
  assert.equal(
    applyFirstMutant(`${markWithout}\nconst s = "a for update";`),
    `${markWithout}\nconst s = "a";`,
  );
  const markWith = "// guard: lock replacing `0.2` with `0`: a/lock.test.ts\n// Why.";
  assert.equal(applyFirstMutant(`${markWith}\nconst jitter = 0.2;`), `${markWith}\nconst jitter = 0;`);
});

test("a guard in two places has one mutant that removes both", () => {
  const text = "// guard: lock: lock.test.ts\na();\n// guard: lock\nb();";
  assert.equal(applyFirstMutant(text), "// guard: lock: lock.test.ts\n;\n// guard: lock\n;");
});

test("a guard comment without code, text or test, or with a used name, is rejected", () => {
  const invalidMarks: [text: string, sentence: RegExp][] = [
    ["// guard: Lock: lock.test.ts\na();", /does not have the format/],
    ["a();\n// guard: lock: lock.test.ts", /is not above a statement/],
    ["// guard: lock without `b`: lock.test.ts\na();", /does not contain b exactly once/],
    ["// guard: lock without `a`: lock.test.ts\na(a);", /does not contain a exactly once/],
    ["// guard: lock\na();", /names no test/],
    ["// guard: lock: key.test.ts\na();", /but 0 test files match/],
    ["// guard: lock: lock.test.ts P7\na();", /no test there matches P7/],
    ["// guard: lock: lock.test.ts\na();\n// guard: lock: lock.test.ts\nb();", /Two guards/],
  ];
  for (const [text, sentence] of invalidMarks) assert.throws(() => applyFirstMutant(text), sentence, text);
});

test("the test name pattern of a proof matches only the proof's complete number", () => {
  assert.match("P38b a repeated parameter is rejected", buildProofPattern("P38b"));
  assert.doesNotMatch("P38b a repeated parameter is rejected", buildProofPattern("P38"));
  assert.doesNotMatch("P10: exactly 200", buildProofPattern("P1"));
  assert.ok(Object.keys(proofs).length > 30);
});
