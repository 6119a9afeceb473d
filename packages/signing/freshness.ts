/**
 * Return whether a signed timestamp is close enough to the current time (INS-20).
 *
 * A timestamp too far in the future is rejected too, because it would stay valid for too long.
 *
 * @param timestamp Unix time in whole seconds, from the request
 * @param now the receiver's time
 * @param maxDifferenceSeconds the maximum difference between the two times, in the past or in the future
 */
export function isFresh(timestamp: string, now: Date, maxDifferenceSeconds: number): boolean {
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  const differenceMs = Math.abs(now.getTime() - Number(timestamp) * 1000);
  return differenceMs <= maxDifferenceSeconds * 1000;
}
