// A guard is code without which a test must fail. A mutant is the project without one guard. A comment line above a statement,
// property or element marks it as a guard, in one of these formats:
//   // guard scope-check: without it, access-matrix.slow.test.ts fails              the mutant has no such statement
//   // guard jitter: with `0` instead of `0.2`, schedule.test.ts fails at `P12`      the mutant has the first text in place of the second
//   // guard width: without `&& line.underWay < max`, turn-queue.test.ts fails       the mutant has no such text
// The comment line, called the mark, names the test file that must fail, by the end of its path, and optionally a pattern for the names
// of its tests. A guard may have several parts, which one mutant leaves out together. Only the mark of one part then has a format above.
// The marks of the other parts have one of these formats:
//   // guard deadline, another part: the test fails only if this is missing too
//   // guard fencing, another part: the test fails only if `and held.epoch = reported.epoch` is missing too
//   // guard history, another part: the test fails only if `a < b` is replaced with `a <= b` too
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { listTestNames } from "./clause-coverage.ts";
import { listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A guard, the edits that remove it, and the tests that must then fail. */
export interface Mutant {
  name: string;
  edits: Edit[];
  /** The path of the test file from the root. */
  test: string;
  /** A regular expression for the names of the tests that must fail. */
  pattern?: string;
}

/** Replaces the text of a file between two positions. */
export interface Edit {
  file: string;
  from: number;
  to: number;
  replacement: string;
}

export interface SourceFile {
  path: string;
  text: string;
}

const markPattern = /^[ \t]*\/\/ guard(?: [^\s:]+)?(?:, another part)?: .*$/gm;
const firstMarkPattern =
  /^\/\/ guard (?<name>[a-z0-9-]+): (?:without it|without `(?<removed>[^`]+)`|with `(?<inserted>[^`]+)` instead of `(?<replaced>[^`]+)`), (?<test>\S+\.test\.ts) fails(?: at `(?<pattern>[^`]+)`)?$/;
const furtherMarkPattern =
  /^\/\/ guard (?<name>[a-z0-9-]+), another part: the test fails only if (?:this is missing|`(?<removed>[^`]+)` is missing|`(?<replaced>[^`]+)` is replaced with `(?<inserted>[^`]+)`) too$/;

/** Parse a mark. Returns an object without a name if the mark has none of the formats above. */
function parseMark(line: string): Partial<Record<string, string>> {
  return (firstMarkPattern.exec(line.trim()) ?? furtherMarkPattern.exec(line.trim()))?.groups ?? {};
}

/** Find the outermost statement, member, property or element that starts at a position in a file. */
function findNodeAt(source: ts.SourceFile, position: number): ts.Node | undefined {
  let foundNode: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (foundNode !== undefined || node.end <= position || node.getFullStart() > position) return;
    if (node.getStart(source) === position) foundNode = node;
    else ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return foundNode;
}

/** Build the edit for a mark. @throws Error if the marked code does not contain the mark's text exactly once */
function buildEdit(source: ts.SourceFile, mark: RegExpExecArray): Edit {
  const [line] = mark;
  const { name, removed, inserted, replaced } = parseMark(line);
  const searchText = removed ?? replaced;
  const prefix = `${source.fileName}: the guard ${name ?? line.trim()}`;
  if (name === undefined)
    throw new Error(`${prefix} does not have the format described in tools/mutants.ts.`);
  const codeBelow = source.text.slice(mark.index).replace(/^(?:\s*\/\/.*\n)+\s*/, "");
  const node = findNodeAt(source, source.text.length - codeBelow.length);
  if (node === undefined) throw new Error(`${prefix} is not above a statement, property or element.`);
  const start = node.getStart(source);
  const code = node.getText(source);
  if (searchText === undefined) {
    const to = source.text[node.end] === "," ? node.end + 1 : node.end;
    return { file: source.fileName, from: start, to, replacement: ts.isStatement(node) ? ";" : "" };
  }
  const index = code.indexOf(searchText);
  if (index === -1 || code.includes(searchText, index + 1))
    throw new Error(`${prefix} is above code that does not contain ${searchText} exactly once.`);
  const from = start + index;
  return { file: source.fileName, from, to: from + searchText.length, replacement: inserted ?? "" };
}

type NamedTest = Pick<Mutant, "test" | "pattern">;

function findTest(name: string, [test, pattern]: (string | undefined)[], files: SourceFile[]): NamedTest {
  const matchingFiles = files.filter(({ path }) => path === test || path.endsWith(`/${test}`));
  const [file] = matchingFiles;
  if (file === undefined || matchingFiles.length > 1)
    throw new Error(
      `The guard ${name} names the test file ${test}, but ${matchingFiles.length} test files match.`,
    );
  if (!listTestNames(file.path, file.text).some((testName) => new RegExp(pattern ?? "").test(testName)))
    throw new Error(`The guard ${name} names tests of ${file.path}, but no test there matches ${pattern}.`);
  return { test: file.path, ...(pattern === undefined ? {} : { pattern }) };
}

/**
 * Parse the marks of all guards in the files.
 * @throws Error if a mark has an invalid format, no code below it, or a test that does not exist, or if no mark of a guard names a test
 */
export function parseMutants(files: SourceFile[]): Mutant[] {
  const edits = new Map<string, Edit[]>();
  const testByGuard = new Map<string, NamedTest>();
  const testFiles = files.filter(({ path }) => path.endsWith(".test.ts"));
  for (const { path, text } of files) {
    const marks = path.startsWith("tools/") ? [] : [...text.matchAll(markPattern)];
    if (marks.length === 0) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const mark of marks) {
      const edit = buildEdit(source, mark);
      const { name = "", test, pattern } = parseMark(mark[0]);
      edits.set(name, [...(edits.get(name) ?? []), edit]);
      if (test === undefined) continue;
      if (testByGuard.has(name)) throw new Error(`Two guards have the name ${name}.`);
      testByGuard.set(name, findTest(name, [test, pattern], testFiles));
    }
  }
  return [...edits].map(([name, guardEdits]) => {
    const markedTest = testByGuard.get(name);
    if (markedTest === undefined) throw new Error(`${guardEdits[0]?.file}: the guard ${name} names no test.`);
    return { name, edits: guardEdits, ...markedTest };
  });
}

/** Read all TypeScript files of the project, including uncommitted ones. */
export function readSources(): SourceFile[] {
  const paths = listProjectFiles().filter((path) => /\.tsx?$/.test(path));
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
