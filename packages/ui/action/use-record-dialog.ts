import { useCallback, useState } from "react";

interface DialogRecord<T> {
  record: T;
  opened: boolean;
}

/**
 * Control a dialog that edits one of several records. A closed dialog stays mounted with its last record, so that it keeps the
 * idempotency keys of its form. `shown` has the record and whether the dialog is open; it is null until the dialog is first opened.
 */
export function useRecordDialog<T>() {
  const [shown, setShown] = useState<DialogRecord<T> | null>(null);
  const open = useCallback((record: T) => setShown({ record, opened: true }), []);
  const close = useCallback(() => setShown((current) => current && { ...current, opened: false }), []);
  return { shown, open, close };
}
