import assert from "node:assert/strict";
import { test } from "node:test";
import { readMutants, readSources } from "./mutants.ts";
import { proofPattern, proofs } from "./proofs.ts";

const testFile = { path: "packages/a/lock.test.ts", text: 'test("P6 a lock holds", f);' };

/** Reads the marks of a file and applies the first mutant. */
function mutated(text: string): string {
  const [mutant] = readMutants([{ path: "packages/a/lock.ts", text }, testFile]);
  const edits = mutant?.edits.toSorted((a, b) => b.from - a.from) ?? [];
  return edits.reduce(
    (code, edit) => code.slice(0, edit.from) + edit.replacement + code.slice(edit.to),
    text,
  );
}

test("every mark of a guard has its code and its test, and no guard is lost", () => {
  const mutants = readMutants(readSources());
  assert.ok(mutants.length >= 122, `${mutants.length} guards are marked`);
});

test("a mark takes out the statement, property or element below it", () => {
  const mark = "// guard: lock: lock.test.ts P6";
  assert.equal(mutated(`${mark}\nif (a)\n  throw b;\nc();`), `${mark}\n;\nc();`);
  assert.equal(mutated(`f({\n  ${mark}\n  a: 1,\n  b: 2,\n});`), `f({\n  ${mark}\n  \n  b: 2,\n});`);
  assert.equal(mutated(`f([\n  ${mark}\n  "a",\n  "b"]);`), `f([\n  ${mark}\n  \n  "b"]);`);
});

test("a mark takes a text out of the statement below it, or puts another in its place", () => {
  const without = "// guard: lock without ` for update`: packages/a/lock.test.ts";
  assert.equal(mutated(`${without}\nconst s = "a for update";`), `${without}\nconst s = "a";`);
  const other = "// guard: lock with `0` for `0.2`: a/lock.test.ts\n// Why.";
  assert.equal(mutated(`${other}\nconst jitter = 0.2;`), `${other}\nconst jitter = 0;`);
});

test("a guard in two places has one mutant that takes out both", () => {
  const text = "// guard: lock: lock.test.ts\na();\n// guard: lock\nb();";
  assert.equal(mutated(text), "// guard: lock: lock.test.ts\n;\n// guard: lock\n;");
});

test("a mark without code, without its text, without a test or with a name twice is refused", () => {
  const refused: [text: string, sentence: RegExp][] = [
    ["// guard: Lock: lock.test.ts\na();", /is not written as/],
    ["a();\n// guard: lock: lock.test.ts", /stands above no statement/],
    ["// guard: lock without `b`: lock.test.ts\na();", /does not hold b exactly once/],
    ["// guard: lock without `a`: lock.test.ts\na(a);", /does not hold a exactly once/],
    ["// guard: lock\na();", /names no test/],
    ["// guard: lock: key.test.ts\na();", /of which there are 0/],
    ["// guard: lock: lock.test.ts P7\na();", /match P7; there are none/],
    ["// guard: lock: lock.test.ts\na();\n// guard: lock: lock.test.ts\nb();", /Two guards/],
  ];
  for (const [text, sentence] of refused) assert.throws(() => mutated(text), sentence, text);
});

test("a proof is known by its whole name", () => {
  assert.match("P38b a repeated parameter is refused", proofPattern("P38b"));
  assert.doesNotMatch("P38b a repeated parameter is refused", proofPattern("P38"));
  assert.doesNotMatch("P10: exactly 200", proofPattern("P1"));
  assert.ok(Object.keys(proofs).length > 30);
});
