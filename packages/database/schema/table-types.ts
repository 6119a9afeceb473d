import type { Catalog, Column, Relation } from "./read-catalog.ts";

// As value-parsers.ts reads them.
const typeOfBase: Record<string, string> = {
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

/** The kysely table types of a schema, as the text of a TypeScript file. */
export function tableTypesText(catalog: Catalog): string {
  const enums = new Map(catalog.enums.map(({ name, labels }) => [name, union(labels)]));
  const bodies = catalog.relations.map((relation) => interfaceText(relation, enums)).join("\n");
  const imports = ["Generated", "GeneratedAlways"].filter((name) => bodies.includes(`${name}<`));
  const tables = catalog.relations.map(({ name }) => `  ${name}: ${interfaceName(name)};`);
  return `// Generated from the migrations by \`npm run generate\`; not to be edited.
${imports.length > 0 ? `import type { ${imports.join(", ")} } from "kysely";\n` : ""}
${bodies}
export interface Tables {
${tables.join("\n")}
}
`;
}

function interfaceText(relation: Relation, enums: ReadonlyMap<string, string>): string {
  const allowed = new Map(relation.constraints.flatMap(({ definition }) => allowedTexts(definition)));
  const lines = relation.columns.map((column) => {
    const plain = allowed.get(column.name) ?? columnType(column.type, enums);
    return `  ${column.name}: ${wrapped(column, plain, relation.definition !== null)};`;
  });
  return `export interface ${interfaceName(relation.name)} {\n${lines.join("\n")}\n}\n`;
}

// A view's columns tell nothing of null; they are read only.
function wrapped(column: Column, plain: string, isView: boolean): string {
  const type = column.not_null || plain === "unknown" ? plain : `${plain} | null`;
  if (isView || column.identity === "a" || column.generated) return `GeneratedAlways<${type}>`;
  return column.identity === "d" || column.default_expression !== null ? `Generated<${type}>` : type;
}

function columnType(type: string, enums: ReadonlyMap<string, string>): string {
  if (type.endsWith("[]")) {
    const element = columnType(type.slice(0, -2), enums);
    return element.includes("|") ? `(${element})[]` : `${element}[]`;
  }
  const base = type.replace(/\(\d+(,\d+)?\)/, "");
  return typeOfBase[base] ?? enums.get(base) ?? "string";
}

// `check (state in ('pending', 'done'))` as PostgreSQL gives it back, for one value or several.
const oneOf = /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(.+)\]\)|('[^']*'::text))\)\)$/;

function allowedTexts(definition: string): [string, string][] {
  const match = oneOf.exec(definition);
  const column = match?.[1];
  if (!match || !column) return [];
  const values = (match[2] ?? match[3] ?? "")
    .split(", ")
    .map((value) => /^'([^']*)'::text$/.exec(value)?.[1]);
  return values.every((value) => value !== undefined) ? [[column, union(values)]] : [];
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

function interfaceName(table: string): string {
  return table.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
