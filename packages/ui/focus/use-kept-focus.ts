import { type RefObject, useEffect, useRef } from "react";

/** A dialog gives the focus back when it has faded out. */
const settledMs = 400;

/**
 * Leads the focus to a region when what had it is gone with a change, so that the keyboard does not begin at the page's start.
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
