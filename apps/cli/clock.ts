/** Return the current time, from a clock that does not change during the run. */
export function now(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
