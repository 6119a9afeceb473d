import type { DatabaseClock } from "./database-clock.ts";

/** Estimates the database's time: the last value read, advanced by this machine's monotonic clock. */
export class DatabaseTime {
  readonly #clock: DatabaseClock;
  // Until the first `synchronize`, the time is in the year 2000, so that no delivery counts as too old.
  #offsetMs = Date.UTC(2000);

  constructor(clock: DatabaseClock) {
    this.#clock = clock;
  }

  /** Set the time. @param now the time that the database has just returned */
  synchronize(now: Date): void {
    this.#offsetMs = now.getTime() - performance.now();
  }

  now(): Date {
    return this.#clock.getTestTime() ?? new Date(performance.now() + this.#offsetMs);
  }
}
