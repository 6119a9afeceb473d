import type { Catalog, Column, Relation } from "./read-catalog.ts";

// The TypeScript types of the values that value-parsers.ts returns, by their PostgreSQL type.
const typeByBase: Record<string, string> = {
  bigint: "number",
  integer: "number",
  smallint: "number",
  "double precision": "number",
  real: "number",
  boolean: "boolean",
  "timestamp with time zone": "Date",
  bytea: "Buffer",
  json: "unknown",
  jsonb: "unknown",
};

/** Generate the row types of a schema, as the text of a TypeScript file. */
export function generateTableTypes(catalog: Catalog): string {
  const enums = new Map(catalog.enums.map(({ name, labels }) => [name, formatUnion(labels)]));
  const bodies = catalog.relations.map((relation) => formatInterface(relation, enums)).join("\n");
  const tables = catalog.relations.map(({ name }) => `  ${name}: ${buildInterfaceName(name)};`);
  return `// Generated from the migrations by \`npm run generate\`; not to be edited.

${bodies}
export interface Tables {
${tables.join("\n")}
}
`;
}

function formatInterface(relation: Relation, enums: ReadonlyMap<string, string>): string {
  const unionByColumn = new Map(
    relation.constraints.flatMap(({ definition }) => parseAllowedTexts(definition)),
  );
  const lines = relation.columns.map((column) => {
    const type = unionByColumn.get(column.name) ?? getColumnType(column.type, enums);
    return `  ${column.name}: ${addNull(column, type, relation.definition !== null)};`;
  });
  return `export interface ${buildInterfaceName(relation.name)} {\n${lines.join("\n")}\n}\n`;
}

// The catalog does not know whether a view's column can be null.
function addNull(column: Column, type: string, isView: boolean): string {
  return column.not_null || isView || type === "unknown" ? type : `${type} | null`;
}

function getColumnType(type: string, enums: ReadonlyMap<string, string>): string {
  if (type.endsWith("[]")) {
    const element = getColumnType(type.slice(0, -2), enums);
    return element.includes("|") ? `(${element})[]` : `${element}[]`;
  }
  const base = type.replace(/\(\d+(,\d+)?\)/, "");
  return typeByBase[base] ?? enums.get(base) ?? "string";
}

// `check (state in ('pending', 'done'))` as PostgreSQL formats it, for one or several values.
const checkPattern = /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(.+)\]\)|('[^']*'::text))\)\)$/;

function parseAllowedTexts(definition: string): [string, string][] {
  const match = checkPattern.exec(definition);
  const column = match?.[1];
  if (!match || !column) return [];
  const values = (match[2] ?? match[3] ?? "")
    .split(", ")
    .map((value) => /^'([^']*)'::text$/.exec(value)?.[1]);
  return values.every((value) => value !== undefined) ? [[column, formatUnion(values)]] : [];
}

function formatUnion(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

function buildInterfaceName(table: string): string {
  return table.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
