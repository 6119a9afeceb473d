import { type RefObject, useEffect, useRef } from "react";

/** The time until a dialog has faded out and restores the focus. */
const settledMs = 400;

/**
 * Move the focus to a region when a change removed the focused element, so that the keyboard does not start
 * at the top of the page.
 * @param stamp another text after each change
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>, stamp: string): void {
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current === stamp) return undefined;
    seen.current = stamp;
    const keep = () => {
      if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
    };
    keep();
    const timer = setTimeout(keep, settledMs);
    return () => clearTimeout(timer);
  }, [region, stamp]);
}
