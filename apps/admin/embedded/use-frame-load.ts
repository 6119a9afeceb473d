import { useCallback, useEffect, useState } from "react";

/** The time after which a page that is still loading counts as slow, in milliseconds. */
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
    // The policy blocks a page that redirects to another origin. The frame then stays empty, but still fires its load event.
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
