// node tools/draw-language-sample.ts [--seed N]
// Draws what a reader judges the language by: 40 files, 60 page texts, 40 messages of the API and 30 test names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "@souk/testkit";
import ts from "typescript";
import { testNames } from "./clause-coverage.ts";
import { isGenerated, projectFiles } from "./project-files.ts";
import { root } from "./root.ts";

const isSource = /^(packages|apps|examples|conformance|e2e|proofs|bench|tools)\/.*\.tsx?$/;
const isCatalog = /^(apps\/(admin|partners)|packages\/ui)\/messages\/en\.ts$/;
const holdsApiMessages = /^packages\/(contract|platform)\/(?!.*(\.test\.ts$|\/testing\/)).*\.ts$/;
const throwing = /^(throwApiError|throwFieldError|fieldError|ApiError|notFound|assert[A-Z]\w*)$/;

/** Draw `count` of the items, none twice, in their order. */
function draw<T>(items: readonly T[], count: number, random: () => number): T[] {
  const left = items.map((item, index) => ({ item, index }));
  const drawn = Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
  return drawn.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.ESNext, true);
}

function collect(path: string, pick: (node: ts.Node) => string[]): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    found.push(...pick(node));
    ts.forEachChild(node, visit);
  };
  visit(parse(path));
  return found;
}

/** The texts of a panel's catalog. */
function readPageTexts(path: string): string[] {
  return collect(path, (node) =>
    ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer) ? [node.initializer.text] : [],
  );
}

/** The sentences that a file hands to the API's errors, and those of the error tables of the contract. */
function readApiMessages(path: string): string[] {
  const isSentence = (text: string): boolean => / .*[.?]$/.test(text);
  return collect(path, (node) => {
    if (ts.isPropertyAssignment(node) && path.startsWith("packages/contract/")) {
      const isMessage = node.name.getText() === "message";
      return isMessage && isText(node.initializer) ? [textOf(node.initializer)].filter(isSentence) : [];
    }
    const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node : null;
    if (!called || !throwing.test(called.expression.getText())) return [];
    return (called.arguments ?? []).filter(isText).map(textOf).filter(isSentence);
  });
}

function isText(node: ts.Node): node is ts.Expression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function textOf(node: ts.Expression): string {
  return ts.isStringLiteralLike(node) ? node.text : node.getText().slice(1, -1);
}

function printSection(title: string, lines: readonly string[]): void {
  console.log(`\n## ${title}\n`);
  for (const [index, line] of lines.entries())
    console.log(`${index + 1}. ${line.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")}`);
}

function main(): void {
  const { values } = parseArgs({
    options: { seed: { type: "string", default: String(Date.now() % 1_000_000) } },
  });
  const random = seededRandom(Number(values.seed));
  const paths = projectFiles().filter((path) => isSource.test(path) && !isGenerated(path));
  const quoted = (path: string): string => `\`${path}\``;
  console.log(`Seed ${values.seed}`);
  printSection("Files", draw(paths, 40, random).map(quoted));
  printSection(
    "Texts of pages",
    draw(paths.filter((path) => isCatalog.test(path)).flatMap(readPageTexts), 60, random),
  );
  const messages = paths.filter((path) => holdsApiMessages.test(path)).flatMap(readApiMessages);
  printSection("Messages of the API", draw([...new Set(messages)], 40, random));
  const names = paths
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((path) => testNames(path, readFileSync(join(root, path), "utf8")));
  printSection("Names of tests", draw(names, 30, random));
}

main();
