/** The real time. */
export function systemTime(): Date {
  return new Date();
}
