// Checks that each covered clause has a test. conformance/clauses.md lists all clauses, and conformance/covered.txt lists the
// covered ones. The name of a test starts with the ids of the clauses that the test covers.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A clause of conformance/clauses.md. */
export type Clause = { id: string };

/** The texts of conformance/clauses.md, of conformance/covered.txt, and of all files that may name clauses. */
export type CoverageSources = {
  clauseList: string;
  coveredList: string;
  files: { path: string; text: string }[];
};

const clauseLinePattern = /^- ([A-Z]{3}-\d+) /;
const leadingIdsPattern = /^[A-Z]{3}-\d+(?:(?:, | and | )[A-Z]{3}-\d+)*(?=[ :,]|$)/;
const idPattern = /\b[A-Z]{3}-\d+\b/g;
const testFunctionNames = /^(test|it|describe|suite)$/;

/** Parse the clauses of conformance/clauses.md, in the order of the file. */
export function parseClauses(clauseList: string): Clause[] {
  return clauseList.split("\n").flatMap((line) => {
    const [, id] = clauseLinePattern.exec(line) ?? [];
    return id === undefined ? [] : [{ id }];
  });
}

/** Parse the ids in covered.txt, which are separated by whitespace. The rest of a line after `#` is a comment. */
export function parseCoveredIds(text: string): string[] {
  return text.split("\n").flatMap((line) => line.replace(/#.*/, "").match(/\S+/g) ?? []);
}

/** Return the clause ids that the name of a test starts with, as in "INS-9 a code …" or "INS-10 and INS-11 …". */
export function parseLeadingClauseIds(name: string): string[] {
  return leadingIdsPattern.exec(name)?.[0].match(idPattern) ?? [];
}

/**
 * List the test names in a file that are written as strings or templates. In a template, a variable `status` is shown as
 * `{status}`.
 */
export function listTestNames(path: string, text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (name && ts.isStringLiteralLike(name)) names.push(name.text);
    if (name && ts.isTemplateExpression(name)) names.push(formatTemplate(name));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  return names;
}

/** Return the text of a template with `{name}` for a value that is a variable and `{…}` for any other value. */
function formatTemplate({ head, templateSpans }: ts.TemplateExpression): string {
  const spans = templateSpans.map(
    ({ expression, literal }) => `{${ts.isIdentifier(expression) ? expression.text : "…"}}${literal.text}`,
  );
  return head.text + spans.join("");
}

function isTest(callee: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && testFunctionNames.test(name.text);
}

/**
 * Return one error sentence for each disagreement between conformance/clauses.md, covered.txt, the tests and the other
 * files.
 */
export function findCoverageErrors({ clauseList, coveredList, files }: CoverageSources): string[] {
  const clauses = new Map(parseClauses(clauseList).map((clause) => [clause.id, clause]));
  const coveredIds = parseCoveredIds(coveredList);
  // `npm run conformance` runs only these test files.
  const tests = files.filter(({ path }) => /^conformance\/clauses\/.*\.test\.ts$/.test(path));
  const testedIds = new Set(
    tests.flatMap(({ path, text }) => listTestNames(path, text).flatMap(parseLeadingClauseIds)),
  );
  const idPrefixes = new Set([...clauses.keys()].map((id) => id.slice(0, 3)));
  return [
    ...coveredIds
      .filter((id, index) => coveredIds.indexOf(id) !== index)
      .map((id) => `conformance/covered.txt lists ${id} twice`),
    ...coveredIds
      .filter((id) => !clauses.has(id))
      .map((id) => `conformance/covered.txt lists ${id}, which is not a clause`),
    ...coveredIds
      .filter((id) => clauses.has(id) && !testedIds.has(id))
      .map((id) => `${id} is listed in conformance/covered.txt, but no test's name starts with it`),
    ...[...testedIds]
      .filter((id) => clauses.has(id) && !coveredIds.includes(id))
      .map(
        (id) =>
          `${id} has a test: add it to conformance/covered.txt, so that its test cannot be removed unnoticed`,
      ),
    ...files.flatMap(({ path, text }) =>
      findUnknownIds(text, clauses, idPrefixes).map((id) => `${path} names ${id}, which is not a clause`),
    ),
  ];
}

function findUnknownIds(text: string, clauses: Map<string, Clause>, idPrefixes: Set<string>): string[] {
  const ids = new Set(text.match(idPattern));
  return [...ids].filter((id) => idPrefixes.has(id.slice(0, 3)) && !clauses.has(id));
}

function main(): void {
  const readText = (path: string): string => readFileSync(join(root, path), "utf8");
  const paths = listProjectFiles().filter(
    (path) => /\.(ts|tsx|sql|md)$/.test(path) && !path.startsWith("tools/"),
  );
  const errors = findCoverageErrors({
    clauseList: readText("conformance/clauses.md"),
    coveredList: readText("conformance/covered.txt"),
    files: paths.map((path) => ({ path, text: readText(path) })),
  });
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
