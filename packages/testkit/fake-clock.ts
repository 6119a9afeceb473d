/** A clock that moves only when the test moves it. */
export interface FakeClock {
  /** Return the milliseconds since 1970. */
  now(): number;
  /** Move the clock forward. */
  advance(ms: number): void;
  set(time: Date): void;
}

/** Create a fake clock. @param start the real time at the call when omitted */
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
