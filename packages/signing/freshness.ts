/**
 * Return whether a signed timestamp is close enough to now (INS-20).
 *
 * A timestamp in the future is rejected like an old one, because it would stay valid for too long.
 *
 * @param timestamp Unix time in whole seconds, as sent
 * @param now the receiver's time
 * @param maxAgeSeconds the maximum difference of the two, in either direction
 */
export function isFresh(timestamp: string, now: Date, maxAgeSeconds: number): boolean {
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  const distanceMs = Math.abs(now.getTime() - Number(timestamp) * 1000);
  return distanceMs <= maxAgeSeconds * 1000;
}
