/** A clock whose time changes only when the test changes it. */
export interface FakeClock {
  /** Return the milliseconds since 1970. */
  now(): number;
  /** Add milliseconds to the clock's time. */
  advance(ms: number): void;
  set(time: Date): void;
}

/** Create a fake clock. @param start its initial time; defaults to the current time */
export function createFakeClock(start: Date = new Date()): FakeClock {
  let currentMs = start.getTime();
  return {
    now: () => currentMs,
    advance: (ms) => {
      currentMs += ms;
    },
    set: (time) => {
      currentMs = time.getTime();
    },
  };
}
