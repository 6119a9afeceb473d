import { useEffect, useState } from "react";

/** Return false, and true after this time since mounting, so that a quick load shows no placeholder. */
export function useDelayed(ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}
