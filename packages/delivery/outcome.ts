import type { SendOutcome } from "./safe-send.ts";

export type OutcomeEvaluation =
  | { verdict: "delivered" }
  /** A failure that counts as an attempt. */
  | { verdict: "failed"; retryAfterSeconds?: number }
  /** Not sent: the delivery is due again, and no attempt is counted. */
  | { verdict: "unsent" };

/** Evaluate the outcome of sending a webhook: whether the webhook was delivered, failed or was not sent. */
export function evaluateOutcome(outcome: SendOutcome): OutcomeEvaluation {
  if (outcome.kind === "failed") {
    const wasNotSent = outcome.reason === "busy" || outcome.reason === "closed";
    return { verdict: wasNotSent ? "unsent" : "failed" };
  }
  // WHK-7: only 200 is success.
  if (outcome.status === 200) return { verdict: "delivered" };
  const asksToWait = outcome.status === 429 || outcome.status === 503;
  if (!asksToWait || outcome.retry_after_s === undefined) return { verdict: "failed" };
  return { verdict: "failed", retryAfterSeconds: outcome.retry_after_s };
}
