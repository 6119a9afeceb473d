// Reads the SQL in the string literals of a file. Constants of the same file are inserted into templates.
import ts from "typescript";

/** How many constants may be nested in each other. This ends the insertion of a constant that contains itself. */
const maxDepth = 6;

/** The text of a string literal, and the name of the outermost function or constant that contains it. */
export interface SourceText {
  text: string;
  declaration: string;
}

/** List the texts of all string literals in a file. Values that are not constants of the file stay as `${…}`. */
export function listLiteralTexts(path: string, code: string): SourceText[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const collectConstants = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, collectConstants);
  };
  collectConstants(source);

  const texts: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node)) texts.push({ text: readText(node, constants), declaration: findDeclaration(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function readText(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>, depth = 0): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    if (value && isText(value) && depth < maxDepth) return readText(value, constants, depth + 1);
  }
  if (!ts.isTemplateExpression(node)) return `\${${node.getText()}}`;
  const parts = node.templateSpans.map(
    ({ expression, literal }) => readText(expression, constants, depth) + literal.text,
  );
  return node.head.text + parts.join("");
}

function findDeclaration(node: ts.Node): string {
  let name = "";
  for (let parent: ts.Node | undefined = node; parent; parent = parent.parent) {
    if ((ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent)) && parent.name)
      name = ts.isIdentifier(parent.name) ? parent.name.text : name;
  }
  return name;
}
