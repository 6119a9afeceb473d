import { throwApiError } from "@souk/contract";
import type { TSchema } from "typebox";
import { Check } from "typebox/value";

interface ObjectSchema {
  properties?: Readonly<Record<string, TSchema & { type?: string }>>;
}

/**
 * Read path parameters by their schema. A text that cannot be a name matches no record: 404, the same as a
 * missing one (API-3).
 */
export function readParams(
  sent: Readonly<Record<string, string>>,
  schema: TSchema,
): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, property] of Object.entries((schema as ObjectSchema).properties ?? {})) {
    const text = sent[name] ?? "";
    if (property.type !== "integer") {
      // PostgreSQL takes no NUL in a text, so that no record is called so.
      if (text.includes("\0") || !Check(property, text)) throwApiError("not_found");
      values[name] = text;
      continue;
    }
    const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(value)) throwApiError("not_found");
    values[name] = value;
  }
  return values;
}
