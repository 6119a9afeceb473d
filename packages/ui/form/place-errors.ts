import { ApiError } from "@souk/client";
import { formatLabeledMessage } from "@souk/contract";
import type { FieldSpec } from "./field-spec.ts";
import type { FieldValues } from "./field-values.ts";
import type { FormError } from "./form-error.ts";

/** A rejection as a form shows it. */
export interface PlacedErrors {
  /** The errors by the form's own paths; an empty path: above the form. */
  fields: FormError[];
  /** The error that belongs to no field; null: none. */
  rest: unknown;
}

/**
 * Map the platform's number of an entry to the form's: the platform counts only the sent entries, the form
 * also has empty ones.
 */
function placeOfEntry(path: string, name: string, values: FieldValues): string {
  const sent = path.slice(name.length + 1);
  const value = values[name];
  if (sent === "" || !Array.isArray(value)) return name;
  const written = value.flatMap((entry: string, index) => (entry.trim() === "" ? [] : [index]));
  return `${name}.${written[Number(sent)] ?? 0}`;
}

/** Map the rejected fields of an answer to the fields of the form. */
export function placeErrors(error: unknown, specs: readonly FieldSpec[], values: FieldValues): PlacedErrors {
  if (!(error instanceof ApiError) || error.fields.length === 0) return { fields: [], rest: error };
  // A conflict is over what the record is by now, and its own sentence says it whole.
  const isConflict = error.code === "conflict";
  const fields = error.fields.flatMap((field) => {
    const { path, message } = field;
    const spec = specs.find(({ name }) => path === name || path.startsWith(`${name}.`));
    if (spec)
      return {
        path: placeOfEntry(path, spec.name, values),
        message: formatLabeledMessage(field, spec.label),
      };
    // A field that this form does not show is still said, above it.
    return isConflict ? [] : { path: "", message };
  });
  return { fields, rest: isConflict ? error : null };
}
