import type { FieldSpec } from "./field-spec.ts";
import type { FieldValue } from "./field-values.ts";

/** What every input of a form is given. */
export interface FieldProps<V extends FieldValue = FieldValue> {
  spec: FieldSpec;
  /** The id of its first input, which the summary of errors leads to. */
  id: string;
  value: V;
  onChange: (value: V) => void;
  /** By path: the field's own, or those of its entries. */
  errors: ReadonlyMap<string, string>;
}

/** What Mantine's inputs take of a field. */
export function inputProps({ spec, id, errors }: Pick<FieldProps, "spec" | "id" | "errors">) {
  const { label, help, name, required, autoComplete } = spec;
  return {
    id,
    name,
    label,
    required,
    ...(help === undefined ? {} : { description: help }),
    ...(autoComplete === undefined ? {} : { autoComplete }),
    error: errors.get(name),
  };
}
