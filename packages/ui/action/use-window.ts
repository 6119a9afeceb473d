import { useCallback, useState } from "react";

interface Shown<T> {
  about: T;
  opened: boolean;
}

/**
 * A window about one record of several. Closed it is still there with the last one: it keeps the keys of what was wished for
 * in it, and is known to be closed. `shown` is null until one was opened.
 */
export function useWindow<T>() {
  const [shown, setShown] = useState<Shown<T> | null>(null);
  const open = useCallback((about: T) => setShown({ about, opened: true }), []);
  const close = useCallback(() => setShown((before) => before && { ...before, opened: false }), []);
  return { shown, open, close };
}
