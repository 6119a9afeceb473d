/** Requests a second: the pace a recovering endpoint begins with, the least and the one above which it needs none. */
export const paceRates = { first: 1, least: 1 / 60, enough: 256 } as const;

const windowMs = 1_000;
const cutTo = 0.7;
const growth = { least: 0.25, part: 0.05 };
// An endpoint that needs no more than its pace for so long has nothing waiting any more.
const calmMs = 60_000;
const longestPauseMs = 300_000;

/**
 * How fast an endpoint is sent to that has been down or asked for less (P17): it doubles every second until the endpoint
 * refuses for the first time, goes down by 30 % at each refusal, and then grows a little every second.
 *
 * All times are of a steady clock, in milliseconds.
 */
export class Pace {
  #rate: number;
  #tokens = 1;
  #filledAt: number;
  #windowAt: number;
  #begun = 0;
  #calmSince: number;
  #cutAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusedEver = false;

  constructor(rate: number, now: number) {
    this.#rate = Math.max(paceRates.least, rate);
    this.#filledAt = now;
    this.#windowAt = now;
    this.#calmSince = now;
  }

  /** Requests a second. */
  get rate(): number {
    return this.#rate;
  }

  /** Milliseconds until the next request may begin; 0: now. */
  waitMs(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil - now;
    this.#fill(now);
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) * 1_000) / this.#rate);
  }

  /** Counts a request that begins. */
  begin(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
    this.#begun += 1;
  }

  /** A request that had begun was not made after all. */
  unsent(): void {
    this.#tokens += 1;
    this.#begun -= 1;
  }

  /** Counts a success. @returns whether no pace is needed any more */
  succeeded(now: number): boolean {
    const elapsed = now - this.#windowAt;
    if (elapsed < windowMs) return false;
    // Only what the endpoint was asked for tells what it bears.
    if (this.#begun * 2_000 >= this.#rate * elapsed) {
      this.#calmSince = now;
      this.#rate = this.#grown();
    }
    this.#windowAt = now;
    this.#begun = 0;
    return this.#rate >= paceRates.enough || now - this.#calmSince >= calmMs;
  }

  /**
   * Counts a refusal: those of one second slow once, since an endpoint that counts by the second goes on refusing to its end.
   *
   * @param beganAt when the request began
   * @param retryAfterMs what the endpoint asked for; at most five minutes of it are kept to
   */
  refused(beganAt: number, now: number, retryAfterMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(retryAfterMs, longestPauseMs));
    this.#refusedEver = true;
    if (beganAt <= this.#cutAt + windowMs) return;
    this.#cutAt = now;
    this.#rate = Math.max(paceRates.least, this.#rate * cutTo);
    this.#tokens = Math.min(this.#tokens, 1);
    this.#windowAt = now;
    this.#begun = 0;
    this.#calmSince = now;
  }

  #grown(): number {
    if (!this.#refusedEver) return this.#rate * 2;
    return this.#rate + Math.max(Math.min(growth.least, this.#rate), this.#rate * growth.part);
  }

  #fill(now: number): void {
    const most = Math.max(1, this.#rate / 50);
    this.#tokens = Math.min(most, this.#tokens + ((now - this.#filledAt) * this.#rate) / 1_000);
    this.#filledAt = now;
  }
}
