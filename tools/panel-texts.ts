// Every message of the panels' catalogs is used, and every text of the panels is a message.
import { join, relative } from "node:path";
import { parse } from "@formatjs/icu-messageformat-parser";
import ts from "typescript";
import type { Violation } from "./code-rules.ts";
import { root } from "./root.ts";

const isCatalog = /\/messages\/en\.ts$/;
const isPanelSource = /^(?!.*(node_modules|\/dist\/|\/messages\/))(packages\/ui|apps\/(admin|partners))\//;
/** The attributes and properties whose value a person reads. */
const readNames =
  /^(aria-label|aria-description|alt|title|placeholder|label|lead|help|hint|text|message|description|heading|caption)$/;

function getName({ name }: ts.PropertyAssignment | ts.JsxAttribute): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

/** Find the properties of the catalogs that hold a message or a list of messages. */
function findMessages(program: ts.Program): Map<ts.Node, string> {
  const found = new Map<ts.Node, string>();
  const visit = (node: ts.Node, path: readonly string[]): void => {
    const isEntry = ts.isPropertyAssignment(node);
    const key = isEntry ? [...path, getName(node)] : path;
    if (isEntry && !ts.isObjectLiteralExpression(node.initializer)) found.set(node, key.join("."));
    else ts.forEachChild(node, (child) => visit(child, key));
  };
  for (const source of program.getSourceFiles()) if (isCatalog.test(source.fileName)) visit(source, []);
  return found;
}

/** Return why a message is not valid ICU syntax; undefined where it is valid. */
function readSyntaxError(node: ts.Node): string | undefined {
  if (!ts.isStringLiteral(node)) return ts.forEachChild(node, readSyntaxError);
  try {
    parse(node.text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Find the messages that nothing in the program reads. */
function findUnused(program: ts.Program, sources: readonly ts.SourceFile[]): ts.Node[] {
  const checker = program.getTypeChecker();
  const messages = findMessages(program);
  const used = new Set<ts.Node>();
  const own = new Set(sources);
  const isOfCatalog = (symbol: ts.Symbol): boolean =>
    symbol.declarations?.some(({ parent }) => isCatalog.test(parent.getSourceFile().fileName)) ?? false;
  // Texts may be handed on within an object that the panel writes.
  const isWritten = (symbol: ts.Symbol): boolean =>
    isOfCatalog(symbol) ||
    (symbol.declarations?.some(
      (declaration) =>
        own.has(declaration.getSourceFile()) &&
        (ts.isPropertyAssignment(declaration) || ts.isShorthandPropertyAssignment(declaration)),
    ) ??
      false);
  const use = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) used.add(declaration);
  };
  const branches = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
  const members = (type: ts.Type): ts.Symbol[] =>
    branches(checker.getNonNullableType(type)).flatMap((branch) =>
      branch.getProperties().filter(isOfCatalog),
    );
  const followed = new Set<ts.Type>();
  const useAll = (type: ts.Type): void => {
    if (followed.has(type)) return;
    followed.add(type);
    for (const branch of branches(checker.getNonNullableType(type))) {
      for (const member of branch.getProperties().filter(isWritten)) {
        use(member);
        useAll(checker.getTypeOfSymbol(member));
      }
    }
  };
  const useAt = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) use(checker.getSymbolAtLocation(node.name));
    if (ts.isElementAccessExpression(node)) {
      for (const member of members(checker.getTypeAtLocation(node.expression))) use(member);
    }
    if (ts.isBindingElement(node)) {
      const name = (node.propertyName ?? node.name).getText();
      use(checker.getTypeAtLocation(node.parent).getProperty(name));
    }
    if (ts.isExpression(node) && isHandedOn(node)) {
      const expected = checker.getContextualType(node);
      // Where nothing is expected of it, its own type goes on, unless it becomes part of another.
      const isLost = expected ? members(expected).length === 0 : isMixed(node.parent);
      if (isLost) useAll(checker.getTypeAtLocation(node));
    }
    ts.forEachChild(node, useAt);
  };
  for (const source of sources) useAt(source);
  return [...messages.keys()].filter((message) => !used.has(message));
}

function isMixed(node: ts.Node): boolean {
  return (
    ts.isSpreadAssignment(node) ||
    ts.isConditionalExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isArrayLiteralExpression(node)
  );
}

/** Return whether an expression's value is passed on as a whole. */
function isHandedOn(node: ts.Expression): boolean {
  const { parent } = node;
  const isReference =
    ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (!isReference) return false;
  if (ts.isPropertyAccessExpression(parent)) return false;
  if (ts.isVariableDeclaration(parent) && parent.type === undefined) return false;
  return !(ts.isElementAccessExpression(parent) && parent.expression === node);
}

/**
 * Return the text of a literal that a person would read: it has a letter, and is not the name of something in the
 * code.
 */
function readText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isJsxExpression(node)) return readText(node.expression);
  const isLiteral =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node);
  const text = isLiteral ? node.text.trim() : ts.isTemplateExpression(node) ? node.head.text.trim() : "";
  return /\p{Lu}|\p{L}+\s+\p{L}/u.test(text) || (ts.isJsxText(node) && /\p{L}/u.test(text))
    ? text
    : undefined;
}

/** Find the texts in the source that should be in a catalog. */
function findOutside(source: ts.SourceFile): { node: ts.Node; text: string }[] {
  const found: { node: ts.Node; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const isRead =
      ts.isJsxText(node) ||
      ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && readNames.test(getName(node)));
    const text = isRead ? readText(ts.isJsxText(node) ? node : node.initializer) : undefined;
    if (text !== undefined) found.push({ node, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Find every message that nothing reads and every text outside the catalogs.
 * @param folder the start of the paths of faults
 */
export function findTextViolations(program: ts.Program, folder: string): Violation[] {
  const createViolation = (node: ts.Node, message: string): Violation => {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { path: relative(folder, source.fileName), line: line + 1, rule: "text", message };
  };
  // The checker links every node to its parent.
  program.getTypeChecker();
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => isPanelSource.test(relative(folder, fileName)));
  const keys = findMessages(program);
  const broken = [...keys].flatMap(([node, key]) => {
    const error = readSyntaxError((node as ts.PropertyAssignment).initializer);
    return error === undefined
      ? []
      : [createViolation(node, `the message ${key} is not ICU syntax: ${error}`)];
  });
  return [
    ...broken,
    ...findUnused(program, sources).map((node) =>
      createViolation(node, `nothing reads the message ${keys.get(node)}`),
    ),
    ...sources.flatMap((source) =>
      findOutside(source).map(({ node, text }) =>
        createViolation(node, `"${text}" belongs into the panel's messages/en.ts`),
      ),
    ),
  ];
}

/** Create the program of the panels, without their tests. */
function panelProgram(): ts.Program {
  const path = join(root, "tsconfig.panels.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(fileNames, options);
}

function main(): void {
  const violations = findTextViolations(panelProgram(), root);
  for (const { path, line, rule, message } of violations) console.log(`${path}:${line} ${rule}: ${message}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
