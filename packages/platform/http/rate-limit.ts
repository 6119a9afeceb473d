import type { Clock } from "../runtime/clock.ts";

/** The size of a bucket and its refill rate for the whole platform. Each of k live processes enforces 1/k of both. */
export interface RateLimit {
  bucketSize: number;
  refillPerSecond: number;
}

export interface RateState {
  isAllowed: boolean;
  /** The size of the bucket in this process. */
  limit: number;
  /** The number of whole tokens left in the bucket. */
  remaining: number;
  /** Seconds until one request is allowed. */
  retryAfterSeconds: number;
}

interface Bucket {
  /** The number of tokens in the bucket; negative after an expensive request. */
  level: number;
  updatedAt: number;
}

export interface RateLimiter {
  /** Take one token from the key's bucket, if the bucket has one, and return the state after that. */
  consume(key: string): RateState;
  /** Return the state in which `consume` would leave the key's bucket, but take no token. */
  peek(key: string): RateState;
  /**
   * Return whether the key's bucket owes more than a quarter of its size.
   * @param ownTokens the tokens that a request in progress has taken itself, which do not count
   */
  isInDebt(key: string, ownTokens: number): boolean;
  /**
   * Take more tokens for a request that turned out to cost more than one, and return the state. The level can fall below zero, at most
   * by the size of the bucket.
   */
  charge(key: string, tokens: number): RateState;
  /** Return the state of a full bucket, to show the limit to callers that are not counted. */
  getFullState(): RateState;
}

const maxBuckets = 50_000;
/** How many buckets are deleted at least when there are `maxBuckets`. */
const minDeletedAtOnce = 5_000;

/**
 * Create a rate limiter with token buckets in the process's memory.
 * @param countProcesses returns the number of live processes, which divide the limit among them
 */
export function createRateLimiter(limit: RateLimit, clock: Clock, countProcesses: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();

  function deleteOldBuckets(now: number): void {
    const fullAfterMs = (limit.bucketSize / limit.refillPerSecond) * 1000;
    for (const [key, bucket] of buckets) if (now - bucket.updatedAt > fullAfterMs) buckets.delete(key);
    // Delete many buckets at once, oldest first. Otherwise each new key of a flood would cause a pass over all buckets.
    for (const key of buckets.keys()) {
      if (buckets.size <= maxBuckets - minDeletedAtOnce) break;
      buckets.delete(key);
    }
  }

  function getSizePerProcess(processCount: number): number {
    return Math.max(1, limit.bucketSize / processCount);
  }

  function computeLevel(key: string, now: number): { level: number; size: number; refillPerMs: number } {
    const processCount = Math.max(1, countProcesses());
    const size = getSizePerProcess(processCount);
    const refillPerMs = limit.refillPerSecond / processCount / 1000;
    const storedBucket = buckets.get(key);
    // If the clock was set back, the bucket must not lose tokens.
    const passedMs = storedBucket ? Math.max(0, now - storedBucket.updatedAt) : 0;
    return {
      level: storedBucket ? Math.min(size, storedBucket.level + passedMs * refillPerMs) : size,
      size,
      refillPerMs,
    };
  }

  function computeStateAfterRequest(key: string, now: number): { level: number; state: RateState } {
    const { level, size, refillPerMs } = computeLevel(key, now);
    const isAllowed = level >= 1;
    const remainingTokens = isAllowed ? level - 1 : level;
    const retryAfterSeconds = isAllowed ? 0 : (1 - level) / refillPerMs / 1000;
    return {
      level: remainingTokens,
      state: {
        isAllowed,
        limit: Math.floor(size),
        remaining: Math.max(0, Math.floor(remainingTokens)),
        retryAfterSeconds,
      },
    };
  }

  return {
    consume(key) {
      const now = clock.now();
      if (!buckets.has(key) && buckets.size >= maxBuckets) deleteOldBuckets(now);
      const { level, state } = computeStateAfterRequest(key, now);
      // Deleting the key first moves it to the end, so that a flood of new keys does not delete a bucket in use.
      buckets.delete(key);
      buckets.set(key, { level, updatedAt: now });
      return state;
    },
    isInDebt(key, ownTokens) {
      const { level, size } = computeLevel(key, clock.now());
      return -level - ownTokens > size / 4;
    },
    peek: (key) => computeStateAfterRequest(key, clock.now()).state,
    charge(key, tokens) {
      const now = clock.now();
      const { level, size } = computeLevel(key, now);
      const remainingTokens = Math.max(-size, level - tokens);
      buckets.set(key, { level: remainingTokens, updatedAt: now });
      const remaining = Math.max(0, Math.floor(remainingTokens));
      return { isAllowed: true, limit: Math.floor(size), remaining, retryAfterSeconds: 0 };
    },
    getFullState() {
      const size = Math.floor(getSizePerProcess(Math.max(1, countProcesses())));
      return { isAllowed: true, limit: size, remaining: size, retryAfterSeconds: 0 };
    },
  };
}

/** Build the headers that show a caller its limit (docs/spec/decided.md#rate-limits). */
export function buildRateLimitHeaders({ limit, remaining }: RateState): Record<string, string> {
  return { "x-ratelimit-limit": String(limit), "x-ratelimit-remaining": String(remaining) };
}
