import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  findCoverageErrors,
  listTestNames,
  parseClauses,
  parseCoveredIds,
  parseLeadingClauseIds,
} from "./clause-coverage.ts";
import { root } from "./root.ts";

const clauseList = "# Clauses\n## One\n- INS-1 a\n- INS-2 b\n- INS-20 (app) c\n- WHK-7 d\n";
const createClauseTestFile = (text: string) => ({ path: "conformance/clauses/install.test.ts", text });

test("all clauses of conformance/clauses.md are read, each id once", () => {
  const clauses = parseClauses(readFileSync(join(root, "conformance/clauses.md"), "utf8"));
  assert.equal(clauses.length, new Set(clauses.map(({ id }) => id)).size);
  assert.deepEqual(clauses[0], { id: "SVC-1" });
  assert.ok(clauses.some(({ id }) => id === "WHK-11"));
});

test("clause ids in covered.txt are separated by spaces, and comments are ignored", () => {
  assert.deepEqual(parseCoveredIds("# INS-9\n\nINS-1 INS-2 # later INS-3\n  WHK-7\n"), [
    "INS-1",
    "INS-2",
    "WHK-7",
  ]);
});

test("a test covers the clauses whose ids its name starts with", () => {
  assert.deepEqual(parseLeadingClauseIds("INS-1 an install click"), ["INS-1"]);
  assert.deepEqual(parseLeadingClauseIds("INS-10, INS-11 and INS-12: a code"), [
    "INS-10",
    "INS-11",
    "INS-12",
  ]);
  assert.deepEqual(parseLeadingClauseIds("a code of INS-1"), []);
  assert.deepEqual(parseLeadingClauseIds("INS-1a a code"), []);
});

test("test names are read from calls of test, it, describe and t.test, also in templates", () => {
  const text = `
    describe("INS-1 click", () => { it('INS-2 sign', () => {}); });
    test(\`WHK-7 \${status} fails\`, async (t) => { await t.test("INS-20 inner", () => {}); });
    call("API-1 not a test"); // test("API-2 in a comment")`;
  assert.deepEqual(listTestNames("a.test.ts", text), [
    "INS-1 click",
    "INS-2 sign",
    "WHK-7 {status} fails",
    "INS-20 inner",
  ]);
});

test("there are no clause coverage errors if each covered clause has a test", () => {
  const files = [
    createClauseTestFile('test("INS-1 a", f); test("WHK-7 b", f);'),
    { path: "a.ts", text: "// WHK-7: only 200." },
  ];
  assert.deepEqual(findCoverageErrors({ clauseList, coveredList: "INS-1 WHK-7", files }), []);
});

test("a covered clause without a test in conformance/clauses is an error", () => {
  const files = [{ path: "packages/platform/install.test.ts", text: 'test("INS-1 a", f);' }];
  const errors = findCoverageErrors({ clauseList, coveredList: "INS-1", files });
  assert.deepEqual(errors, ["INS-1 is listed in conformance/covered.txt, but no test's name starts with it"]);
});

test("a clause marked (app) also needs a test in conformance/clauses", () => {
  const files = [{ path: "packages/app-sdk/load.test.ts", text: 'test("INS-20 a", f);' }];
  const errors = findCoverageErrors({ clauseList, coveredList: "INS-20", files });
  assert.deepEqual(errors, [
    "INS-20 is listed in conformance/covered.txt, but no test's name starts with it",
  ]);
});

test("a tested clause that is not in covered.txt is an error", () => {
  const errors = findCoverageErrors({
    clauseList,
    coveredList: "",
    files: [createClauseTestFile('test("INS-2 a", f);')],
  });
  assert.deepEqual(errors, [
    "INS-2 has a test: add it to conformance/covered.txt, so that its test cannot be removed unnoticed",
  ]);
});

test("a clause id that does not exist or is listed twice is an error", () => {
  const files = [
    createClauseTestFile('test("INS-1 a", f);'),
    { path: "packages/a.ts", text: "// WHK-99: AES-256 stays." },
  ];
  const errors = findCoverageErrors({ clauseList, coveredList: "INS-1 INS-1 INS-3", files });
  assert.deepEqual(errors, [
    "conformance/covered.txt lists INS-1 twice",
    "conformance/covered.txt lists INS-3, which is not a clause",
    "packages/a.ts names WHK-99, which is not a clause",
  ]);
});
