import { getNetwork } from "../infrastructure/client-network.ts";
import type { RateLimiter, RateState } from "./rate-limit.ts";

/**
 * The limiters per IP address: `people` for consent and links, with a limit for each form; `passwords` for all forms with a person's
 * password together; `emails` for all forms that email a link to an address that a visitor enters; `apps` for the token exchange.
 */
export type IpRateLimiters = Readonly<Record<"people" | "passwords" | "emails" | "apps", RateLimiter>>;

const sharedThrottles: ReadonlySet<keyof IpRateLimiters> = new Set(["passwords", "emails"]);

/**
 * Count an attempt against the limit of an IP address's network.
 * @param attempt.name the form or operation; all attempts with passwords share one bucket, and so do all that send emails
 */
export function consumeAttempt(
  limiters: IpRateLimiters,
  throttle: keyof IpRateLimiters,
  { name, address }: { name: string; address: string },
): RateState {
  const network = getNetwork(address);
  // guard: one-bucket-for-forms without `sharedThrottles.has(throttle) ? network : `: attempt-limits.test.ts
  return limiters[throttle].consume(sharedThrottles.has(throttle) ? network : `${name} ${network}`);
}
