// Checks that each message in the panels' catalogs is used and valid, and that the panels have no text outside the catalogs.
import { join, relative } from "node:path";
import { parse } from "@formatjs/icu-messageformat-parser";
import ts from "typescript";
import type { Violation } from "./code-rules.ts";
import { root } from "./root.ts";

const catalogPattern = /\/messages\/en\.ts$/;
const panelSourcePattern =
  /^(?!.*(node_modules|\/dist\/|\/messages\/))(packages\/ui|apps\/(admin|partners))\//;
/** The names of attributes and properties whose values users see. */
const visibleNamePattern =
  /^(aria-label|aria-description|alt|title|placeholder|label|lead|help|hint|text|message|description|heading|caption)$/;

function getName({ name }: ts.PropertyAssignment | ts.JsxAttribute): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

/** Find all messages and lists of messages in the catalogs. @returns a map from each property to its key, for example `orders.title` */
function findMessages(program: ts.Program): Map<ts.Node, string> {
  const messages = new Map<ts.Node, string>();
  const visit = (node: ts.Node, path: readonly string[]): void => {
    const isEntry = ts.isPropertyAssignment(node);
    const key = isEntry ? [...path, getName(node)] : path;
    if (isEntry && !ts.isObjectLiteralExpression(node.initializer)) messages.set(node, key.join("."));
    else ts.forEachChild(node, (child) => visit(child, key));
  };
  for (const source of program.getSourceFiles()) if (catalogPattern.test(source.fileName)) visit(source, []);
  return messages;
}

/** Return the syntax error of a message that is not valid ICU syntax, or undefined if it is valid. */
function findSyntaxError(node: ts.Node): string | undefined {
  if (!ts.isStringLiteral(node)) return ts.forEachChild(node, findSyntaxError);
  try {
    parse(node.text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Find the messages that the panels do not use. */
function findUnusedMessages(program: ts.Program, sources: readonly ts.SourceFile[]): ts.Node[] {
  const checker = program.getTypeChecker();
  const messages = findMessages(program);
  const usedDeclarations = new Set<ts.Node>();
  const panelSources = new Set(sources);
  const isCatalogSymbol = (symbol: ts.Symbol): boolean =>
    symbol.declarations?.some(({ parent }) => catalogPattern.test(parent.getSourceFile().fileName)) ?? false;
  // Texts may also be passed on in an object that the panel creates.
  const isCatalogOrPanelSymbol = (symbol: ts.Symbol): boolean =>
    isCatalogSymbol(symbol) ||
    (symbol.declarations?.some(
      (declaration) =>
        panelSources.has(declaration.getSourceFile()) &&
        (ts.isPropertyAssignment(declaration) || ts.isShorthandPropertyAssignment(declaration)),
    ) ??
      false);
  const markUsed = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) usedDeclarations.add(declaration);
  };
  const listUnionMembers = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
  const listCatalogSymbols = (type: ts.Type): ts.Symbol[] =>
    listUnionMembers(checker.getNonNullableType(type)).flatMap((branch) =>
      branch.getProperties().filter(isCatalogSymbol),
    );
  const visitedTypes = new Set<ts.Type>();
  const markTypeUsed = (type: ts.Type): void => {
    if (visitedTypes.has(type)) return;
    visitedTypes.add(type);
    for (const branch of listUnionMembers(checker.getNonNullableType(type))) {
      for (const member of branch.getProperties().filter(isCatalogOrPanelSymbol)) {
        markUsed(member);
        markTypeUsed(checker.getTypeOfSymbol(member));
      }
    }
  };
  const visitNode = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) markUsed(checker.getSymbolAtLocation(node.name));
    if (ts.isElementAccessExpression(node)) {
      for (const member of listCatalogSymbols(checker.getTypeAtLocation(node.expression))) markUsed(member);
    }
    if (ts.isBindingElement(node)) {
      const name = (node.propertyName ?? node.name).getText();
      markUsed(checker.getTypeAtLocation(node.parent).getProperty(name));
    }
    if (ts.isExpression(node) && isPassedOn(node)) {
      const expectedType = checker.getContextualType(node);
      // If the expected type has no catalog messages, later uses of single messages cannot be found, so all of them count as used.
      const isUntracked = expectedType
        ? listCatalogSymbols(expectedType).length === 0
        : isCombined(node.parent);
      if (isUntracked) markTypeUsed(checker.getTypeAtLocation(node));
    }
    ts.forEachChild(node, visitNode);
  };
  for (const source of sources) visitNode(source);
  return [...messages.keys()].filter((message) => !usedDeclarations.has(message));
}

