/** The time of this run: when it began, and how long it has been going on. */
export function now(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
