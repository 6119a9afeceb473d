import { useEffect, useRef, useState } from "react";
import type { FieldSpec } from "./field-spec.ts";
import { type FieldValue, type FieldValues, listChangedFields, toFieldValues } from "./field-values.ts";

/**
 * Store the values of the inputs. When the record is refetched, unedited values follow it, and edited ones are kept until
 * they are saved.
 */
export function useFollowedValues(specs: readonly FieldSpec[], initial: Readonly<Record<string, unknown>>) {
  const recordValues = toFieldValues(specs, initial);
  const [values, setValues] = useState(recordValues);
  const savedValues = useRef(recordValues);
  const currentValues = useRef(recordValues);
  const recordStamp = JSON.stringify(recordValues);
  const lastStamp = useRef(recordStamp);
  const applyValues = (newValues: FieldValues) => {
    currentValues.current = newValues;
    setValues(newValues);
  };
  const listChangedNames = () => listChangedFields(savedValues.current, currentValues.current);
  useEffect(() => {
    if (lastStamp.current === recordStamp) return;
    lastStamp.current = recordStamp;
    const editedValues = listChangedNames().map((name) => [name, currentValues.current[name] ?? ""] as const);
    savedValues.current = recordValues;
    applyValues({ ...recordValues, ...Object.fromEntries(editedValues) });
  });
  return {
    values,
    listChangedNames,
    /** Whether any value was unsaved when the form was last rendered. */
    wasDirtyAtRender: JSON.stringify(values) !== JSON.stringify(savedValues.current),
    change: (name: string, value: FieldValue) => applyValues({ ...currentValues.current, [name]: value }),
    /** Mark these sent values as saved. Values that were edited since stay unsaved. */
    markSaved: (sentValues: FieldValues) => {
      savedValues.current = sentValues;
    },
  };
}
