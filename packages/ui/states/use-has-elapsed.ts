import { useEffect, useState } from "react";

/** Return whether this time has elapsed since the component was mounted, so that a quick load shows no placeholder. */
export function useHasElapsed(ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}
