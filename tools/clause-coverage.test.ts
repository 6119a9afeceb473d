import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { clausesOfName, findCoverageErrors, readClauses, readCovered, testNames } from "./clause-coverage.ts";
import { root } from "./root.ts";

const list = "# Clauses\n## One\n- INS-1 a\n- INS-2 b\n- INS-20 (app) c\n- WHK-7 d\n";
const conformance = (text: string) => ({ path: "conformance/clauses/install.test.ts", text });

test("the project's own list is read in full", () => {
  const clauses = readClauses(readFileSync(join(root, "conformance/clauses.md"), "utf8"));
  assert.equal(clauses.length, new Set(clauses.map(({ id }) => id)).size);
  assert.deepEqual(clauses[0], { id: "SVC-1" });
  assert.ok(clauses.some(({ id }) => id === "WHK-11"));
});

test("ids in covered.txt are separated by spaces, and comments are left out", () => {
  assert.deepEqual(readCovered("# INS-9\n\nINS-1 INS-2 # later INS-3\n  WHK-7\n"), [
    "INS-1",
    "INS-2",
    "WHK-7",
  ]);
});

test("a test covers the clauses that its name starts with, one or several", () => {
  assert.deepEqual(clausesOfName("INS-1 an install click"), ["INS-1"]);
  assert.deepEqual(clausesOfName("INS-10, INS-11 and INS-12: a code"), ["INS-10", "INS-11", "INS-12"]);
  assert.deepEqual(clausesOfName("a code of INS-1"), []);
  assert.deepEqual(clausesOfName("INS-1a a code"), []);
});

test("names are found in test, it, describe and t.test, as strings and as templates", () => {
  const text = `
    describe("INS-1 click", () => { it('INS-2 sign', () => {}); });
    test(\`WHK-7 \${status} fails\`, async (t) => { await t.test("INS-20 inner", () => {}); });
    call("API-1 not a test"); // test("API-2 in a comment")`;
  assert.deepEqual(testNames("a.test.ts", text), ["INS-1 click", "INS-2 sign", "WHK-7 ", "INS-20 inner"]);
});

test("a list whose clauses all have their tests has no errors", () => {
  const files = [
    conformance('test("INS-1 a", f); test("WHK-7 b", f);'),
    { path: "a.ts", text: "// WHK-7: only 200." },
  ];
  assert.deepEqual(findCoverageErrors({ list, covered: "INS-1 WHK-7", files }), []);
});

test("a listed clause without a test is an error, and a test elsewhere does not count", () => {
  const files = [{ path: "packages/platform/install.test.ts", text: 'test("INS-1 a", f);' }];
  const errors = findCoverageErrors({ list, covered: "INS-1", files });
  assert.deepEqual(errors, ["INS-1 is listed in conformance/covered.txt, but no test's name starts with it"]);
});

test("a clause marked (app) needs a test of the run, too", () => {
  const files = [{ path: "packages/app-sdk/load.test.ts", text: 'test("INS-20 a", f);' }];
  const errors = findCoverageErrors({ list, covered: "INS-20", files });
  assert.deepEqual(errors, [
    "INS-20 is listed in conformance/covered.txt, but no test's name starts with it",
  ]);
});

test("a tested clause that is not listed is an error", () => {
  const errors = findCoverageErrors({ list, covered: "", files: [conformance('test("INS-2 a", f);')] });
  assert.deepEqual(errors, [
    "INS-2 has a test: list it in conformance/covered.txt, so that it cannot be lost again",
  ]);
});

test("an id that is no clause, or listed twice, is an error anywhere", () => {
  const files = [
    conformance('test("INS-1 a", f);'),
    { path: "packages/a.ts", text: "// WHK-99: AES-256 stays." },
  ];
  const errors = findCoverageErrors({ list, covered: "INS-1 INS-1 INS-3", files });
  assert.deepEqual(errors, [
    "conformance/covered.txt lists INS-1 twice",
    "conformance/covered.txt lists INS-3, which is no clause",
    "packages/a.ts names WHK-99, which is no clause",
  ]);
});
