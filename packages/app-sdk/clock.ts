/** Return the current time of the system clock. */
export function getSystemTime(): Date {
  return new Date();
}
