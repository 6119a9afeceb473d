import { useEffect, useRef, useState } from "react";
import type { FieldSpec } from "./field-spec.ts";
import { changedNames, type FieldValue, type FieldValues, valuesOf } from "./field-values.ts";

/**
 * What stands in the inputs. What nobody has changed follows the record when it comes anew; what somebody has changed stays
 * until it is saved.
 */
export function useFollowedValues(specs: readonly FieldSpec[], initial: Readonly<Record<string, unknown>>) {
  const fresh = valuesOf(specs, initial);
  const [values, setValues] = useState(fresh);
  const saved = useRef(fresh);
  const current = useRef(fresh);
  const stamp = JSON.stringify(fresh);
  const seen = useRef(stamp);
  const show = (next: FieldValues) => {
    current.current = next;
    setValues(next);
  };
  const changed = () => changedNames(saved.current, current.current);
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
    /** Whether something of it is not saved yet, as it is drawn. */
    isWritten: JSON.stringify(values) !== JSON.stringify(saved.current),
    change: (name: string, value: FieldValue) => show({ ...current.current, [name]: value }),
    /** What was sent is saved; what was typed meanwhile is not. */
    settle: (sent: FieldValues) => {
      saved.current = sent;
    },
  };
}
