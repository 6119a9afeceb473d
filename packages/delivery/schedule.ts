const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first, second and each following attempt, before jitter, in milliseconds. */
export const retryWaitsMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  6 * hour,
  8 * hour,
  10 * hour,
  12 * hour,
];

/**
 * The time after the first attempt at which the last attempt is planned. The remaining ten minutes of `retryWindowMs` allow
 * for delays.
 */
export const lastAttemptAfterMs = 47 * hour + 50 * minute;

/** WHK-7: the time after the first attempt during which attempts are made. */
export const retryWindowMs = 48 * hour;

/** The maximum time that a delivery waits for its first attempt. */
export const maxFirstWaitMs = 7 * 24 * hour;

// The part of a wait by which it varies at random, up or down.
// guard jitter: with `0` instead of `0.2`, schedule.test.ts fails at `P12`
const jitter = 0.2;

export type RetryInput = {
  /** The number of the attempt that has just failed; the first is 1. */
  attempt: number;
  firstAttemptAt: Date;
  now: Date;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
  /** The wait requested by a 429 or 503 (RFC 9110, 10.2.3). */
  retryAfterSeconds?: number | undefined;
};

/** The next attempt, with its time and whether it is the last; or `expired: true` if there are no more attempts. */
export type NextAttempt = { expired: false; at: Date; isLast: boolean } | { expired: true };

/**
 * Compute the time at which a failed delivery is attempted again (WHK-7).
 *
 * Each wait varies by up to 20%, so that deliveries that failed together are not retried together. `Retry-After` can only
 * lengthen a wait, at most to twice its length. The last attempt is planned `lastAttemptAfterMs` after the first attempt, once
 * no wait is left or if the next wait would end later.
 *
 * @returns the time of the next attempt; or `expired: true` if there are no more attempts
 */
export function planNextAttempt(input: RetryInput): NextAttempt {
  const { attempt, firstAttemptAt, now, random, retryAfterSeconds = 0 } = input;
  const lastAttemptAt = firstAttemptAt.getTime() + lastAttemptAfterMs;
  if (now.getTime() >= lastAttemptAt) return { expired: true };

  const wait = retryWaitsMs[attempt - 1];
  if (wait === undefined) return { expired: false, at: new Date(lastAttemptAt), isLast: true };

  const jitteredWait = wait * (1 - jitter + 2 * jitter * random());
  const waitMs = Math.min(Math.max(jitteredWait, retryAfterSeconds * second), 2 * jitteredWait);
  const nextAttemptMs = Math.round(now.getTime() + waitMs);
  return nextAttemptMs >= lastAttemptAt
    ? { expired: false, at: new Date(lastAttemptAt), isLast: true }
    : { expired: false, at: new Date(nextAttemptMs), isLast: false };
}

/**
 * Return whether it is too late for a planned attempt, for example because every process was down when it was due.
 *
 * @param firstAttemptAt the time of the first attempt
 */
export function isPastRetryWindow(firstAttemptAt: Date, now: Date): boolean {
  return now.getTime() > firstAttemptAt.getTime() + retryWindowMs;
}
