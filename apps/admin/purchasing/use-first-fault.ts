import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** A form, and what leads the focus to its first field that is wrong once that is drawn, however long it takes. */
export function useFirstFault(): { form: RefObject<HTMLFormElement | null>; lead: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [vainTries, setVainTries] = useState(0);
  useEffect(() => {
    if (vainTries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [vainTries]);
  return { form, lead: useCallback(() => setVainTries((before) => before + 1), []) };
}
