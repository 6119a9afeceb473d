import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** Track whether an element's content is wider than the element. */
function useOverflow() {
  const region = useRef<HTMLElement>(null);
  const [isOverflowing, setOverflowing] = useState(false);
  useLayoutEffect(() => {
    const { current } = region;
    if (!current) return undefined;
    const updateOverflow = () => setOverflowing(current.scrollWidth > current.clientWidth + 1);
    const observer = new ResizeObserver(updateOverflow);
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { region, isOverflowing };
}

interface ScrollRegionProps {
  labelledBy: string;
  className: string | undefined;
  children: ReactNode;
}

/** Show a region that scrolls sideways if its content is too wide. The keyboard can then focus it. */
export function ScrollRegion({ labelledBy, className, children }: ScrollRegionProps) {
  const { region, isOverflowing } = useOverflow();
  const focusProps = isOverflowing ? { tabIndex: 0 } : {};
  return (
    <section ref={region} className={className} aria-labelledby={labelledBy} {...focusProps}>
      {children}
    </section>
  );
}
