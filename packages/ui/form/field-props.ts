import type { FieldSpec } from "./field-spec.ts";
import type { FieldValue } from "./field-values.ts";

/** The props of every input of a form. */
export interface FieldProps<V extends FieldValue = FieldValue> {
  spec: FieldSpec;
  /** The id of the field's first input, which the error summary links to. */
  id: string;
  value: V;
  onChange: (value: V) => void;
  /** The errors of the field and of its entries, by path. */
  errors: ReadonlyMap<string, string>;
}

/** Return the props of a field's input that all Mantine inputs have in common. */
export function getInputProps({ spec, id, errors }: Pick<FieldProps, "spec" | "id" | "errors">) {
  const { label, help, name, required } = spec;
  return {
    id,
    name,
    label,
    required,
    ...(help === undefined ? {} : { description: help }),
    // Forms describe records of the store, so the browser must not fill in its user's own data.
    autoComplete: "off",
    error: errors.get(name),
  };
}
