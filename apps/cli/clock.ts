/** Return the current time. It is not affected by changes of the system clock during the run. */
export function now(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
