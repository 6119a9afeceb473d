/** Milliseconds since 1970: the app's only clock. */
export function currentTime(): number {
  return Date.now();
}
