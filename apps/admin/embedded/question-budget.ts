import { type BridgeAsk, bridgeLimits } from "@souk/contract";

/** How often one page may ask: an app that asks without end must not take the admin with it. */
export interface QuestionBudget {
  /** Whether a question is still within the limits; it counts when it is. */
  take(ask: BridgeAsk): boolean;
}

/** @param now a clock in milliseconds */
export function questionBudget(now: () => number): QuestionBudget {
  const { questions, toasts, span_s } = bridgeLimits;
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
