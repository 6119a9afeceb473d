import { ApiError } from "@souk/client";
import type { FieldError } from "@souk/contract";
import type { FieldSpec } from "./field-spec.ts";
import type { FieldValues } from "./field-values.ts";

/** A refusal as a form shows it. */
export interface PlacedRefusals {
  /** By the form's own paths; an empty path: above the form. */
  fields: FieldError[];
  /** An error that is over no field; null: nothing. */
  rest: unknown;
}

/** Says whose field it is when the platform's message is the end of a sentence: "must be at least 0". */
function sentence(label: string, message: string): string {
  if (/^[A-Z"“]/.test(message)) return message;
  return `${label} ${message}${message.endsWith(".") ? "" : "."}`;
}

/** The platform counts the entries that were sent; the form also has empty ones. */
function placeOfEntry(path: string, name: string, values: FieldValues): string {
  const sent = path.slice(name.length + 1);
  const value = values[name];
  if (sent === "" || !Array.isArray(value)) return name;
  const written = value.flatMap((entry: string, at) => (entry.trim() === "" ? [] : [at]));
  return `${name}.${written[Number(sent)] ?? 0}`;
}

/** Puts the refused fields of an answer beside the fields of the form. */
export function placeRefusals(
  error: unknown,
  specs: readonly FieldSpec[],
  values: FieldValues,
): PlacedRefusals {
  if (!(error instanceof ApiError) || error.fields.length === 0) return { fields: [], rest: error };
  // A conflict is over what the record is by now, and its own sentence says it whole.
  const isConflict = error.code === "conflict";
  const fields = error.fields.flatMap(({ path, message }) => {
    const spec = specs.find(({ name }) => path === name || path.startsWith(`${name}.`));
    if (spec) return { path: placeOfEntry(path, spec.name, values), message: sentence(spec.label, message) };
    // A field that this form does not show is still said, above it.
    return isConflict ? [] : { path: "", message: sentence(path, message) };
  });
  return { fields, rest: isConflict ? error : null };
}
