/** Return the current time of the system. */
export function systemTime(): Date {
  return new Date();
}
