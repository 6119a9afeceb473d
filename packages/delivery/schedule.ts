const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first, second … attempt, before jitter, in milliseconds. */
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

/** No attempt is planned later than this after the first; ten minutes of the two days are left for its own delays. */
export const lastAttemptAfterMs = 47 * hour + 50 * minute;

/** WHK-7: an attempt that could not be made within two days of the first is not made at all. */
export const retryWindowMs = 48 * hour;

/** How long a delivery may wait for its first attempt while its endpoint is slowed. */
export const heldAtMostMs = 7 * 24 * hour;

const jitter = 0.2;

export type RetryQuestion = {
  /** The number of the attempt that has just failed; the first is 1. */
  attempt: number;
  firstAttemptAt: Date;
  now: Date;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
  /** What a 429 or 503 asked for (RFC 9110, 10.2.3). */
  retryAfterSeconds?: number | undefined;
};

export type RetryAnswer = { expired: false; at: Date; last: boolean } | { expired: true };

/**
 * When a failed delivery is tried again (WHK-7).
 *
 * Each wait is spread by a fifth to either side, so that deliveries that failed together do not come back together.
 * `Retry-After` can only delay, at most to twice the wait. When the waits are used up, or one would pass the last
 * moment, the next attempt is at the last moment and is the last.
 *
 * @returns the time of the next attempt, or that there is none
 */
export function nextAttempt(question: RetryQuestion): RetryAnswer {
  const { attempt, firstAttemptAt, now, random, retryAfterSeconds = 0 } = question;
  const lastMoment = firstAttemptAt.getTime() + lastAttemptAfterMs;
  if (now.getTime() >= lastMoment) return { expired: true };

  const wait = retryWaitsMs[attempt - 1];
  if (wait === undefined) return { expired: false, at: new Date(lastMoment), last: true };

  const spread = wait * (1 - jitter + 2 * jitter * random());
  const delayed = Math.min(Math.max(spread, retryAfterSeconds * second), 2 * spread);
  const at = Math.round(now.getTime() + delayed);
  return at >= lastMoment
    ? { expired: false, at: new Date(lastMoment), last: true }
    : { expired: false, at: new Date(at), last: false };
}

/**
 * Says whether it is too late to make a planned attempt, for example because every process was down at its time.
 *
 * @param firstAttemptAt when the delivery was first tried
 */
export function isPastRetryWindow(firstAttemptAt: Date, now: Date): boolean {
  return now.getTime() > firstAttemptAt.getTime() + retryWindowMs;
}
