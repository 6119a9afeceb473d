/** A clock that moves only when the test moves it. */
export interface FakeClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves forward. */
  advance(ms: number): void;
  set(at: Date): void;
}

/** @param start the real time at the call when left out */
export function fakeClock(start: Date = new Date()): FakeClock {
  let at = start.getTime();
  return {
    now: () => at,
    advance: (ms) => {
      at += ms;
    },
    set: (to) => {
      at = to.getTime();
    },
  };
}
