/** The platform's clock, which is passed to all code that needs the time. `now` returns milliseconds since 1970. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
