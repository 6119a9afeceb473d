import { useEffect, useRef, useState } from "react";
import type { FieldSpec } from "./field-spec.ts";
import { type FieldValue, type FieldValues, listChangedFields, toFieldValues } from "./field-values.ts";

/**
 * Store the values of the inputs. When the record is refetched, unedited values follow the record, and edited values are kept
 * until they are saved.
 */
export function useFollowedValues(specs: readonly FieldSpec[], initial: Readonly<Record<string, unknown>>) {
  const recordValues = toFieldValues(specs, initial);
  const [values, setValues] = useState(recordValues);
  const savedValues = useRef(recordValues);
  const currentValues = useRef(recordValues);
  const recordText = JSON.stringify(recordValues);
  const lastRecordText = useRef(recordText);
  const applyValues = (newValues: FieldValues) => {
    currentValues.current = newValues;
    setValues(newValues);
  };
  const listChangedNames = () => listChangedFields(savedValues.current, currentValues.current);
  useEffect(() => {
    if (lastRecordText.current === recordText) return;
    lastRecordText.current = recordText;
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
    /** Mark the sent values as saved. Values that were edited after they were sent stay unsaved. */
    markSaved: (sentValues: FieldValues) => {
      savedValues.current = sentValues;
    },
  };
}
