import ts from "typescript";

/** Levels of if, for, while, switch and try that a function may nest. */
const deepest = 3;
const testFunctions = /^(test|it|describe|suite)$/;
const setAside = /^(skip|only|todo)$/;

/** A rule broken at a place. */
export type Fault = { path: string; line: number; rule: string; message: string };

/** What a file asks of the world beside it: each has one file in the house that may. */
export type WorldUse = { what: "the clock" | "randomness" | "the network"; path: string; line: number };

/** The faults that only the syntax tree shows, and the file's uses of clock, randomness and network. */
export function readSyntax(path: string, text: string): { faults: Fault[]; uses: WorldUse[] } {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const faults: Fault[] = [];
  const uses: WorldUse[] = [];
  const lineOf = (node: ts.Node): number =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const visit = (node: ts.Node, depth: number): void => {
    const line = lineOf(node);
    if (readsEnvironment(node)) {
      const message =
        "process.env is read only in packages/platform/config/ and the config.ts of the CLI, of its template and of each example";
      faults.push({ path, line, rule: "environment", message });
    }
    if (isSetAside(node)) {
      faults.push({
        path,
        line,
        rule: "set-aside-test",
        message: "a test is not skipped, singled out or postponed",
      });
    }
    const what = worldUse(node);
    if (what) uses.push({ what, path, line });
    const inside = depthInside(node, depth);
    if (inside === deepest + 1 && inside > depth) {
      faults.push({
        path,
        line,
        rule: "nesting",
        message: `more than ${deepest} levels deep: give it a name`,
      });
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, 0);
  return { faults, uses };
}

function depthInside(node: ts.Node, depth: number): number {
  if (ts.isFunctionLike(node)) return 0;
  const elseIf =
    ts.isIfStatement(node) && ts.isIfStatement(node.parent) && node.parent.elseStatement === node;
  const nests =
    ts.isIfStatement(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isSwitchStatement(node) ||
    ts.isTryStatement(node);
  return nests && !elseIf ? depth + 1 : depth;
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

/** `process.env`, `globalThis.process.env`, `{ env } = process`, or `env` imported from node:process. */
function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node) && node.name.text === "env") {
    const of = node.expression;
    return isNamed(of, "process") || (ts.isPropertyAccessExpression(of) && of.name.text === "process");
  }
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    const takesEnv = node.name.elements.some((each) => isNamed(each.propertyName ?? each.name, "env"));
    return takesEnv && node.initializer !== undefined && isNamed(node.initializer, "process");
  }
  if (ts.isImportSpecifier(node) && isNamed(node.propertyName ?? node.name, "env")) {
    const from = node.parent.parent.parent.moduleSpecifier;
    return ts.isStringLiteral(from) && /^(node:)?process$/.test(from.text);
  }
  return false;
}

/** `test.skip(…)`, `t.todo()`, or `{ only: true }` among the arguments of a test. */
function isSetAside(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (ts.isPropertyAccessExpression(called)) {
    const on = ts.isIdentifier(called.expression) ? called.expression.text : "";
    if (setAside.test(called.name.text) && (testFunctions.test(on) || /^(t|context)$/.test(on))) return true;
  }
  const name = ts.isPropertyAccessExpression(called) ? called.name : called;
  if (!ts.isIdentifier(name) || !testFunctions.test(name.text)) return false;
  const options = node.arguments.filter(ts.isObjectLiteralExpression).flatMap((each) => [...each.properties]);
  return options.some(
    (each) => each.name !== undefined && ts.isIdentifier(each.name) && setAside.test(each.name.text),
  );
}

function worldUse(node: ts.Node): WorldUse["what"] | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    if (isNamed(node.expression, "Date") && node.name.text === "now") return "the clock";
    if (isNamed(node.expression, "Math") && node.name.text === "random") return "randomness";
    if (isNamed(node.expression, "globalThis") && node.name.text === "fetch") return "the network";
  }
  if (ts.isNewExpression(node) && isNamed(node.expression, "Date") && !node.arguments?.length)
    return "the clock";
  if (ts.isIdentifier(node) && node.text === "fetch" && isGlobalFetch(node)) return "the network";
  return undefined;
}

/** Whether the identifier `fetch` stands for the global: it is used as a value and no scope around it declares it. */
function isGlobalFetch(node: ts.Identifier): boolean {
  const { parent } = node;
  const isName =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (!ts.isShorthandPropertyAssignment(parent) && "name" in parent && parent.name === node) ||
    ts.isTypeQueryNode(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isBindingElement(parent);
  if (isName) return false;
  return !declares(node.getSourceFile(), "fetch");
}

function declares(node: ts.Node, name: string): boolean {
  const declaresHere =
    (ts.isParameter(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isImportSpecifier(node) ||
      ts.isFunctionDeclaration(node)) &&
    node.name !== undefined &&
    isNamed(node.name, name);
  return declaresHere || (ts.forEachChild(node, (child) => declares(child, name) || undefined) ?? false);
}
