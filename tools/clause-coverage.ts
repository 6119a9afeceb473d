// Which clause has a test. conformance/clauses.md is the list, conformance/covered.txt says which of them
// hold now, and a test covers the clauses whose ids its name starts with.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A clause of the list. */
export type Clause = { id: string };

/** The text of the list, of covered.txt, and of the files that may name clauses. */
export type Sources = { list: string; covered: string; files: { path: string; text: string }[] };

const clauseLine = /^- ([A-Z]{3}-\d+) /;
const leadingIds = /^[A-Z]{3}-\d+(?:(?:, | and | )[A-Z]{3}-\d+)*(?=[ :,]|$)/;
const anyId = /\b[A-Z]{3}-\d+\b/g;
const testCalls = /^(test|it|describe|suite)$/;

/** Parse the clauses of conformance/clauses.md, in its order. */
export function readClauses(list: string): Clause[] {
  return list.split("\n").flatMap((line) => {
    const [, id] = clauseLine.exec(line) ?? [];
    return id === undefined ? [] : [{ id }];
  });
}

/** Parse the ids of covered.txt: words between spaces, without the rest of a line from `#` on. */
export function readCovered(text: string): string[] {
  return text.split("\n").flatMap((line) => line.replace(/#.*/, "").match(/\S+/g) ?? []);
}

/** Return the clause ids that a test's name starts with: "INS-9 a code …", "INS-10 and INS-11 …". */
export function clausesOfName(name: string): string[] {
  return leadingIds.exec(name)?.[0].match(anyId) ?? [];
}

/**
 * Return the names of the tests in a file, as far as they are literal: of a template the part before its first value.
 */
export function testNames(path: string, text: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (name && ts.isStringLiteralLike(name)) names.push(name.text);
    if (name && ts.isTemplateExpression(name)) names.push(name.head.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  return names;
}

function isTest(called: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(called) ? called.name : called;
  return ts.isIdentifier(name) && testCalls.test(name.text);
}

/** Return one sentence for each way in which list, covered.txt, tests and comments disagree. */
export function findCoverageErrors({ list, covered, files }: Sources): string[] {
  const clauses = new Map(readClauses(list).map((clause) => [clause.id, clause]));
  const promised = readCovered(covered);
  // Those that `npm run conformance` runs.
  const tests = files.filter(({ path }) => /^conformance\/clauses\/.*\.test\.ts$/.test(path));
  const tested = new Set(tests.flatMap(({ path, text }) => testNames(path, text).flatMap(clausesOfName)));
  const families = new Set([...clauses.keys()].map((id) => id.slice(0, 3)));
  return [
    ...promised
      .filter((id, index) => promised.indexOf(id) !== index)
      .map((id) => `conformance/covered.txt lists ${id} twice`),
    ...promised
      .filter((id) => !clauses.has(id))
      .map((id) => `conformance/covered.txt lists ${id}, which is no clause`),
    ...promised
      .filter((id) => clauses.has(id) && !tested.has(id))
      .map((id) => `${id} is listed in conformance/covered.txt, but no test's name starts with it`),
    ...[...tested]
      .filter((id) => clauses.has(id) && !promised.includes(id))
      .map((id) => `${id} has a test: list it in conformance/covered.txt, so that it cannot be lost again`),
    ...files.flatMap(({ path, text }) =>
      unknownIds(text, clauses, families).map((id) => `${path} names ${id}, which is no clause`),
    ),
  ];
}

function unknownIds(text: string, clauses: Map<string, Clause>, families: Set<string>): string[] {
  const ids = new Set(text.match(anyId));
  return [...ids].filter((id) => families.has(id.slice(0, 3)) && !clauses.has(id));
}

function main(): void {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const paths = projectFiles().filter(
    (path) => /\.(ts|tsx|sql|md)$/.test(path) && !path.startsWith("tools/"),
  );
  const errors = findCoverageErrors({
    list: read("conformance/clauses.md"),
    covered: read("conformance/covered.txt"),
    files: paths.map((path) => ({ path, text: read(path) })),
  });
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
