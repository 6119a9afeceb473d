import type { SendOutcome } from "./safe-send.ts";

export type Judgement =
  | { verdict: "delivered" }
  /** Counts as an attempt. */
  | { verdict: "failed"; retryAfterSeconds?: number }
  /** Nothing left this machine: the delivery is due again, and no attempt is counted. */
  | { verdict: "unsent" };

/**
 * Judges what came of sending a webhook.
 *
 * @param outcome of `send`
 */
export function judgeOutcome(outcome: SendOutcome): Judgement {
  if (outcome.kind === "failed") {
    const unsent = outcome.reason === "busy" || outcome.reason === "closed";
    return { verdict: unsent ? "unsent" : "failed" };
  }
  // WHK-7: only 200 is success.
  if (outcome.status === 200) return { verdict: "delivered" };
  const asksToWait = outcome.status === 429 || outcome.status === 503;
  if (!asksToWait || outcome.retry_after_s === undefined) return { verdict: "failed" };
  return { verdict: "failed", retryAfterSeconds: outcome.retry_after_s };
}
