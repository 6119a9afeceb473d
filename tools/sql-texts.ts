// Reads the SQL in a file's string literals, with the constants of the same file put in.
import ts from "typescript";

/** The text of a literal, and the outermost function or constant that holds it. */
export interface SourceText {
  text: string;
  holder: string;
}

/** List the texts of a file's string literals; what cannot be read in the file itself stays `${…}`. */
export function listTexts(path: string, code: string): SourceText[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, collect);
  };
  collect(source);

  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node)) found.push({ text: readText(node, constants), holder: findHolder(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function readText(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>, depth = 0): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    if (value && isText(value) && depth < 6) return readText(value, constants, depth + 1);
  }
  if (!ts.isTemplateExpression(node)) return `\${${node.getText()}}`;
  const parts = node.templateSpans.map(
    ({ expression, literal }) => readText(expression, constants, depth) + literal.text,
  );
  return node.head.text + parts.join("");
}

function findHolder(node: ts.Node): string {
  let name = "";
  for (let parent: ts.Node | undefined = node; parent; parent = parent.parent) {
    if ((ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(parent)) && parent.name)
      name = ts.isIdentifier(parent.name) ? parent.name.text : name;
  }
  return name;
}
