import type { Clock } from "../clock.ts";

/** A bucket's size and how fast it fills again, for one platform; each of k live processes gives 1/k of it. */
export interface RateLimit {
  bucket: number;
  refillPerSecond: number;
}

export interface RateState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until one request is allowed. */
  retryAfterSeconds: number;
}

interface Bucket {
  level: number;
  at: number;
}

export interface RateLimiter {
  /** Takes one request from the key's bucket. */
  take(key: string): RateState;
}

const maxBuckets = 50_000;

/**
 * Token buckets in process memory.
 * @param shares how many live processes divide the limit
 */
export function createRateLimiter(limit: RateLimit, clock: Clock, shares: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();

  function forgetFull(now: number): void {
    const fullAfterMs = (limit.bucket / limit.refillPerSecond) * 1000;
    for (const [key, bucket] of buckets) if (now - bucket.at > fullAfterMs) buckets.delete(key);
    // Keys that never rest are dropped oldest first: memory stays bounded under a flood of addresses.
    for (const key of buckets.keys()) {
      if (buckets.size <= maxBuckets) break;
      buckets.delete(key);
    }
  }

  return {
    take(key) {
      const now = clock.now();
      const share = Math.max(1, shares());
      const size = Math.max(1, limit.bucket / share);
      const perMs = limit.refillPerSecond / share / 1000;
      const known = buckets.get(key);
      if (!known && buckets.size >= maxBuckets) forgetFull(now);
      const level = known ? Math.min(size, known.level + (now - known.at) * perMs) : size;
      const allowed = level >= 1;
      buckets.set(key, { level: allowed ? level - 1 : level, at: now });
      return {
        allowed,
        limit: Math.floor(size),
        remaining: Math.max(0, Math.floor(allowed ? level - 1 : level)),
        retryAfterSeconds: allowed ? 0 : (1 - level) / perMs / 1000,
      };
    },
  };
}
