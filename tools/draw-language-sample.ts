// node tools/draw-language-sample.ts [--seed N]
// Draws the random sample by which a reader judges the language: 40 files, 60 page texts, 40 API messages and 30 test names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createSeededRandom } from "@souk/testkit";
import ts from "typescript";
import { listTestNames } from "./clause-coverage.ts";
import { isGenerated, listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";

const sourcePattern = /^(packages|apps|examples|conformance|e2e|proofs|bench|tools)\/.*\.tsx?$/;
const catalogPattern = /^(apps\/(admin|partners)|packages\/ui)\/messages\/en\.ts$/;
const apiSourcePattern = /^packages\/(contract|platform)\/(?!.*(\.test\.ts$|\/testing\/)).*\.ts$/;
const errorFunctionPattern = /^(throwApiError|throwFieldError|fieldError|ApiError|notFound|assert[A-Z]\w*)$/;

/** Draw `count` different items at random, and return them in their original order. */
function drawItems<T>(items: readonly T[], count: number, random: () => number): T[] {
  const remainingItems = items.map((item, index) => ({ item, index }));
  const drawnItems = Array.from({ length: Math.min(count, remainingItems.length) }, () =>
    remainingItems.splice(Math.floor(random() * remainingItems.length), 1),
  ).flat();
  return drawnItems.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

function parseFile(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.ESNext, true);
}

function collectTexts(path: string, listTexts: (node: ts.Node) => string[]): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    texts.push(...listTexts(node));
    ts.forEachChild(node, visit);
  };
  visit(parseFile(path));
  return texts;
}

/** List the texts in the message catalog of a panel. */
function listPageTexts(path: string): string[] {
  return collectTexts(path, (node) =>
    ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer) ? [node.initializer.text] : [],
  );
}

/** List the sentences that a file passes to API errors, and the messages in the error tables of the contract. */
function listApiMessages(path: string): string[] {
  const isSentence = (text: string): boolean => / .*[.?]$/.test(text);
  return collectTexts(path, (node) => {
    if (ts.isPropertyAssignment(node) && path.startsWith("packages/contract/")) {
      const isMessage = node.name.getText() === "message";
      return isMessage && isText(node.initializer) ? [getText(node.initializer)].filter(isSentence) : [];
    }
    const call = ts.isCallExpression(node) || ts.isNewExpression(node) ? node : null;
    if (!call || !errorFunctionPattern.test(call.expression.getText())) return [];
    return (call.arguments ?? []).filter(isText).map(getText).filter(isSentence);
  });
}

function isText(node: ts.Node): node is ts.Expression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function getText(node: ts.Expression): string {
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
  const random = createSeededRandom(Number(values.seed));
  const paths = listProjectFiles().filter((path) => sourcePattern.test(path) && !isGenerated(path));
  const quotePath = (path: string): string => `\`${path}\``;
  console.log(`Seed ${values.seed}`);
  printSection("Files", drawItems(paths, 40, random).map(quotePath));
  printSection(
    "Page texts",
    drawItems(paths.filter((path) => catalogPattern.test(path)).flatMap(listPageTexts), 60, random),
  );
  const messages = paths.filter((path) => apiSourcePattern.test(path)).flatMap(listApiMessages);
  printSection("API messages", drawItems([...new Set(messages)], 40, random));
  const names = paths
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((path) => listTestNames(path, readFileSync(join(root, path), "utf8")));
  printSection("Test names", drawItems(names, 30, random));
}

main();
