import { ApiError } from "@souk/client";
import { formatLabeledMessage } from "@souk/contract";
import type { FieldSpec } from "./field-spec.ts";
import type { FieldValues } from "./field-values.ts";
import type { FormError } from "./form-error.ts";

/** The errors of a rejected request as a form shows them. */
export interface FieldErrors {
  /** The errors of fields. Those with an empty path are shown above the form. */
  fields: FormError[];
  /** The error that belongs to no field; null if there is none. */
  formError: unknown;
}

/**
 * Convert the path of a list entry in the request to its path in the form. The request omits the form's empty entries.
 */
function mapEntryPath(path: string, name: string, values: FieldValues): string {
  const sentIndex = path.slice(name.length + 1);
  const value = values[name];
  if (sentIndex === "" || !Array.isArray(value)) return name;
  const filledIndexes = value.flatMap((entry: string, index) => (entry.trim() === "" ? [] : [index]));
  return `${name}.${filledIndexes[Number(sentIndex)] ?? 0}`;
}

/** Map the field errors of a rejected request to the fields of the form. */
export function mapErrorsToFields(
  error: unknown,
  specs: readonly FieldSpec[],
  values: FieldValues,
): FieldErrors {
  if (!(error instanceof ApiError) || error.fields.length === 0) return { fields: [], formError: error };
  // The message of a conflict describes the record's current state, so it is shown as a whole.
  const isConflict = error.code === "conflict";
  const fields = error.fields.flatMap((field) => {
    const { path, message } = field;
    const spec = specs.find(({ name }) => path === name || path.startsWith(`${name}.`));
    if (spec)
      return {
        path: mapEntryPath(path, spec.name, values),
        message: formatLabeledMessage(field, spec.label),
      };
    // An error of a field that the form does not show is shown above the form.
    return isConflict ? [] : { path: "", message };
  });
  return { fields, formError: isConflict ? error : null };
}
