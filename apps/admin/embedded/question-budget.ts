import { type BridgeAction, bridgeLimits } from "@souk/contract";

/** The limits on an app's requests to the admin: an app that asks without end must not block the admin. */
export interface QuestionBudget {
  /** Return whether a request is within the limits, and count it if so. */
  take(ask: BridgeAction): boolean;
}

/** Create the request limits of one page. @param now a clock in milliseconds */
export function questionBudget(now: () => number): QuestionBudget {
  const { requests: questions, toasts, window_s: span_s } = bridgeLimits;
  let begun = now();
  let asked = 0;
  let toasted = 0;
  return {
    take: (ask) => {
      if (now() - begun >= span_s * 1_000) {
        begun = now();
        asked = 0;
        toasted = 0;
      }
      const isToast = ask === "toast";
      if (asked >= questions || (isToast && toasted >= toasts)) return false;
      asked += 1;
      toasted += isToast ? 1 : 0;
      return true;
    },
  };
}
