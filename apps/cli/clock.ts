/** Return the current time. Changes to the system clock while this process runs do not affect the result. */
export function now(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
