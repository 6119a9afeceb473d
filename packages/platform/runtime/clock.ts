/** The platform's clock, which is passed to all code that needs the time. */
export interface Clock {
  /** Return the time in milliseconds since 1970. */
  now(): number;
}

/** The clock of the operating system. */
export const systemClock: Clock = { now: () => Date.now() };
