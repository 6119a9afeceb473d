/**
 * Rates in requests per second: the first and the minimum rate of a recovering endpoint, and the rate from which it
 * needs no limit.
 */
export const paceRates = { first: 1, min: 1 / 60, max: 256 } as const;

// The rate grows at most once in this time, and the rejections in this time reduce it only once.
const windowMs = 1_000;
// A rejection multiplies the rate by this factor.
const rejectionFactor = 0.7;
// After a rejection the rate grows by 5% a second, but by at least 0.25 requests per second. A rate below 0.25 doubles.
const growth = { min: 0.25, ratio: 0.05 };
// An endpoint that has used less than half of its pace for this long has no backlog, so it no longer needs a pace.
const calmMs = 60_000;
// The longest wait that an endpoint can request.
const maxPauseMs = 300_000;

/**
 * Limits the rate of requests to an endpoint that was down or has rejected requests (P17). The rate doubles every second
 * until the first rejection. Each rejection reduces it by 30%, and after that it grows slowly every second.
 *
 * All times are by a monotonic clock, in milliseconds.
 */
export class Pace {
  #rate: number;
  // A request that starts takes a token, and tokens are added at the rate.
  #tokens = 1;
  #filledAt: number;
  #windowAt: number;
  #startedCount = 0;
  #calmSince: number;
  #reducedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #hasBeenRejected = false;

  constructor(rate: number, now: number) {
    this.#rate = Math.max(paceRates.min, rate);
    this.#filledAt = now;
    this.#windowAt = now;
    this.#calmSince = now;
  }

  /** The current rate, in requests per second. */
  get rate(): number {
    return this.#rate;
  }

  /** Return the milliseconds until the next request may start; 0 if it may start now. */
  getWaitMs(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    this.#fill(now);
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) * 1_000) / this.#rate);
  }

  /** Count a request that starts. */
  recordStart(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
    this.#startedCount += 1;
  }

  /** Undo `recordStart` for a request that was not sent after all. */
  undoStart(): void {
    this.#tokens += 1;
    this.#startedCount -= 1;
  }

  /** Count a success. @returns whether the endpoint no longer needs a pace */
  recordSuccess(now: number): boolean {
    const elapsedMs = now - this.#windowAt;
    if (elapsedMs < windowMs) return false;
    const allowedCount = (this.#rate * elapsedMs) / 1_000;
    // The rate grows only if at least half of it was used, because only requests show what the endpoint can handle.
    if (this.#startedCount >= allowedCount / 2) {
      this.#calmSince = now;
      this.#rate = this.#computeGrownRate();
    }
    this.#windowAt = now;
    this.#startedCount = 0;
    return this.#rate >= paceRates.max || now - this.#calmSince >= calmMs;
  }

  /**
   * Count a rejection. Rejections within one second reduce the rate once, because an endpoint with a limit per second
   * rejects every request until that second ends.
   *
   * @param startedAt when the request began
   * @param retryAfterMs the wait that the endpoint requested; at most five minutes are respected
   */
  recordRejection(startedAt: number, now: number, retryAfterMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(retryAfterMs, maxPauseMs));
    this.#hasBeenRejected = true;
    if (startedAt <= this.#reducedAt + windowMs) return;
    this.#reducedAt = now;
    // guard pace-after-refusal: without `* rejectionFactor`, pace.test.ts fails at `P17`
    this.#rate = Math.max(paceRates.min, this.#rate * rejectionFactor);
    this.#tokens = Math.min(this.#tokens, 1);
    this.#windowAt = now;
    this.#startedCount = 0;
    this.#calmSince = now;
  }

  #computeGrownRate(): number {
    if (!this.#hasBeenRejected) return this.#rate * 2;
    return this.#rate + Math.max(Math.min(growth.min, this.#rate), this.#rate * growth.ratio);
  }

  #fill(now: number): void {
    // At most the requests of 20 ms may start at once.
    const maxTokens = Math.max(1, this.#rate / 50);
    this.#tokens = Math.min(maxTokens, this.#tokens + ((now - this.#filledAt) * this.#rate) / 1_000);
    this.#filledAt = now;
  }
}
