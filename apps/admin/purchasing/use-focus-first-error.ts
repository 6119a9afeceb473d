import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

interface FirstErrorFocus {
  form: RefObject<HTMLFormElement | null>;
  focusFirstError: () => void;
}

/** Return a ref for a form, and a function that focuses the form's first invalid input after the next render. */
export function useFocusFirstError(): FirstErrorFocus {
  const form = useRef<HTMLFormElement>(null);
  const [focusRequestCount, setFocusRequestCount] = useState(0);
  useEffect(() => {
    if (focusRequestCount > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [focusRequestCount]);
  return { form, focusFirstError: useCallback(() => setFocusRequestCount((count) => count + 1), []) };
}
