import { getNetwork } from "../infrastructure/client-network.ts";
import type { RateLimiter, RateState } from "./rate-limit.ts";

/**
 * The limiters per IP address:
 * - `people` for a person's forms that the other limiters do not cover, such as consent, with one limit for each form
 * - `passwords` with one limit for all forms that ask for a person's password
 * - `emails` with one limit for all forms that email a link to an address that a visitor enters
 * - `apps` for the token exchange
 */
export type IpRateLimiters = Readonly<Record<"people" | "passwords" | "emails" | "apps", RateLimiter>>;

/** The names of the limiters that have one limit for all their forms. */
const sharedThrottles: ReadonlySet<keyof IpRateLimiters> = new Set(["passwords", "emails"]);

/**
 * Count an attempt against the limit of an IP address's network.
 * @param throttle the name of the limiter
 * @param name the form or operation; `passwords` and `emails` ignore it and have one limit for all names
 * @param address the IP address
 */
export function consumeAttempt(
  limiters: IpRateLimiters,
  throttle: keyof IpRateLimiters,
  { name, address }: { name: string; address: string },
): RateState {
  const network = getNetwork(address);
  // guard one-bucket-for-forms: without `sharedThrottles.has(throttle) ? network : `, attempt-limits.test.ts fails
  return limiters[throttle].consume(sharedThrottles.has(throttle) ? network : `${name} ${network}`);
}
