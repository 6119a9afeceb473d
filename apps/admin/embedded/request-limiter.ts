import { type BridgeAction, bridgeLimits } from "@souk/contract";

/** A limit on the number of an app's bridge requests per time window. It keeps an app from blocking the admin with requests. */
export interface RequestLimiter {
  /** Count a request if the limits allow it, and return whether they do. */
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
