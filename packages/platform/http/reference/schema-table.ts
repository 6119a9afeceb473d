import { type Html, html } from "../../infrastructure/routing/html.ts";
import { prose, table } from "./table.ts";

/** Keywords of a JSON schema that the reference shows. */
interface ReadSchema {
  type?: string;
  anyOf?: ReadSchema[];
  allOf?: ReadSchema[];
  enum?: unknown[];
  const?: unknown;
  items?: ReadSchema;
  properties?: Record<string, ReadSchema>;
  required?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
}

function formatType(schema: ReadSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(formatType).join(" or ");
  if (schema.type === "array") return `array of ${formatType(schema.items ?? {})}`;
  if (schema.format === "date-time") return "string (ISO 8601 date-time)";
  return schema.type ?? "any";
}

function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}

function formatLimits(schema: ReadSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, description } = schema;
  // An id: its range says nothing to a reader.
  const isId = maximum === Number.MAX_SAFE_INTEGER;
  const parts = [
    minimum === undefined || isId ? null : `at least ${formatNumber(minimum)}`,
    maximum === undefined || isId ? null : `at most ${formatNumber(maximum)}`,
    minLength === undefined
      ? null
      : `at least ${formatNumber(minLength)} ${minLength === 1 ? "character" : "characters"}`,
    maxLength === undefined ? null : `at most ${formatNumber(maxLength)} characters`,
    maxItems === undefined ? null : `at most ${formatNumber(maxItems)} items`,
    pattern === undefined || description ? null : `pattern ${pattern}`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** Unwrap a nullable schema, so that its fields, description and limits are shown. */
function withoutNull(schema: ReadSchema): ReadSchema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (only === undefined || others.length > 0) return schema;
  return schema.description === undefined ? only : { ...only, description: schema.description };
}

interface Row {
  path: string;
  schema: ReadSchema;
  required: boolean;
}

function buildRows(nullable: ReadSchema, prefix: string, depth: number): Row[] {
  if (depth > 4) return [];
  const schema = withoutNull(nullable);
  if (schema.allOf) return schema.allOf.flatMap((part) => buildRows(part, prefix, depth));
  if (schema.type === "array") return buildRows(schema.items ?? {}, `${prefix}[].`, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = `${prefix.replace(/\.\[\]/, "[]")}${name}`;
    const required = schema.required?.includes(name) ?? false;
    const own: Row = { path, schema: inner, required };
    const below =
      inner.type === "array"
        ? buildRows(inner.items ?? {}, `${path}[].`, depth + 1)
        : buildRows(inner, `${path}.`, depth + 1);
    return [own, ...below];
  });
}

/** Render the fields of a schema as a table: path, type, whether it is required, description and limits. */
export function schemaTable(schema: object, caption: string): Html {
  const rows = buildRows(schema as ReadSchema, "", 0);
  if (rows.length === 0) return html`<p>An empty object.</p>`;
  const cells = rows.map(({ path, schema: field, required }) => [
    html`<code>${path}</code>`,
    html`${formatType(field)}${required ? null : html` <span class="soft">optional</span>`}`,
    renderDescription(field),
  ]);
  return table(caption, ["Field", "Type", "Description"], cells);
}

function renderDescription(field: ReadSchema): Html {
  const { description = "", ...rest } = withoutNull(field);
  const limits = formatLimits({ ...rest, description });
  const sentence =
    limits === "" ? null : html` <span class="soft">${limits[0]?.toUpperCase()}${limits.slice(1)}.</span>`;
  return html`${prose(description)}${sentence}`;
}
