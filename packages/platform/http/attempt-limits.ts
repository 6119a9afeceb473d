import { getNetwork } from "../infrastructure/client-network.ts";
import type { RateLimiter, RateState } from "./rate-limit.ts";

/**
 * The limiters per IP address: `people` for sign-up, consent and links, each form alone; `passwords` for all forms with a person's
 * password together; `apps` for the token exchange.
 */
export type IpRateLimiters = Readonly<Record<"people" | "passwords" | "apps", RateLimiter>>;

/**
 * Take an attempt of an IP address's network.
 * @param attempt.name the form or operation, which all attempts with passwords share
 */
export function consumeAttempt(
  limiters: IpRateLimiters,
  throttle: keyof IpRateLimiters,
  { name, address }: { name: string; address: string },
): RateState {
  const network = getNetwork(address);
  // guard: one-bucket-for-passwords without `throttle === "passwords" ? network : `: attempt-limits.test.ts
  return limiters[throttle].consume(throttle === "passwords" ? network : `${name} ${network}`);
}
