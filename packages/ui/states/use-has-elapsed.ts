import { useEffect, useState } from "react";

/** Return whether this time has elapsed since mounting, so that a quick load shows no placeholder. */
export function useHasElapsed(ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}
