import { texts } from "../texts.ts";

/** Format a value of a record for people. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return texts.audit.emptyValue;
  if (Array.isArray(value))
    return value.length === 0 ? texts.audit.emptyValue : value.map(formatValue).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

/** Format a field's name for people: `compare_at_price` becomes "Compare at price". */
export function formatFieldName(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** List the fields that an entry changed, ordered by name. */
export function listChangedFields(entry: {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}): { name: string; before: unknown; after: unknown }[] {
  const names = new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})]);
  return [...names]
    .sort()
    .map((name) => ({ name, before: entry.before?.[name], after: entry.after?.[name] }));
}
