import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeClauses, readClauses, readCovered } from "./clause-results.ts";

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

test("a clause passes when all of its tests did, fails when one did not, and is missing without any", () => {
  const ended = (name: string, passed: boolean) => ({ name, passed });
  const verdicts = judgeClauses(clauses, [
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
