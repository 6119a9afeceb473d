import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** Track whether an element's content is wider than the element. */
function useOverflow() {
  const region = useRef<HTMLElement>(null);
  const [isOverflowing, setOverflowing] = useState(false);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    // Both widths are rounded, so a difference of 1 px is not an overflow.
    const updateOverflow = () => setOverflowing(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(updateOverflow);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { region, isOverflowing };
}

interface ScrollRegionProps {
  labelledBy: string;
  className: string | undefined;
  children: ReactNode;
}

/** Show a region that scrolls sideways if its content is too wide. If so, the keyboard can focus the region. */
export function ScrollRegion({ labelledBy, className, children }: ScrollRegionProps) {
  const { region, isOverflowing } = useOverflow();
  const focusProps = isOverflowing ? { tabIndex: 0 } : {};
  return (
    <section ref={region} className={className} aria-labelledby={labelledBy} {...focusProps}>
      {children}
    </section>
  );
}
