import assert from "node:assert/strict";
import { test } from "node:test";
import {
  brokenPromises,
  evaluateClauses,
  parseFailedTests,
  readClauses,
  readCovered,
} from "./clause-results.ts";

const clauses = readClauses(
  "# Clauses\n\n## One\n- INS-1 a click\n- INS-2 (app) a signature\n- INS-10 a code\ntext\n",
);

test("the list is read in its order, sentences included", () => {
  assert.deepEqual(clauses, [
    { id: "INS-1", sentence: "a click" },
    { id: "INS-2", sentence: "(app) a signature" },
    { id: "INS-10", sentence: "a code" },
  ]);
});

test("a clause passes when all tests pass, fails when one fails, is missing with none", () => {
  const ended = (name: string, passed: boolean) => ({ name, passed });
  const verdicts = evaluateClauses(clauses, [
    ended("INS-1: first", true),
    ended("INS-1: second", false),
    ended("INS-1: third", true),
    ended("INS-10 and INS-11: both", true),
    ended("not of INS-2", true),
  ]);
  assert.deepEqual(Object.fromEntries(verdicts), { "INS-1": "fail", "INS-2": "missing", "INS-10": "pass" });
});

test("covered.txt is read word by word, comments left out", () => {
  assert.deepEqual(readCovered("# INS-9\nINS-1 INS-2 # INS-3\n\n"), ["INS-1", "INS-2"]);
});

test("a run succeeds exactly when every clause of covered.txt passed", () => {
  const broken = (promised: string[], tests: Parameters<typeof evaluateClauses>[1]) =>
    brokenPromises(promised, evaluateClauses(clauses, tests));
  const passed = { name: "INS-1: a", passed: true };
  assert.deepEqual(broken(["INS-1"], [passed]), []);
  assert.deepEqual(broken(["INS-1"], [passed, { name: "INS-1: b", passed: false }]), ["INS-1"]);
  assert.deepEqual(
    broken(["INS-1", "INS-2"], [passed]),
    ["INS-2"],
    "promised, and no test of the run bears it",
  );
  assert.deepEqual(broken(["INS-1"], [passed, { name: "INS-10: c", passed: false }]), [], "not promised");
  assert.deepEqual(broken(["INS-1"], [passed, { name: "of no clause", passed: false }]), []);
  assert.deepEqual(broken(["INS-1", "ABC-1"], [passed]), ["ABC-1"], "promised, and no clause");
});

test("a file that broke off as a whole fails every clause that its tests name", () => {
  const text = 'test("INS-1: a", f);\ntest(\n  `INS-10 and INS-2: b`, f);\nbefore(f); retest("INS-3: c");';
  const verdicts = evaluateClauses(clauses, [
    { name: "INS-1: elsewhere", passed: true },
    ...parseFailedTests(text),
  ]);
  assert.deepEqual(Object.fromEntries(verdicts), { "INS-1": "fail", "INS-2": "fail", "INS-10": "fail" });
});
