import type { Clock } from "../runtime/clock.ts";

/** The size of a bucket and its refill rate, for one platform; each of k live processes gives 1/k of it. */
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
  /** Take one request from the key's bucket. */
  take(key: string): RateState;
  /** Return the state of a full bucket, for a caller never counted; takes nothing. */
  unused(): RateState;
}

const maxBuckets = 50_000;
const roomMade = 5_000;

/**
 * Token buckets in process memory.
 * @param countProcesses how many live processes divide the limit
 */
export function createRateLimiter(limit: RateLimit, clock: Clock, countProcesses: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();

  function makeRoom(now: number): void {
    const fullAfterMs = (limit.bucket / limit.refillPerSecond) * 1000;
    for (const [key, bucket] of buckets) if (now - bucket.at > fullAfterMs) buckets.delete(key);
    // Many at a time, oldest first: a flood of addresses costs neither memory nor a walk through all for each of them.
    for (const key of buckets.keys()) {
      if (buckets.size <= maxBuckets - roomMade) break;
      buckets.delete(key);
    }
  }

  function getBucketSize(share: number): number {
    return Math.max(1, limit.bucket / share);
  }

  function computeState(key: string, now: number): { level: number; state: RateState } {
    const share = Math.max(1, countProcesses());
    const size = getBucketSize(share);
    const perMs = limit.refillPerSecond / share / 1000;
    const known = buckets.get(key);
    // A clock that was set back must not empty the bucket.
    const passedMs = known ? Math.max(0, now - known.at) : 0;
    const level = known ? Math.min(size, known.level + passedMs * perMs) : size;
    const allowed = level >= 1;
    const left = allowed ? level - 1 : level;
    const retryAfterSeconds = allowed ? 0 : (1 - level) / perMs / 1000;
    return {
      level: left,
      state: {
        allowed,
        limit: Math.floor(size),
        remaining: Math.max(0, Math.floor(left)),
        retryAfterSeconds,
      },
    };
  }

  return {
    take(key) {
      const now = clock.now();
      if (!buckets.has(key) && buckets.size >= maxBuckets) makeRoom(now);
      const { level, state } = computeState(key, now);
      buckets.set(key, { level, at: now });
      return state;
    },
    unused() {
      const size = Math.floor(getBucketSize(Math.max(1, countProcesses())));
      return { allowed: true, limit: size, remaining: size, retryAfterSeconds: 0 };
    },
  };
}

/** Build the headers that show a caller its limit (docs/spec/decided.md#rate-limits). */
export function rateHeaders({ limit, remaining }: RateState): Record<string, string> {
  return { "x-ratelimit-limit": String(limit), "x-ratelimit-remaining": String(remaining) };
}
