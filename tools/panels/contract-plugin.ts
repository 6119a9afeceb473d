import type { Plugin } from "vite";

/** The contract's properties that only the reference uses; the panels never read them. */
const documentation = new Set(["summary", "description", "clauses", "badge", "example"]);

type Syntax = { type: string; start: number; end: number; [key: string]: unknown };
type Span = readonly [start: number, end: number];

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && typeof (value as Syntax).type === "string";

function children(node: Syntax): Syntax[] {
  return Object.values(node).flat().filter(isSyntax);
}

/** Return whether a value is a text or a list of text; a schema under such a name is a field of the API. */
function isText(value: unknown): boolean {
  if (!isSyntax(value)) return false;
  if (value.type === "BinaryExpression") return isText(value["left"]) && isText(value["right"]);
  if (value.type === "ArrayExpression") return children(value).every(isText);
  return value.type === "TemplateLiteral" || value.type === "Literal";
}

function isDocumentation(node: Syntax): boolean {
  const { key, value } = node;
  if (node.type !== "Property" || !isSyntax(key) || !documentation.has(String(key["name"]))) return false;
  return isText(value) || key["name"] === "example";
}

/** A pattern names what it takes of a value; only a literal's entries are left out. */
function findDocumentation(node: Syntax): Span[] {
  if (node.type === "ObjectPattern") return [];
  return isDocumentation(node) ? [[node.start, node.end]] : children(node).flatMap(findDocumentation);
}

/** Remove the spans and the comma after each. */
function removeSpans(code: string, spans: readonly Span[]): string {
  return spans.reduceRight((rest, [start, end]) => {
    const after = rest.slice(end).replace(/^\s*,/, "");
    return rest.slice(0, start) + after;
  }, code);
}

/** The schemas of which the admin shows the meaning of file columns and email variables. */
const isShown = /\/schemas\/(notification|[a-z]+-csv)\.ts$/;

/** Leaves out of the panels the parts of the contract that only the reference uses: descriptions and examples. */
export const contractPlugin: Plugin = {
  name: "souk-contract",
  transform(code, id) {
    if (!/\/packages\/contract\/(operations|console|schemas|callbacks)/.test(id) || isShown.test(id))
      return null;
    const spans = findDocumentation(this.parse(code) as unknown as Syntax);
    return { code: removeSpans(code, spans), map: null };
  },
};
