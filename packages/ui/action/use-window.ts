import { useState } from "react";

interface Shown<T> {
  about: T;
  opened: boolean;
}

/**
 * A window about one record of several. Closed it is still there with the last one, so that it keeps the keys of what was
 * wished for in it; null: none was opened yet.
 */
export function useWindow<T>() {
  const [shown, setShown] = useState<Shown<T> | null>(null);
  return {
    shown,
    open: (about: T) => setShown({ about, opened: true }),
    close: () => setShown((before) => before && { ...before, opened: false }),
  };
}
