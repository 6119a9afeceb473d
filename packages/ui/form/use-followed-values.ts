import { useEffect, useRef, useState } from "react";
import type { FieldSpec } from "./field-spec.ts";
import { type FieldValue, type FieldValues, listChangedFields, toFieldValues } from "./field-values.ts";

/**
 * Keep the values of the inputs. An unchanged value follows the record when it is refetched; a changed one stays until it
 * is saved.
 */
export function useFollowedValues(specs: readonly FieldSpec[], initial: Readonly<Record<string, unknown>>) {
  const fresh = toFieldValues(specs, initial);
  const [values, setValues] = useState(fresh);
  const saved = useRef(fresh);
  const current = useRef(fresh);
  const stamp = JSON.stringify(fresh);
  const seen = useRef(stamp);
  const show = (next: FieldValues) => {
    current.current = next;
    setValues(next);
  };
  const changed = () => listChangedFields(saved.current, current.current);
  useEffect(() => {
    if (seen.current === stamp) return;
    seen.current = stamp;
    const mine = changed().map((name) => [name, current.current[name] ?? ""] as const);
    saved.current = fresh;
    show({ ...fresh, ...Object.fromEntries(mine) });
  });
  return {
    values,
    changed,
    /** Whether any value is unsaved in this render. */
    isWritten: JSON.stringify(values) !== JSON.stringify(saved.current),
    change: (name: string, value: FieldValue) => show({ ...current.current, [name]: value }),
    /** Mark the sent values as saved, but not those typed meanwhile. */
    settle: (sent: FieldValues) => {
      saved.current = sent;
    },
  };
}
