import type { FieldSpec } from "./field-spec.ts";

/** The value of an input. It is text for most kinds, so that an incomplete number can be typed. */
export type FieldValue = string | boolean | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

function getEmptyValue({ kind }: FieldSpec): FieldValue {
  if (kind === "switch") return false;
  if (kind === "tags" || kind === "several") return [];
  return kind === "list" ? [""] : "";
}

function toFieldValue(spec: FieldSpec, value: unknown): FieldValue {
  if (value === undefined || value === null) return getEmptyValue(spec);
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.length === 0 ? getEmptyValue(spec) : value.map(String);
  return String(value);
}

/** Return the values of the inputs for a record. */
export function toFieldValues(
  specs: readonly FieldSpec[],
  initial: Readonly<Record<string, unknown>>,
): FieldValues {
  return Object.fromEntries(specs.map((spec) => [spec.name, toFieldValue(spec, initial[spec.name])]));
}

/** Return the entries of a list that are not empty. */
export function listFilledEntries(value: readonly string[]): string[] {
  return value.map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** Trim a text, unless it is a password. */
export function trimValue({ kind }: FieldSpec, value: string): string {
  return kind === "password" ? value : value.trim();
}

const numericKinds: ReadonlySet<FieldSpec["kind"]> = new Set(["whole", "number", "record"]);

/** Return the value to send for one field; undefined to omit the field. */
function toRequestValue(spec: FieldSpec, value: FieldValue, hadValue: boolean): unknown {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return listFilledEntries(value);
  const text = trimValue(spec, value);
  if (text !== "") return numericKinds.has(spec.kind) ? Number(text) : text;
  if (spec.required) return text;
  // A field that had a value is cleared. A field that never had one is omitted.
  if (!hadValue) return undefined;
  if (spec.isNullable) return null;
  return spec.schema.type === "string" ? text : undefined;
}

/** Return whether a record has a value in a field. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/**
 * Build the body that a form sends.
 * @param initial the record when the form was opened
 */
export function buildBody(
  specs: readonly FieldSpec[],
  values: FieldValues,
  initial: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const pairs = specs.map((spec) => {
    const hadValue = hasValue(initial[spec.name]);
    return [spec.name, toRequestValue(spec, values[spec.name] ?? "", hadValue)] as const;
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** List the fields whose values differ. */
export function listChangedFields(oldValues: FieldValues, newValues: FieldValues): string[] {
  return Object.keys(newValues).filter(
    (name) => JSON.stringify(oldValues[name]) !== JSON.stringify(newValues[name]),
  );
}
