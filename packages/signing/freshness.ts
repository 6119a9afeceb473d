/**
 * Says whether a signed timestamp is close enough to now (INS-20).
 *
 * A timestamp from the future is as doubtful as an old one: it would stay valid for longer than the age allows.
 *
 * @param timestamp Unix time in whole seconds, as sent
 * @param now the receiver's time
 * @param maxAgeSeconds how far the two may lie apart, in either direction
 */
export function isFresh(timestamp: string, now: Date, maxAgeSeconds: number): boolean {
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  const distanceMs = Math.abs(now.getTime() - Number(timestamp) * 1000);
  return distanceMs <= maxAgeSeconds * 1000;
}
