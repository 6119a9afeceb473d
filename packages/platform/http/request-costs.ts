import type { Principal } from "./authenticate.ts";
import type { RateLimiter, RateState } from "./rate-limit.ts";

/** The rate limits of requests by installations and by signed-in accounts. */
export interface RequestRateLimiters {
  /** The limit per installation. */
  installationRateLimiter: RateLimiter;
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

/** The part of a principal that says which rate limits apply. */
export interface RateLimitedCaller extends Pick<Principal, "rateLimitKey"> {
  /** Not null for a person. */
  signed_in: object | null;
  store: { id: number } | null;
}

function getCallerLimiter({ signed_in }: RateLimitedCaller, limiters: RequestRateLimiters): RateLimiter {
  return signed_in ? limiters.sessionRateLimiter : limiters.installationRateLimiter;
}

/** Return the key of the bucket that all apps of a store share, or null for a person, who must not use up what the apps need. */
function getStoreKey({ store, signed_in }: RateLimitedCaller): string | null {
  return store === null || signed_in ? null : `store ${store.id}`;
}

/**
 * Take a token for a request from the bucket of its caller, and one from the bucket that all apps of its store share.
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

/** Return the state of the caller's bucket after one more request, but take no token. The longer wait of both buckets counts. */
function peekRequest(caller: RateLimitedCaller, key: string, limiters: RequestRateLimiters): RateState {
  const callerState = getCallerLimiter(caller, limiters).peek(key);
  const storeKey = getStoreKey(caller);
  const storeSeconds = storeKey === null ? 0 : limiters.storeRateLimiter.peek(storeKey).retryAfterSeconds;
  const retryAfterSeconds = Math.max(callerState.retryAfterSeconds, storeSeconds);
  return { ...callerState, isAllowed: retryAfterSeconds === 0, retryAfterSeconds };
}

/**
 * Return the state of a caller's bucket if `consumeRequest` would not allow a request now, and null if it would. No token
 * is taken, and whether the caller is still authorized is not checked.
 */
export function findExhausted(caller: RateLimitedCaller, limiters: RequestRateLimiters): RateState | null {
  if (caller.rateLimitKey === null) return null;
  const state = peekRequest(caller, caller.rateLimitKey, limiters);
  return state.isAllowed ? null : state;
}

/** Count the tokens that a request costs in addition to its first: one for each further 256 KiB and one for each 100 ms. */
export function countExtraTokens({ bytes, ms }: RequestWork): number {
  return Math.max(0, Math.ceil(bytes / bytesPerToken) - 1) + Math.floor(Math.max(0, ms) / msPerToken);
}

/** Charges one request for what it needs beyond its first token. */
export interface RequestCharge {
  /** Charge the request for its body. @returns the state of the caller's bucket, or null if nothing was charged */
  chargeBody(bytes: number): RateState | null;
  /**
   * Charge the request for its response and its work up to now. If it is called several times, each call charges only what earlier
   * calls did not.
   * @returns the state of the caller's bucket, or null if nothing was charged
   */
  chargeWork(work: RequestWork): RateState | null;
  /**
   * Return the state of the caller's bucket if, since this request was allowed, other requests have put this bucket, or the
   * bucket that all apps of the store share, deeply into debt. Return null otherwise. Call this function when a request has
   * waited for its turn. Without this check, a caller with a full bucket could let as many expensive requests wait as the bucket
   * has tokens, and all of them would run.
   */
  findDebt(): RateState | null;
}

/** Create the charge of a request that `consumeRequest` has allowed. */
export function createRequestCharge(caller: RateLimitedCaller, limiters: RequestRateLimiters): RequestCharge {
  const { rateLimitKey } = caller;
  const storeKey = getStoreKey(caller);
  let workTokens = 0;
  // The first token was taken by `consumeRequest`.
  let takenTokens = 1;
  const charge = (tokens: number): RateState | null => {
    if (tokens === 0 || rateLimitKey === null) return null;
    takenTokens += tokens;
    if (storeKey !== null) limiters.storeRateLimiter.charge(storeKey, tokens);
    return getCallerLimiter(caller, limiters).charge(rateLimitKey, tokens);
  };
  return {
    chargeBody: (bytes) => charge(countExtraTokens({ bytes, ms: 0 })),
    chargeWork(work) {
      const newTokens = Math.max(0, countExtraTokens(work) - workTokens);
      workTokens += newTokens;
      return charge(newTokens);
    },
    findDebt() {
      if (rateLimitKey === null) return null;
      const isInDebt =
        getCallerLimiter(caller, limiters).isInDebt(rateLimitKey, takenTokens) ||
        (storeKey !== null && limiters.storeRateLimiter.isInDebt(storeKey, takenTokens));
      return isInDebt ? { ...peekRequest(caller, rateLimitKey, limiters), isAllowed: false } : null;
    },
  };
}
