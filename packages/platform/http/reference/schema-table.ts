import { type Html, html } from "../../infrastructure/routing/html.ts";
import { renderProse, renderTable } from "./table.ts";

/** Keywords of a JSON schema that the reference shows. */
interface ShownSchema {
  type?: string;
  anyOf?: ShownSchema[];
  allOf?: ShownSchema[];
  enum?: unknown[];
  const?: unknown;
  items?: ShownSchema;
  properties?: Record<string, ShownSchema>;
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

function formatType(schema: ShownSchema): string {
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

function formatLimits(schema: ShownSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, description } = schema;
  // An id can be any positive integer, so its range is not shown.
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

/** Return the schema without its `null` alternative, so that its fields, description and limits are shown. */
function unwrapNullable(schema: ShownSchema): ShownSchema {
  const [nonNullSchema, ...otherSchemas] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (nonNullSchema === undefined || otherSchemas.length > 0) return schema;
  return schema.description === undefined
    ? nonNullSchema
    : { ...nonNullSchema, description: schema.description };
}

interface Row {
  path: string;
  schema: ShownSchema;
  isRequired: boolean;
}

/** Fields that are nested deeper are not shown. */
const maxDepth = 4;

function buildRows(nullableSchema: ShownSchema, prefix: string, depth: number): Row[] {
  if (depth > maxDepth) return [];
  const schema = unwrapNullable(nullableSchema);
  if (schema.allOf) return schema.allOf.flatMap((part) => buildRows(part, prefix, depth));
  if (schema.type === "array") return buildRows(schema.items ?? {}, `${prefix}[].`, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([name, fieldSchema]) => {
    // The items of a nullable array have the prefix `field.[].`, which is shown as `field[].`.
    const path = `${prefix.replace(/\.\[\]/, "[]")}${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const ownRow: Row = { path, schema: fieldSchema, isRequired };
    const nestedRows =
      fieldSchema.type === "array"
        ? buildRows(fieldSchema.items ?? {}, `${path}[].`, depth + 1)
        : buildRows(fieldSchema, `${path}.`, depth + 1);
    return [ownRow, ...nestedRows];
  });
}

/** Render the fields of a schema as a table: path, type, whether it is required, description and limits. */
export function renderSchemaTable(schema: object, caption: string): Html {
  const rows = buildRows(schema as ShownSchema, "", 0);
  if (rows.length === 0) return html`<p>An empty object.</p>`;
  const cells = rows.map(({ path, schema: field, isRequired }) => [
    html`<code>${path}</code>`,
    html`${formatType(field)}${isRequired ? null : html` <span class="soft">optional</span>`}`,
    renderDescription(field),
  ]);
  return renderTable(caption, ["Field", "Type", "Description"], cells);
}

function renderDescription(field: ShownSchema): Html {
  const schema = unwrapNullable(field);
  const { description = "" } = schema;
  const limits = formatLimits(schema);
  const sentence =
    limits === "" ? null : html` <span class="soft">${limits[0]?.toUpperCase()}${limits.slice(1)}.</span>`;
  return html`${renderProse(description)}${sentence}`;
}
