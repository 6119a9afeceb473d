import { strings } from "./strings.ts";

/** A value of a record as people read it. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return strings.nothing;
  if (Array.isArray(value)) return value.length === 0 ? strings.nothing : value.map(valueWords).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

/** A field's name as people read it: `compare_at_price` is "Compare at price". */
export function fieldWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The fields that an entry tells of, in the order of their names. */
export function changedFields(entry: {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}): { name: string; before: unknown; after: unknown }[] {
  const names = new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})]);
  return [...names]
    .sort()
    .map((name) => ({ name, before: entry.before?.[name], after: entry.after?.[name] }));
}
