import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** Return whether an element's content is wider than the element, also after the window changes. */
function useOverflow() {
  const region = useRef<HTMLElement>(null);
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => {
    const { current } = region;
    if (!current) return undefined;
    const look = () => setWider(current.scrollWidth > current.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { region, isWider };
}

interface ScrollRegionProps {
  labelledBy: string;
  className: string | undefined;
  children: ReactNode;
}

/** Show a region that scrolls sideways by itself and, while it does, can be focused by keyboard. */
export function ScrollRegion({ labelledBy, className, children }: ScrollRegionProps) {
  const { region, isWider } = useOverflow();
  const reach = isWider ? { tabIndex: 0 } : {};
  return (
    <section ref={region} className={className} aria-labelledby={labelledBy} {...reach}>
      {children}
    </section>
  );
}
