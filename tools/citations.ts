// Finds citations of pages, headings, decisions, proofs and benchmarks that do not exist, and operations without a source.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Operation, operations } from "@souk/contract";
import { listTestNames } from "./clause-coverage.ts";
import { isGenerated, listProjectFiles } from "./project-files.ts";
import { buildProofPattern, proofs } from "./proofs.ts";
import { root } from "./root.ts";

/**
 * The project in which citations are looked up: the text of each Markdown page by its path from the root, and a function
 * that returns whether a path exists.
 */
export type Project = { pages: ReadonlyMap<string, string>; exists: (path: string) => boolean };

/** A proof listed in `docs/spec/proofs.md`, with its test files. */
export type ListedProof = { number: string; files: string[] };

const pagePattern = /(?<![\w/.-])([\w.-]+\/)*[\w.-]*\w\.md\b(#[\w-]+)?(?:, "([^"]+)")?/g;
const decisionPattern = /(?:docs\/decisions\/|\bdecision )(\d{4})\b(?!-)/g;
const numberPattern = /(?<![\w.#/-])[PB]\d{1,2}b?(?![\w.])/g;
const linkPattern = /\]\(([^)\s]+)\)/g;
const quotedPathPattern =
  /`((?:packages|apps|conformance|docs|tools|proofs|bench|e2e|examples)\/[\w./@-]*\w\/?)`/g;
const shortDecisionPattern = /^docs\/decisions\/\d{4}$/;
const commentPattern = /(?:^|\s)(?:\/\/|\/\*|\*(?=[\s/])|--\s|#\s).*$/;
const proofRowPattern = /^\| ([PB]\d{1,2}b?) \|.*\| (.*) \|$/;

/** Return the anchors that GitHub creates for the headings of a page. */
export function readAnchors(text: string): Set<string> {
  const headings = removeCodeBlocks(text).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(Array.from(headings, ([, heading = ""]) => toAnchor(heading)));
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

function removeCodeBlocks(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, (block) => "\n".repeat(block.split("\n").length - 1));
}

/** Return the numbered rows of `docs/spec/proofs.md` with the files they name. */
export function readProofs(text: string): ListedProof[] {
  return text.split("\n").flatMap((line) => {
    const [, number, fileColumn = ""] = proofRowPattern.exec(line) ?? [];
    if (number === undefined) return [];
    return [{ number, files: Array.from(fileColumn.matchAll(/`([^`]+)`/g), ([, path = ""]) => path) }];
  });
}

/**
 * Return one error sentence for each citation of a missing target in a file.
 * @param numbers the numbers of the proofs and benchmarks
 */
export function findCitationErrors(
  path: string,
  text: string,
  project: Project,
  numbers: Set<string>,
): string[] {
  const isPage = path.endsWith(".md");
  const lines = (isPage ? removeCodeBlocks(text) : text).split("\n");
  const errors = lines.flatMap((line, index) => {
    const prose = isPage ? line : (commentPattern.exec(line)?.[0] ?? "");
    const lineErrors = [
      ...findPageErrors(path, prose, project),
      ...Array.from(prose.matchAll(decisionPattern), ([, id = ""]) => findDecisionError(id, project)),
      ...findNumberErrors(prose, numbers),
      ...(isPage ? findPathErrors(path, line, project) : []),
    ];
    return lineErrors.filter((error) => error !== null).map((error) => `${path}:${index + 1} ${error}`);
  });
  if (!path.endsWith(".test.ts") || !/\b[PB]\d|\.md\b/.test(text)) return errors;
  const nameErrors = listTestNames(path, text).flatMap((name) => [
    ...findNumberErrors(name, numbers),
    ...findPageErrors(path, name, project),
  ]);
  return [...errors, ...nameErrors.map((error) => `${path} ${error}`)];
}

function findNumberErrors(text: string, numbers: Set<string>): string[] {
  return (text.match(numberPattern) ?? [])
    .filter((citation) => !numbers.has(citation))
    .map((citation) => `cites ${citation}, which docs/spec/proofs.md does not list`);
}

function findPageErrors(citingPath: string, text: string, project: Project): string[] {
  const errors = Array.from(text.matchAll(pagePattern), ([citation, , anchor, section]) => {
    const name = citation.replace(/#.*$/, "").replace(/, ".*$/, "");
    const target = findPage(citingPath, name, project);
    if (target === undefined) return `cites ${name}, which does not exist`;
    const content = project.pages.get(target) ?? "";
    if (anchor !== undefined && !readAnchors(content).has(anchor.slice(1)))
      return `cites ${name}${anchor}, and ${target} has no such heading`;
    if (section !== undefined && !content.includes(section))
      return `cites "${section}" of ${name}, which does not contain these words`;
    return null;
  });
  return errors.filter((error) => error !== null);
}

function findPage(citingPath: string, name: string, { pages }: Project): string | undefined {
  return [name, posix.join(posix.dirname(citingPath), name)].find((path) => pages.has(path));
}

function findDecisionError(id: string, { pages }: Project): string | null {
  const isPresent = [...pages.keys()].some((path) => path.startsWith(`docs/decisions/${id}-`));
  return isPresent ? null : `cites decision ${id}, which does not exist`;
}

function findPathErrors(citingPath: string, line: string, { exists, pages }: Project): string[] {
  const hrefs = Array.from(line.matchAll(linkPattern), ([, href = ""]) => href).filter(
    (href) => !/^([a-z]+:|\/)/.test(href),
  );
  const brokenLinks = hrefs.flatMap((href) => {
    const [name = "", anchor] = href.split("#");
    const target = name === "" ? citingPath : posix.join(posix.dirname(citingPath), name);
    if (!exists(target)) return [`links to ${href}, which does not exist`];
    const isMissing = anchor !== undefined && !readAnchors(pages.get(target) ?? "").has(anchor);
    return isMissing ? [`links to ${href}, and ${target} has no such heading`] : [];
  });
  // A decision may also name files that no longer exist.
  const isDecision = citingPath.startsWith("docs/decisions/");
  const quotedPaths = isDecision ? [] : Array.from(line.matchAll(quotedPathPattern), ([, path = ""]) => path);
  return [
    ...brokenLinks,
    ...quotedPaths
      .filter((path) => !shortDecisionPattern.test(path) && !exists(path))
      .map((path) => `names ${path}, which does not exist`),
  ];
}

/**
 * Return one error sentence for each operation without a source: an operation of the interface without clauses, or an
 * operation defined by Souk whose resource no section of the page lists.
 * @param decidedPage the text of docs/spec/decided.md
 */
export function findSourceErrors(
  checkedOperations: readonly Pick<Operation, "id" | "definedBy" | "clauses">[],
  decidedPage: string,
): string[] {
  const listedResources = new Set(
    Array.from(decidedPage.matchAll(/^Operations: ([\s\S]*?)\.$/gm), ([, names = ""]) => names).flatMap(
      (names) => names.match(/[a-z_0-9]+/g) ?? [],
    ),
  );
  return checkedOperations.flatMap(({ id, definedBy, clauses }) => {
    const resource = id.replace(/\..*$/, "");
    if (definedBy === "interface" && clauses.length === 0)
      return [`${id} is defined by the interface, but names no clause`];
    if (definedBy === "souk" && !listedResources.has(resource))
      return [
        `${id} is defined by Souk, but no section of docs/spec/decided.md lists ${resource} under Operations`,
      ];
    return [];
  });
}

/**
 * Return one error sentence for each disagreement between the listed proofs, the runnable proofs and the tests.
 * @param listTestFiles returns the test files of a proof
 */
export function findProofErrors(
  listedProofs: readonly ListedProof[],
  runnableProofs: readonly string[],
  listTestFiles: (number: string) => string[],
): string[] {
  const numberedProofs = listedProofs.filter(({ number }) => number.startsWith("P"));
  const listedNumbers = new Set(numberedProofs.map(({ number }) => number));
  return [
    ...runnableProofs
      .filter((name) => /^P\d/.test(name) && !listedNumbers.has(name))
      .map((name) => `tools/proofs.ts runs ${name}, which docs/spec/proofs.md does not list`),
    ...numberedProofs.flatMap(({ number, files }) => {
      if (!runnableProofs.includes(number))
        return [`docs/spec/proofs.md lists ${number}, which tools/proofs.ts does not run`];
      const matchingFiles = listTestFiles(number);
      if (files.length === 0 && matchingFiles.length > 0)
        return [`docs/spec/proofs.md names no test of ${number}, but ${matchingFiles[0]} has one`];
      return files
        .filter((file) => !matchingFiles.includes(file))
        .map(
          (file) =>
            `docs/spec/proofs.md says that ${file} proves ${number}, but no test in that file has ${number} in its name`,
        );
    }),
  ];
}

function main(): void {
  const paths = listProjectFiles().filter(
    (path) =>
      !isGenerated(path) && /(\.(md|tsx?|js|sql|css|ya?ml|sh|txt)|\.env\.example|\.ci\/run)$/.test(path),
  );
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  const generatedPages = listProjectFiles().filter((path) => isGenerated(path) && path.endsWith(".md"));
  const pages = new Map([
    ...[...texts].filter(([path]) => path.endsWith(".md")),
    ...generatedPages.map((path) => [path, readFileSync(join(root, path), "utf8")] as const),
  ]);
  const listedProofs = readProofs(pages.get("docs/spec/proofs.md") ?? "");
  const numbers = new Set(listedProofs.map(({ number }) => number));
  const testNamesByFile = new Map(
    [...texts]
      .filter(([path, text]) => path.endsWith(".test.ts") && /\bP\d/.test(text))
      .map(([path, text]) => [path, listTestNames(path, text)]),
  );
  const project = { pages, exists: (path: string) => existsSync(join(root, path)) };
  const errors = [
    ...[...texts].flatMap(([path, text]) =>
      path === "tools/citations.test.ts" ? [] : findCitationErrors(path, text, project, numbers),
    ),
    ...findProofErrors(listedProofs, Object.keys(proofs), (name) =>
      [...testNamesByFile]
        .filter(([, names]) => names.some((test) => buildProofPattern(name).test(test)))
        .map(([path]) => path),
    ),
    ...findSourceErrors(Object.values(operations), pages.get("docs/spec/decided.md") ?? ""),
  ];
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
