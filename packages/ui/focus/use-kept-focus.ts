import { type RefObject, useEffect, useRef } from "react";

/** The time until a dialog has faded out and restores the focus. */
const settledMs = 400;

/**
 * Move the focus to a region when a change removed the focused element, so that the keyboard does not start
 * at the top of the page.
 * @param version another text after each change
 */
export function useFocusFallback(region: RefObject<HTMLElement | null>, version: string): void {
  const lastVersion = useRef(version);
  useEffect(() => {
    if (lastVersion.current === version) return undefined;
    lastVersion.current = version;
    const focusRegion = () => {
      if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
    };
    focusRegion();
    const timer = setTimeout(focusRegion, settledMs);
    return () => clearTimeout(timer);
  }, [region, version]);
}
