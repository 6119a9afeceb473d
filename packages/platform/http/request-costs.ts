import type { Principal } from "./authenticate.ts";
import type { RateLimiter, RateState } from "./rate-limit.ts";

/** The rate limits of requests by installations and by signed-in accounts. */
export interface RequestRateLimiters {
  /** The limit per installation. */
  rateLimiter: RateLimiter;
  /** The limit per signed-in account and store. */
  sessionRateLimiter: RateLimiter;
  /** The limit of all apps of a store together. */
  storeRateLimiter: RateLimiter;
}

/** The measured work of a request. */
export interface RequestWork {
  /** The size of the request's body, or of its response, in bytes. */
  bytes: number;
  /** How long the work on the database took, in milliseconds. */
  ms: number;
}

const bytesPerToken = 262_144;
const msPerToken = 100;

type RateLimitedCaller = Pick<Principal, "rateLimitKey" | "signed_in" | "store">;

function getCallerLimiter({ signed_in }: RateLimitedCaller, limiters: RequestRateLimiters): RateLimiter {
  return signed_in ? limiters.sessionRateLimiter : limiters.rateLimiter;
}

/** Return the key of the bucket that all apps of a store share, or null for a person, who must not use up what the apps need. */
function getStoreKey({ store, signed_in }: RateLimitedCaller): string | null {
  return store === null || signed_in ? null : `store ${store.id}`;
}

/**
 * Take a token for a request from the bucket of its caller, and one from the bucket of the apps of its store.
 * @returns the state of the caller's bucket, with `isAllowed` false if one of the buckets has no token; null if no limit applies
 */
export function consumeRequest(caller: RateLimitedCaller, limiters: RequestRateLimiters): RateState | null {
  if (caller.rateLimitKey === null) return null;
  const callerState = getCallerLimiter(caller, limiters).consume(caller.rateLimitKey);
  const storeKey = getStoreKey(caller);
  if (!callerState.isAllowed || storeKey === null) return callerState;
  const storeState = limiters.storeRateLimiter.consume(storeKey);
  if (storeState.isAllowed) return callerState;
  return { ...callerState, isAllowed: false, retryAfterSeconds: storeState.retryAfterSeconds };
}

/** Count the tokens that a request costs in addition to its first: one for each further 256 KiB and one for each 100 ms. */
export function countExtraTokens({ bytes, ms }: RequestWork): number {
  return Math.max(0, Math.ceil(bytes / bytesPerToken) - 1) + Math.floor(Math.max(0, ms) / msPerToken);
}

/**
 * Charge a request for what it needed beyond its first token.
 * @returns the state of the caller's bucket, or null if nothing was charged
 */
export function chargeRequest(
  caller: RateLimitedCaller,
  work: RequestWork,
  limiters: RequestRateLimiters,
): RateState | null {
  const tokens = countExtraTokens(work);
  if (tokens === 0 || caller.rateLimitKey === null) return null;
  const storeKey = getStoreKey(caller);
  if (storeKey !== null) limiters.storeRateLimiter.charge(storeKey, tokens);
  return getCallerLimiter(caller, limiters).charge(caller.rateLimitKey, tokens);
}
