import { useEffect, useState } from "react";

/** Return false until some milliseconds after mounting, so that a quick load shows no waiting. */
export function useDelayed(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
