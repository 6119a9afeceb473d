import { type RefObject, useEffect, useRef } from "react";

/** The time in which a closed dialog fades out and restores the focus. */
const dialogFadeMs = 400;

/**
 * Move the focus to a region after a change has removed the focused element, so that keyboard users do not start at the top of
 * the page.
 * @param version a text that differs after each change
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
    const timer = setTimeout(focusRegion, dialogFadeMs);
    return () => clearTimeout(timer);
  }, [region, version]);
}
