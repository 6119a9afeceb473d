import type { Plugin } from "vite";

/** The properties of the contract that only the API reference and the server use. The panels never read them. */
const unreadProperties = new Set([
  "summary",
  "description",
  "clauses",
  "definedBy",
  "example",
  "errors",
  "rights",
  "topics",
]);
/** The properties of the field error codes that only the API reference uses. */
const unreadPropertiesOfCodes = new Set(["meaning", "action"]);

type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown };
type Span = readonly [start: number, end: number];

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

function listChildNodes(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isSyntaxNode);
}

/**
 * Return whether a value is a text or a list of texts. A property with any other value, such as a schema, may be a field
 * of the API.
 */
function isText(value: unknown): boolean {
  if (!isSyntaxNode(value)) return false;
  if (value.type === "BinaryExpression") return isText(value["left"]) && isText(value["right"]);
  if (value.type === "ArrayExpression") return listChildNodes(value).every(isText);
  return value.type === "TemplateLiteral" || value.type === "Literal";
}

function isUnreadProperty(node: SyntaxNode, unreadNames: ReadonlySet<string>): boolean {
  const { key, value } = node;
  if (node.type !== "Property" || !isSyntaxNode(key)) return false;
  const name = String(key["name"]);
  return name === "example" || (unreadNames.has(name) && isText(value));
}

/** Return whether a property is the schema of an operation's response. The panels use only its type, not the schema itself. */
function isResponse({ type, key }: SyntaxNode): boolean {
  return type === "Property" && isSyntaxNode(key) && key["name"] === "response";
}

/**
 * Find the properties of object literals that the panels never read. Destructuring patterns are kept, although they may have the same
 * names.
 */
function findUnreadProperties(
  node: SyntaxNode,
  { unreadNames, definesOperations }: { unreadNames: ReadonlySet<string>; definesOperations: boolean },
): Span[] {
  if (node.type === "ObjectPattern") return [];
  return isUnreadProperty(node, unreadNames) || (definesOperations && isResponse(node))
    ? [[node.start, node.end]]
    : listChildNodes(node).flatMap((child) =>
        findUnreadProperties(child, { unreadNames, definesOperations }),
      );
}

/** Remove these parts of the code, each with the comma after it. */
function removeSpans(code: string, spans: readonly Span[]): string {
  return spans.reduceRight((remainingCode, [start, end]) => {
    const codeAfter = remainingCode.slice(end).replace(/^\s*,/, "");
    return remainingCode.slice(0, start) + codeAfter;
  }, code);
}

/** The schemas whose descriptions the admin shows: columns of CSV files, and variables of emails. */
const shownSchemaPattern = /\/schemas\/(notification|[a-z]+-csv)\.ts$/;

/** Removes the parts of the contract that the panels never read, such as descriptions and examples. */
export const contractPlugin: Plugin = {
  name: "souk-contract",
  transform(code, id) {
    if (
      !/\/packages\/contract\/(operations|console|schemas|callbacks|field-error-codes)/.test(id) ||
      shownSchemaPattern.test(id)
    )
      return null;
    const definesOperations = /\/packages\/contract\/(operations|console)/.test(id);
    const unreadNames = id.includes("/field-error-codes") ? unreadPropertiesOfCodes : unreadProperties;
    const spans = findUnreadProperties(this.parse(code) as unknown as SyntaxNode, {
      unreadNames,
      definesOperations,
    });
    return { code: removeSpans(code, spans), map: null };
  },
};
