import assert from "node:assert/strict";
import { test } from "node:test";
import {
  evaluateClauses,
  listUnmetClauses,
  parseClauses,
  parseCoveredIds,
  parseTestsAsFailed,
} from "./clause-results.ts";

const clauses = parseClauses(
  "# Clauses\n\n## One\n- INS-1 a click\n- INS-2 (app) a signature\n- INS-10 a code\ntext\n",
);

test("clauses.md is parsed into ids and sentences in the file's order", () => {
  assert.deepEqual(clauses, [
    { id: "INS-1", sentence: "a click" },
    { id: "INS-2", sentence: "(app) a signature" },
    { id: "INS-10", sentence: "a code" },
  ]);
});

test("a clause passes if all its tests pass, fails if one fails, and is missing if it has no tests", () => {
  const createResult = (name: string, hasPassed: boolean) => ({ name, hasPassed });
  const verdicts = evaluateClauses(clauses, [
    createResult("INS-1: first", true),
    createResult("INS-1: second", false),
    createResult("INS-1: third", true),
    createResult("INS-10 and INS-11: both", true),
    createResult("not of INS-2", true),
  ]);
  assert.deepEqual(Object.fromEntries(verdicts), { "INS-1": "fail", "INS-2": "missing", "INS-10": "pass" });
});

test("covered.txt is parsed into clause ids, without its comments", () => {
  assert.deepEqual(parseCoveredIds("# INS-9\nINS-1 INS-2 # INS-3\n\n"), ["INS-1", "INS-2"]);
});

test("a conformance run succeeds only if every clause of covered.txt passed", () => {
  const listUnmet = (coveredIds: string[], tests: Parameters<typeof evaluateClauses>[1]) =>
    listUnmetClauses(coveredIds, evaluateClauses(clauses, tests));
  const passedTest = { name: "INS-1: a", hasPassed: true };
  assert.deepEqual(listUnmet(["INS-1"], [passedTest]), []);
  assert.deepEqual(listUnmet(["INS-1"], [passedTest, { name: "INS-1: b", hasPassed: false }]), ["INS-1"]);
  assert.deepEqual(
    listUnmet(["INS-1", "INS-2"], [passedTest]),
    ["INS-2"],
    "a clause of covered.txt without a test",
  );
  assert.deepEqual(
    listUnmet(["INS-1"], [passedTest, { name: "INS-10: c", hasPassed: false }]),
    [],
    "a clause that is not covered",
  );
  assert.deepEqual(listUnmet(["INS-1"], [passedTest, { name: "of no clause", hasPassed: false }]), []);
  assert.deepEqual(
    listUnmet(["INS-1", "ABC-1"], [passedTest]),
    ["ABC-1"],
    "a covered id that is not a clause",
  );
});

test("if a test file fails as a whole, every clause in the names of its tests fails", () => {
  const text = 'test("INS-1: a", f);\ntest(\n  `INS-10 and INS-2: b`, f);\nbefore(f); retest("INS-3: c");';
  const verdicts = evaluateClauses(clauses, [
    { name: "INS-1: elsewhere", hasPassed: true },
    ...parseTestsAsFailed(text),
  ]);
  assert.deepEqual(Object.fromEntries(verdicts), { "INS-1": "fail", "INS-2": "fail", "INS-10": "fail" });
});
