// Finds a citation without its target: a page, an anchor, a decision, a proof's or benchmark's number, an operation without its source.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Operation, operations } from "@souk/contract";
import { testNames } from "./clause-coverage.ts";
import { isGenerated, projectFiles } from "./project-files.ts";
import { proofPattern, proofs } from "./proofs.ts";
import { root } from "./root.ts";

/**
 * The project that citations are checked against: every file's text by its path from the root, and whether a path
 * exists.
 */
export type Project = { pages: ReadonlyMap<string, string>; exists: (path: string) => boolean };

/** A proof as `docs/spec/proofs.md` lists it. */
export type ListedProof = { number: string; files: string[] };

const page = /(?<![\w/.-])([\w.-]+\/)*[\w.-]*\w\.md\b(#[\w-]+)?(?:, "([^"]+)")?/g;
const decision = /(?:docs\/decisions\/|\bdecision )(\d{4})\b(?!-)/g;
const number = /(?<![\w.#/-])[PB]\d{1,2}b?(?![\w.])/g;
const link = /\]\(([^)\s]+)\)/g;
const quotedPath = /`((?:packages|apps|conformance|docs|tools|proofs|bench|e2e|examples)\/[\w./@-]*\w\/?)`/g;
const shortDecision = /^docs\/decisions\/\d{4}$/;
const comment = /(?:^|\s)(?:\/\/|\/\*|\*(?=[\s/])|--\s|#\s).*$/;
const proofRow = /^\| ([PB]\d{1,2}b?) \|.*\| (.*) \|$/;

/** Return the anchors of a page's headings, as GitHub makes them. */
export function readAnchors(text: string): Set<string> {
  const headings = withoutFences(text).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(Array.from(headings, ([, heading = ""]) => toAnchor(heading)));
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, (block) => "\n".repeat(block.split("\n").length - 1));
}

/** Return the numbered rows of `docs/spec/proofs.md` with the files they name. */
export function readProofs(text: string): ListedProof[] {
  return text.split("\n").flatMap((line) => {
    const [, name, where = ""] = proofRow.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ number: name, files: Array.from(where.matchAll(/`([^`]+)`/g), ([, path = ""]) => path) }];
  });
}

/**
 * Return one sentence for each citation in a file whose target does not exist.
 * @param numbers of the proofs and benchmarks
 */
export function citationErrors(path: string, text: string, project: Project, numbers: Set<string>): string[] {
  const isPage = path.endsWith(".md");
  const lines = (isPage ? withoutFences(text) : text).split("\n");
  const errors = lines.flatMap((line, index) => {
    const prose = isPage ? line : (comment.exec(line)?.[0] ?? "");
    const found = [
      ...pageErrors(path, prose, project),
      ...Array.from(prose.matchAll(decision), ([, id = ""]) => decisionError(id, project)),
      ...numberErrors(prose, numbers),
      ...(isPage ? pathErrors(path, line, project) : []),
    ];
    return found.filter((error) => error !== null).map((error) => `${path}:${index + 1} ${error}`);
  });
  if (!path.endsWith(".test.ts") || !/\b[PB]\d|\.md\b/.test(text)) return errors;
  const inNames = testNames(path, text).flatMap((name) => [
    ...numberErrors(name, numbers),
    ...pageErrors(path, name, project),
  ]);
  return [...errors, ...inNames.map((error) => `${path} ${error}`)];
}

function numberErrors(text: string, numbers: Set<string>): string[] {
  return (text.match(number) ?? [])
    .filter((cited) => !numbers.has(cited))
    .map((cited) => `cites ${cited}, which docs/spec/proofs.md does not list`);
}

function pageErrors(from: string, text: string, project: Project): string[] {
  const errors = Array.from(text.matchAll(page), ([cited, , anchor, section]) => {
    const name = cited.replace(/#.*$/, "").replace(/, ".*$/, "");
    const target = findPage(from, name, project);
    if (target === undefined) return `cites ${name}, which does not exist`;
    const content = project.pages.get(target) ?? "";
    if (anchor !== undefined && !readAnchors(content).has(anchor.slice(1)))
      return `cites ${name}${anchor}, and ${target} has no such heading`;
    if (section !== undefined && !content.includes(section))
      return `cites "${section}" of ${name}, which does not hold these words`;
    return null;
  });
  return errors.filter((error) => error !== null);
}

function findPage(from: string, name: string, { pages }: Project): string | undefined {
  return [name, posix.join(posix.dirname(from), name)].find((path) => pages.has(path));
}

function decisionError(id: string, { pages }: Project): string | null {
  const isThere = [...pages.keys()].some((path) => path.startsWith(`docs/decisions/${id}-`));
  return isThere ? null : `cites decision ${id}, which does not exist`;
}

function pathErrors(from: string, line: string, { exists, pages }: Project): string[] {
  const links = Array.from(line.matchAll(link), ([, to = ""]) => to).filter(
    (to) => !/^([a-z]+:|\/)/.test(to),
  );
  const brokenLinks = links.flatMap((to) => {
    const [name = "", anchor] = to.split("#");
    const target = name === "" ? from : posix.join(posix.dirname(from), name);
    if (!exists(target)) return [`links to ${to}, which does not exist`];
    const isMissing = anchor !== undefined && !readAnchors(pages.get(target) ?? "").has(anchor);
    return isMissing ? [`links to ${to}, and ${target} has no such heading`] : [];
  });
  // A decision also names files that it replaced.
  const isHistory = from.startsWith("docs/decisions/");
  const quoted = isHistory ? [] : Array.from(line.matchAll(quotedPath), ([, path = ""]) => path);
  return [
    ...brokenLinks,
    ...quoted
      .filter((path) => !shortDecision.test(path) && !exists(path))
      .map((path) => `names ${path}, which does not exist`),
  ];
}

/**
 * Return one sentence for each operation without a source: a documented one without clauses, a decided one without
 * its section.
 */
export function sourceErrors(
  all: readonly Pick<Operation, "id" | "badge" | "clauses">[],
  decided: string,
): string[] {
  const listed = new Set(
    Array.from(decided.matchAll(/^Operations: ([\s\S]*?)\.$/gm), ([, names = ""]) => names).flatMap(
      (names) => names.match(/[a-z_0-9]+/g) ?? [],
    ),
  );
  return all.flatMap(({ id, badge, clauses }) => {
    const resource = id.replace(/\..*$/, "");
    if (badge === "documented" && clauses.length === 0) return [`${id} is documented and names no clause`];
    if (badge === "decided" && !listed.has(resource))
      return [`${id} is decided, and no section of docs/spec/decided.md lists ${resource} under Operations`];
    return [];
  });
}

/**
 * Return one sentence for each way in which the listed proofs and the tests disagree.
 * @param tests the test files of a proof
 */
export function proofErrors(
  listed: readonly ListedProof[],
  runnable: readonly string[],
  tests: (number: string) => string[],
): string[] {
  const proven = listed.filter(({ number: name }) => name.startsWith("P"));
  const names = new Set(proven.map(({ number: name }) => name));
  return [
    ...runnable
      .filter((name) => /^P\d/.test(name) && !names.has(name))
      .map((name) => `tools/proofs.ts runs ${name}, which docs/spec/proofs.md does not list`),
    ...proven.flatMap(({ number: name, files }) => {
      if (!runnable.includes(name))
        return [`docs/spec/proofs.md lists ${name}, which tools/proofs.ts does not run`];
      const holding = tests(name);
      if (files.length === 0 && holding.length > 0)
        return [`docs/spec/proofs.md names no test of ${name}, but ${holding[0]} holds one`];
      return files
        .filter((file) => !holding.includes(file))
        .map(
          (file) =>
            `docs/spec/proofs.md says that ${file} proves ${name}, but no test there has it in its name`,
        );
    }),
  ];
}

function main(): void {
  const paths = projectFiles().filter(
    (path) =>
      !isGenerated(path) && /(\.(md|tsx?|js|sql|css|ya?ml|sh|txt)|\.env\.example|\.ci\/run)$/.test(path),
  );
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const generated = projectFiles().filter((path) => isGenerated(path) && path.endsWith(".md"));
  const pages = new Map([
    ...[...texts].filter(([path]) => path.endsWith(".md")),
    ...generated.map((path) => [path, readFileSync(join(root, path), "utf8")] as const),
  ]);
  const listed = readProofs(pages.get("docs/spec/proofs.md") ?? "");
  const numbers = new Set(listed.map(({ number: name }) => name));
  const numbered = new Map(
    [...texts]
      .filter(([path, text]) => path.endsWith(".test.ts") && /\bP\d/.test(text))
      .map(([path, text]) => [path, testNames(path, text)]),
  );
  const project = { pages, exists: (path: string) => existsSync(join(root, path)) };
  const errors = [
    ...[...texts].flatMap(([path, text]) =>
      path === "tools/citations.test.ts" ? [] : citationErrors(path, text, project, numbers),
    ),
    ...proofErrors(listed, Object.keys(proofs), (name) =>
      [...numbered]
        .filter(([, names]) => names.some((test) => proofPattern(name).test(test)))
        .map(([path]) => path),
    ),
    ...sourceErrors(Object.values(operations), pages.get("docs/spec/decided.md") ?? ""),
  ];
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
