import { useCallback, useEffect, useState } from "react";

/** How long a page may take before its merchant is told, in milliseconds. */
const patienceMs = 8_000;

/** How far a framed page is: on its way, later than usual, there, or kept out by this document's policy. */
export type Arrival = "loading" | "slow" | "there" | "blocked";

/** Follows a framed page until it is there. */
export function useArrival(): { arrival: Arrival; arrive: () => void } {
  const [arrival, setArrival] = useState<Arrival>("loading");
  useEffect(() => {
    const timer = setTimeout(() => setArrival((now) => (now === "loading" ? "slow" : now)), patienceMs);
    // A page that leads on to another origin: the frame loads all the same, and stays empty.
    const block = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "frame-src") setArrival("blocked");
    };
    document.addEventListener("securitypolicyviolation", block);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("securitypolicyviolation", block);
    };
  }, []);
  const arrive = useCallback(() => setArrival((now) => (now === "blocked" ? now : "there")), []);
  return { arrival, arrive };
}
