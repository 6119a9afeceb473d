import { type BridgeAction, bridgeLimits } from "@souk/contract";

/** A limiter of an app's requests per time window, so that an app that floods the bridge doesn't block the admin. */
export interface RequestLimiter {
  /** Count a request if it is within the limits; return whether it is. */
  tryCount(action: BridgeAction): boolean;
}

/**
 * Create the request limiter of one framed page.
 * @param now a clock in milliseconds
 */
export function createRequestLimiter(now: () => number): RequestLimiter {
  const { requests: maxRequests, toasts: maxToasts, window_s } = bridgeLimits;
  let windowStart = now();
  let requestCount = 0;
  let toastCount = 0;
  return {
    tryCount: (action) => {
      if (now() - windowStart >= window_s * 1_000) {
        windowStart = now();
        requestCount = 0;
        toastCount = 0;
      }
      const isToast = action === "toast";
      if (requestCount >= maxRequests || (isToast && toastCount >= maxToasts)) return false;
      requestCount += 1;
      toastCount += isToast ? 1 : 0;
      return true;
    },
  };
}
