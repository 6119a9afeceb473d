// Which clause has a test. conformance/clauses.md is the list, conformance/covered.txt says which of them
// hold now, and a test covers the clauses whose ids its name starts with.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A clause of the list; those marked (app) bind the app's side, and its SDK's tests cover them. */
export type Clause = { id: string; isApp: boolean };

/** The text of the list, of covered.txt, and of the files that may name clauses. */
export type Sources = { list: string; covered: string; files: { path: string; text: string }[] };

const clauseLine = /^- ([A-Z]{3}-\d+) (\(app\))?/;
const leadingIds = /^[A-Z]{3}-\d+(?:(?:, | and | )[A-Z]{3}-\d+)*(?=[ :,]|$)/;
const anyId = /\b[A-Z]{3}-\d+\b/g;
const testCalls = /^(test|it|describe|suite)$/;

/** The clauses of clauses.md in its order. */
export function readClauses(list: string): Clause[] {
  return list.split("\n").flatMap((line) => {
    const [, id, app] = clauseLine.exec(line) ?? [];
    return id === undefined ? [] : [{ id, isApp: app !== undefined }];
  });
}

/** The ids of covered.txt: words between spaces, the rest of a line from `#` on left out. */
export function readCovered(text: string): string[] {
  return text.split("\n").flatMap((line) => line.replace(/#.*/, "").match(/\S+/g) ?? []);
}

/** The clause ids that a test's name starts with: "INS-9 a code …", "INS-10 and INS-11 …". */
export function clausesOfName(name: string): string[] {
  return leadingIds.exec(name)?.[0].match(anyId) ?? [];
}

/** The names of the tests in a file, as far as they are written out: of a template the part before its first value. */
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

/** One sentence for each way in which list, covered.txt, tests and comments disagree. */
export function coverageFaults({ list, covered, files }: Sources): string[] {
  const clauses = new Map(readClauses(list).map((clause) => [clause.id, clause]));
  const promised = readCovered(covered);
  const tests = files.filter(({ path }) =>
    /^(conformance|packages\/app-sdk|examples)\/.*\.test\.ts$/.test(path),
  );
  const tested = new Set<string>();
  for (const { path, text } of tests) {
    const ids = testNames(path, text).flatMap(clausesOfName);
    for (const id of ids) if (path.startsWith("conformance/") || clauses.get(id)?.isApp) tested.add(id);
  }
  const families = new Set([...clauses.keys()].map((id) => id.slice(0, 3)));
  return [
    ...promised
      .filter((id, at) => promised.indexOf(id) !== at)
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
  const faults = coverageFaults({
    list: read("conformance/clauses.md"),
    covered: read("conformance/covered.txt"),
    files: paths.map((path) => ({ path, text: read(path) })),
  });
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
