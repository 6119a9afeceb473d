import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findCitationErrors,
  findProofErrors,
  findSourceErrors,
  readAnchors,
  readProofs,
} from "./citations.ts";

const numbers = new Set(["P1", "P38b", "B4"]);
const pages = new Map([
  ["docs/spec/decided.md", "# Decided\n\n## Token exchange\n\n```\n## not a heading\n```\n"],
  ["docs/decisions/0005-delivery.md", "# 0005: delivery\n\n**Leases.** They end.\n"],
  ["conformance/clauses.md", "# Clauses\n"],
  ["README.md", "# Souk\n"],
]);
const files = new Set([...pages.keys(), "tools/root.ts"]);
const project = { pages, exists: (path: string) => files.has(path) };

const findErrors = (path: string, text: string) => findCitationErrors(path, text, project, numbers);

test("citations of existing targets in comments, prose and test names are not errors", () => {
  const code = `
    // docs/spec/decided.md#token-exchange, docs/decisions/0005, decision 0005, P38b and B4.
    /** README.md; docs/decisions/0005-delivery.md, "Leases". */
    const price = "P99"; const name = "missing.md";`;
  assert.deepEqual(findErrors("packages/a.ts", code), []);
  assert.deepEqual(findErrors("packages/a.test.ts", 'test("P1: nothing is lost", f);'), []);
  const prose = "Read `tools/root.ts`, [why](../decisions/0005-delivery.md) and `docs/decisions/0005`.\n";
  assert.deepEqual(findErrors("docs/spec/decided.md", prose), []);
  assert.deepEqual(
    findErrors("conformance/README.md", "See `clauses.md`, and [the web](https://a.test/b.md#c).\n"),
    [],
  );
});

test("a citation of a page that does not exist is an error in every kind of file", () => {
  const error = "cites gaps.md, which does not exist";
  assert.deepEqual(findErrors("packages/a.ts", "\n// Read gaps.md."), [`packages/a.ts:2 ${error}`]);
  assert.deepEqual(findErrors("packages/a.sql", "-- gaps.md\n"), [`packages/a.sql:1 ${error}`]);
  assert.deepEqual(findErrors("README.md", "Read `gaps.md`.\n"), [`README.md:1 ${error}`]);
  assert.deepEqual(findErrors("a.test.ts", 'test("gaps.md says so", f);'), [`a.test.ts ${error}`]);
});

test("a citation of a heading or words that the page does not have is an error", () => {
  assert.deepEqual(findErrors("a.ts", "// docs/spec/decided.md#not-a-heading"), [
    "a.ts:1 cites docs/spec/decided.md#not-a-heading, and docs/spec/decided.md has no such heading",
  ]);
  assert.deepEqual(findErrors("README.md", "[read](docs/spec/decided.md#none)\n"), [
    "README.md:1 cites docs/spec/decided.md#none, and docs/spec/decided.md has no such heading",
    "README.md:1 links to docs/spec/decided.md#none, and docs/spec/decided.md has no such heading",
  ]);
  assert.deepEqual(findErrors("a.sql", '-- (docs/decisions/0005-delivery.md, "Retries")'), [
    'a.sql:1 cites "Retries" of docs/decisions/0005-delivery.md, which does not contain these words',
  ]);
});

test("a citation of a decision, proof or path that does not exist is an error", () => {
  assert.deepEqual(findErrors("a.ts", "// docs/decisions/0099 and decision 0098"), [
    "a.ts:1 cites decision 0099, which does not exist",
    "a.ts:1 cites decision 0098, which does not exist",
  ]);
  assert.deepEqual(findErrors("a.ts", "x(); // P99"), [
    "a.ts:1 cites P99, which docs/spec/proofs.md does not list",
  ]);
  assert.deepEqual(findErrors("a.test.ts", 'test("B12 is fast", f);'), [
    "a.test.ts cites B12, which docs/spec/proofs.md does not list",
  ]);
  assert.deepEqual(findErrors("README.md", "`tools/gone.ts` and [it](gone.png)\n"), [
    "README.md:1 links to gone.png, which does not exist",
    "README.md:1 names tools/gone.ts, which does not exist",
  ]);
  assert.deepEqual(findErrors("docs/decisions/0005-delivery.md", "It replaced `tools/gone.ts`.\n"), []);
});

test("citations in code blocks are ignored, but their lines count in the line numbers", () => {
  const text = "```sh\ncat gaps.md\n```\n\nP99\n";
  assert.deepEqual(findErrors("README.md", text), [
    "README.md:5 cites P99, which docs/spec/proofs.md does not list",
  ]);
});

test("the anchors of Markdown headings match the anchors that GitHub creates", () => {
  const text = "# What a `shop` takes, and why\n## Token exchange\n```\n# none\n```\n";
  assert.deepEqual([...readAnchors(text)], ["what-a-shop-takes-and-why", "token-exchange"]);
});

test("each disagreement between the listed proofs and the tests is an error", () => {
  const listedProofs = readProofs(
    "| | what |\n|---|---|\n| P1 | a | b | `x.test.ts`, `y.test.ts` |\n| P2 | a | b | not built yet |\n| P3 | a | b | |\n| B1 | a | b | `c.ts` |\n",
  );
  assert.deepEqual(listedProofs[0], { number: "P1", files: ["x.test.ts", "y.test.ts"] });
  const testFiles: Record<string, string[]> = { P1: ["x.test.ts"], P2: ["z.test.ts"] };
  const listTestFiles = (name: string) => testFiles[name] ?? [];
  assert.deepEqual(findProofErrors(listedProofs, ["P1", "P2", "P9", "histories"], listTestFiles), [
    "tools/proofs.ts runs P9, which docs/spec/proofs.md does not list",
    "docs/spec/proofs.md says that y.test.ts proves P1, but no test in that file has P1 in its name",
    "docs/spec/proofs.md names no test of P2, but z.test.ts has one",
    "docs/spec/proofs.md lists P3, which tools/proofs.ts does not run",
  ]);
});

test("an interface operation without a clause, or a Souk operation without a section, is an error", () => {
  const decidedPage = "## Stock\n\nOperations: `levels`,\n`movements`.\n";
  const errors = findSourceErrors(
    [
      { id: "levels.set", definedBy: "souk", clauses: [] },
      { id: "movements.list", definedBy: "souk", clauses: [] },
      { id: "orders.get", definedBy: "interface", clauses: ["ORD-2"] },
      { id: "orders.list", definedBy: "interface", clauses: [] },
      { id: "tags.list", definedBy: "souk", clauses: [] },
    ],
    decidedPage,
  );
  assert.deepEqual(errors, [
    "orders.list is defined by the interface, but names no clause",
    "tags.list is defined by Souk, but no section of docs/spec/decided.md lists tags under Operations",
  ]);
});
