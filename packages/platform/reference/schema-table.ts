import { type Html, html } from "../routing/html.ts";
import { prose, table } from "./table.ts";

/** A JSON schema as far as the reference reads it. */
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
}

function nameOf(schema: ReadSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(nameOf).join(" or ");
  if (schema.type === "array") return `array of ${nameOf(schema.items ?? {})}`;
  return schema.type ?? "any";
}

function limitsOf(schema: ReadSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern } = schema;
  const safe = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const parts = [
    minimum === undefined ? null : `at least ${minimum}`,
    safe === undefined ? null : `at most ${safe}`,
    minLength === undefined ? null : `at least ${minLength} characters`,
    maxLength === undefined ? null : `at most ${maxLength} characters`,
    maxItems === undefined ? null : `at most ${maxItems} entries`,
    pattern === undefined ? null : `pattern ${pattern}`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

interface Row {
  path: string;
  schema: ReadSchema;
  required: boolean;
}

function rowsOf(schema: ReadSchema, prefix: string, depth: number): Row[] {
  if (depth > 4) return [];
  if (schema.allOf) return schema.allOf.flatMap((part) => rowsOf(part, prefix, depth));
  if (schema.type === "array") return rowsOf(schema.items ?? {}, `${prefix}[].`, depth);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = `${prefix.replace(/\.\[\]/, "[]")}${name}`;
    const required = schema.required?.includes(name) ?? false;
    const own: Row = { path, schema: inner, required };
    const below =
      inner.type === "array"
        ? rowsOf(inner.items ?? {}, `${path}[].`, depth + 1)
        : rowsOf(inner, `${path}.`, depth + 1);
    return [own, ...below];
  });
}

/** Every field of a schema as a table: path, type, whether it is required, limits, meaning. */
export function schemaTable(schema: object, caption: string): Html {
  const rows = rowsOf(schema as ReadSchema, "", 0);
  if (rows.length === 0) return html`<p>An empty object.</p>`;
  const cells = rows.map(({ path, schema: field, required }) => [
    html`<code>${path}</code>`,
    html`${nameOf(field)}${required ? null : html` <span class="soft">optional</span>`}`,
    meaningOf(field),
  ]);
  return table(caption, ["Field", "Type", "Meaning"], cells);
}

function meaningOf(field: ReadSchema): Html {
  const limits = limitsOf(field);
  const sentence =
    limits === "" ? null : html` <span class="soft">${limits[0]?.toUpperCase()}${limits.slice(1)}.</span>`;
  return html`${prose(field.description ?? "")}${sentence}`;
}
