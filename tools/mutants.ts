// Guards are marked where they stand, by a comment of a line above the statement, property or element that holds them:
//   // guard: scope-check: access-matrix.slow.test.ts                        the mutant takes the statement out
//   // guard: jitter with `0` for `0.2`: schedule.test.ts P12                it puts a text in the place of another
//   // guard: width without `&& line.underWay < max`: turn-order.test.ts     it takes a text out
// After the colon: the test file that must fail, as much of its path as makes it the only one, and a pattern for the names
// of the tests in it. A guard in several places has a mark at each, of which one names the test.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { testNames } from "./clause-coverage.ts";
import { projectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A guard, how it is taken out, and the tests that must then fail: a guard that no test misses is not proven. */
export interface Mutant {
  name: string;
  edits: Edit[];
  /** The path of the test file from the root. */
  test: string;
  /** Only tests whose name matches. */
  pattern?: string;
}

/** What stands in a file between two places, and what comes in its place. */
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

const anyMark = /^[ \t]*\/\/ guard: .*$/gm;
const markParts =
  /^\/\/ guard: ([a-z0-9-]+)(?: without `([^`]+)`| with `([^`]+)` for `([^`]+)`)?(?:: (\S+\.test\.ts)(?: (.+))?)?$/;

/** Find the outermost statement, member, property or element that starts at a place of a file. */
function nodeAt(source: ts.SourceFile, place: number): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined || node.end <= place || node.getFullStart() > place) return;
    if (node.getStart(source) === place) found = node;
    else ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

/** Build the edit that a mark asks for. @throws Error when the marked code does not hold the mark's text exactly once */
function readEdit(source: ts.SourceFile, mark: RegExpExecArray): Edit {
  const [line] = mark;
  const [, name, without, put, search = without] = markParts.exec(line.trim()) ?? [];
  const where = `${source.fileName}: the guard ${name ?? line.trim()}`;
  if (name === undefined) throw new Error(`${where} is not written as tools/mutants.ts says.`);
  const rest = source.text.slice(mark.index).replace(/^(?:\s*\/\/.*\n)+\s*/, "");
  const node = nodeAt(source, source.text.length - rest.length);
  if (node === undefined) throw new Error(`${where} stands above no statement, property or element.`);
  const [start, code] = [node.getStart(source), node.getText(source)];
  if (search === undefined) {
    const to = source.text[node.end] === "," ? node.end + 1 : node.end;
    return { file: source.fileName, from: start, to, replacement: ts.isStatement(node) ? ";" : "" };
  }
  const at = code.indexOf(search);
  if (at === -1 || code.includes(search, at + 1))
    throw new Error(`${where} stands above code that does not hold ${search} exactly once.`);
  const from = start + at;
  return { file: source.fileName, from, to: from + search.length, replacement: put ?? "" };
}

type NamedTest = Pick<Mutant, "test" | "pattern">;

function findTest(name: string, [test, pattern]: (string | undefined)[], files: SourceFile[]): NamedTest {
  const found = files.filter(({ path }) => path === test || path.endsWith(`/${test}`));
  const [file] = found;
  if (file === undefined || found.length > 1)
    throw new Error(`The guard ${name} names the test ${test}, of which there are ${found.length}.`);
  if (!testNames(file.path, file.text).some((each) => new RegExp(pattern ?? "").test(each)))
    throw new Error(`The guard ${name} names tests of ${file.path} that match ${pattern}; there are none.`);
  return { test: file.path, ...(pattern === undefined ? {} : { pattern }) };
}

/**
 * Read the marks of all guards.
 * @throws Error with a sentence about a mark that is not right: no code below it, no such test, no test at all
 */
export function readMutants(files: SourceFile[]): Mutant[] {
  const edits = new Map<string, Edit[]>();
  const named = new Map<string, NamedTest>();
  const tests = files.filter(({ path }) => path.endsWith(".test.ts"));
  for (const { path, text } of files) {
    const marks = path.startsWith("tools/") ? [] : [...text.matchAll(anyMark)];
    if (marks.length === 0) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const mark of marks) {
      const edit = readEdit(source, mark);
      const [, name = "", , , , ...test] = markParts.exec(mark[0].trim()) ?? [];
      edits.set(name, [...(edits.get(name) ?? []), edit]);
      if (test[0] === undefined) continue;
      if (named.has(name)) throw new Error(`Two guards are called ${name}.`);
      named.set(name, findTest(name, test, tests));
    }
  }
  return [...edits].map(([name, all]) => {
    const test = named.get(name);
    if (test === undefined) throw new Error(`${all[0]?.file}: the guard ${name} names no test.`);
    return { name, edits: all, ...test };
  });
}

/** Read the project's TypeScript files, uncommitted ones too. */
export function readSources(): SourceFile[] {
  const paths = projectFiles().filter((path) => /\.tsx?$/.test(path));
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
