import { throwApiError } from "@souk/contract";
import type { TSchema } from "typebox";
import { Check } from "typebox/value";

interface ObjectSchema {
  properties?: Readonly<Record<string, TSchema & { type?: string }>>;
}

/**
 * Parse path parameters by their schema. An invalid parameter cannot match a record, so it gets 404 like a
 * missing record (API-3).
 */
export function readParams(
  pathParams: Readonly<Record<string, string>>,
  schema: TSchema,
): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, property] of Object.entries((schema as ObjectSchema).properties ?? {})) {
    const text = pathParams[name] ?? "";
    if (property.type !== "integer") {
      // PostgreSQL stores no NUL in a text, so no record can match.
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
