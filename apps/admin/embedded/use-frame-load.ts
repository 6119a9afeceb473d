import { useCallback, useEffect, useState } from "react";

/** How long a page may load before a notice that it is slow appears, in milliseconds. */
const slowAfterMs = 8_000;

/** The state of a framed page: loading, slow to load, loaded, or blocked by this document's content security policy. */
export type FrameLoadState = "loading" | "slow" | "loaded" | "blocked";

/** Return the load state of a framed page, and the function to call when it has loaded. */
export function useFrameLoad(): { loadState: FrameLoadState; markLoaded: () => void } {
  const [loadState, setLoadState] = useState<FrameLoadState>("loading");
  useEffect(() => {
    const timer = setTimeout(
      () => setLoadState((state) => (state === "loading" ? "slow" : state)),
      slowAfterMs,
    );
    // If the page redirects to another origin, the frame stays empty but fires its load event.
    const handleViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "frame-src") setLoadState("blocked");
    };
    document.addEventListener("securitypolicyviolation", handleViolation);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("securitypolicyviolation", handleViolation);
    };
  }, []);
  const markLoaded = useCallback(() => setLoadState((state) => (state === "blocked" ? state : "loaded")), []);
  return { loadState, markLoaded };
}
