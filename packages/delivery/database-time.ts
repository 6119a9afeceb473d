import type { DatabaseClock } from "./database-clock.ts";

/** The database's time between two statements: what it said last, carried on by this machine's steady clock. */
export class DatabaseTime {
  readonly #clock: DatabaseClock;
  #aheadMs = Date.UTC(2000);

  constructor(clock: DatabaseClock) {
    this.#clock = clock;
  }

  /** @param now what the database answered just now */
  heard(now: Date): void {
    this.#aheadMs = now.getTime() - performance.now();
  }

  now(): Date {
    return this.#clock.at() ?? new Date(performance.now() + this.#aheadMs);
  }
}
