import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Return a form ref, with a function that focuses its first invalid field as soon as it is rendered. */
export function useFocusFirstError(): { form: RefObject<HTMLFormElement | null>; lead: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [vainTries, setVainTries] = useState(0);
  useEffect(() => {
    if (vainTries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [vainTries]);
  return { form, lead: useCallback(() => setVainTries((before) => before + 1), []) };
}
