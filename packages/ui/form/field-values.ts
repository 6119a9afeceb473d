import type { FieldSpec } from "./field-spec.ts";

/** What stands in the inputs: text for most, so that half a number can be typed. */
export type FieldValue = string | boolean | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

function emptyOf({ kind }: FieldSpec): FieldValue {
  if (kind === "switch") return false;
  if (kind === "tags" || kind === "several") return [];
  return kind === "list" ? [""] : "";
}

function shownOf(spec: FieldSpec, value: unknown): FieldValue {
  if (value === undefined || value === null) return emptyOf(spec);
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.length === 0 ? emptyOf(spec) : value.map(String);
  return String(value);
}

/** What the inputs show of a record. */
export function valuesOf(
  specs: readonly FieldSpec[],
  initial: Readonly<Record<string, unknown>>,
): FieldValues {
  return Object.fromEntries(specs.map((spec) => [spec.name, shownOf(spec, initial[spec.name])]));
}

/** The entries of a list that something was written into. */
export function writtenEntries(value: readonly string[]): string[] {
  return value.map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** Text without the spaces around it; a password is taken as it is. */
export function trimmed({ kind }: FieldSpec, value: string): string {
  return kind === "password" ? value : value.trim();
}

const numeric: ReadonlySet<FieldSpec["kind"]> = new Set(["whole", "number", "record"]);

/** What is sent of one field; undefined: nothing. */
function sentOf(spec: FieldSpec, value: FieldValue, hadValue: boolean): unknown {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return writtenEntries(value);
  const text = trimmed(spec, value);
  if (text !== "") return numeric.has(spec.kind) ? Number(text) : text;
  if (spec.required) return text;
  // What had a value and was emptied is taken away; what never had one is not spoken of.
  if (!hadValue) return undefined;
  if (spec.takesNull) return null;
  return spec.schema.type === "string" ? text : undefined;
}

/** Whether a record says something in a field. */
export function hasValue(kept: unknown): boolean {
  return kept !== undefined && kept !== null && kept !== "";
}

/**
 * The body that a form sends.
 * @param initial the record that the form started from
 */
export function bodyOfValues(
  specs: readonly FieldSpec[],
  values: FieldValues,
  initial: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const pairs = specs.map((spec) => {
    const hadValue = hasValue(initial[spec.name]);
    return [spec.name, sentOf(spec, values[spec.name] ?? "", hadValue)] as const;
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** The names of the fields in which two drafts differ. */
export function changedNames(before: FieldValues, now: FieldValues): string[] {
  return Object.keys(now).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
}