/** Return whether a node combines its parts into a new value, so that a part may have no expected type. */
function isCombined(node: ts.Node): boolean {
  return (
    ts.isSpreadAssignment(node) ||
    ts.isConditionalExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isArrayLiteralExpression(node)
  );
}

/** Return whether an expression's value is passed on as a whole, for example as an argument, and not only read for a property. */
function isPassedOn(node: ts.Expression): boolean {
  const { parent } = node;
  const isReference =
    ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  if (!isReference) return false;
  if (ts.isPropertyAccessExpression(parent)) return false;
  if (ts.isVariableDeclaration(parent) && parent.type === undefined) return false;
  return !(ts.isElementAccessExpression(parent) && parent.expression === node);
}

/**
 * Return the text of a literal if users would see it, otherwise undefined. Such a text has a capital letter or two words,
 * or is a text between tags that has a letter.
 */
function getVisibleText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isJsxExpression(node)) return getVisibleText(node.expression);
  const isLiteral =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node);
  const text = isLiteral ? node.text.trim() : ts.isTemplateExpression(node) ? node.head.text.trim() : "";
  return /\p{Lu}|\p{L}+\s+\p{L}/u.test(text) || (ts.isJsxText(node) && /\p{L}/u.test(text))
    ? text
    : undefined;
}

/** Find the texts in a source file that should be in a catalog. */
function findTextsOutsideCatalog(source: ts.SourceFile): { node: ts.Node; text: string }[] {
  const outsideTexts: { node: ts.Node; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const isVisible =
      ts.isJsxText(node) ||
      ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && visibleNamePattern.test(getName(node)));
    const text = isVisible ? getVisibleText(ts.isJsxText(node) ? node : node.initializer) : undefined;
    if (text !== undefined) outsideTexts.push({ node, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return outsideTexts;
}

/**
 * Find all unused and invalid messages, and all texts outside the catalogs.
 * @param folder the folder that the paths of the violations are relative to
 */
export function findTextViolations(program: ts.Program, folder: string): Violation[] {
  const createViolation = (node: ts.Node, message: string): Violation => {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { path: relative(folder, source.fileName), line: line + 1, rule: "text", message };
  };
  // Creating the type checker sets the parent of each node.
  program.getTypeChecker();
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => panelSourcePattern.test(relative(folder, fileName)));
  const keys = findMessages(program);
  const syntaxErrors = [...keys].flatMap(([node, key]) => {
    const error = findSyntaxError((node as ts.PropertyAssignment).initializer);
    return error === undefined
      ? []
      : [createViolation(node, `the message ${key} has invalid ICU syntax: ${error}`)];
  });
  return [
    ...syntaxErrors,
    ...findUnusedMessages(program, sources).map((node) =>
      createViolation(node, `the message is not used: ${keys.get(node)}`),
    ),
    ...sources.flatMap((source) =>
      findTextsOutsideCatalog(source).map(({ node, text }) =>
        createViolation(node, `"${text}" belongs in the panel's messages/en.ts`),
      ),
    ),
  ];
}

/** Create the TypeScript program of the panels, without their tests. */
function createPanelProgram(): ts.Program {
  const path = join(root, "tsconfig.panels.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(fileNames, options);
}

function main(): void {
  const violations = findTextViolations(createPanelProgram(), root);
  for (const { path, line, rule, message } of violations) console.log(`${path}:${line} ${rule}: ${message}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
