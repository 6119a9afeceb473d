type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Return only the ids, statuses and times of a record, for a caller that may not read the record (docs/spec/decided.md#scopes). Nested
 * records are left out.
 * @param keepsCode whether `code` identifies the record, as it identifies a currency
 */
export function reduceRecord(record: unknown, keepsCode = false): Record<string, Json> {
  if (!isJsonObject(record)) return {};
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => mustKeepField(name, value, keepsCode)),
  );
}

// The value's type is also checked. Otherwise a field with one of these names could contain an object, or a text that the
// merchant entered.
function mustKeepField(name: string, value: Json, keepsCode: boolean): boolean {
  if (name === "id" || name.endsWith("_id")) return value === null || typeof value === "number";
  if (name === "status" || name.endsWith("_status")) return value === null || typeof value === "string";
  if (name.endsWith("_at")) return value === null || isTime(value);
  return name === "code" && keepsCode && typeof value === "string";
}

function isTime(value: Json): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value);
}

function isJsonObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
