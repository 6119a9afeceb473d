import { useCallback, useEffect, useState } from "react";

/** How long a page may take before its merchant is notified, in milliseconds. */
const patienceMs = 8_000;

/** The state of a framed page: loading, late, loaded, or blocked by this document's policy. */
export type Arrival = "loading" | "slow" | "there" | "blocked";

/** Track a framed page until it has loaded. */
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
