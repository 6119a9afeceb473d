import { useCallback, useState } from "react";

interface ShownRecord<T> {
  record: T;
  opened: boolean;
}

/**
 * Keep a dialog that edits one of several records. While closed it stays mounted with the last record: it
 * keeps the idempotency keys of its form, and is known to be closed. `shown` is null until first opened.
 */
export function useRecordDialog<T>() {
  const [shown, setShown] = useState<ShownRecord<T> | null>(null);
  const open = useCallback((about: T) => setShown({ record: about, opened: true }), []);
  const close = useCallback(() => setShown((before) => before && { ...before, opened: false }), []);
  return { shown, open, close };
}
