import { getZoneOffset } from "@souk/contract";

const quarterHour = 900_000;
// Offsets change at quarters of an hour; the quarters that records are shown for are few and come again.
const maxKnown = 4096;
const known = new Map<string, number>();

function getOffset(instantMs: number, zone: string): number {
  const key = `${zone} ${Math.floor(instantMs / quarterHour)}`;
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  if (known.size >= maxKnown) known.clear();
  const offset = getZoneOffset(instantMs, zone);
  known.set(key, offset);
  return offset;
}

const two = (value: number) => String(value).padStart(2, "0");

/**
 * Format an instant as the API shows it, the same as `souk_time` in SQL: 2026-11-20T16:46:38.000+08:00.
 * @param instant ISO 8601 in UTC
 * @param zone IANA name
 */
export function instantText(instant: string, zone: string): string {
  const at = Date.parse(instant);
  const offset = getOffset(at, zone);
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  const wall = new Date(at + offset).toISOString().slice(0, -1);
  return `${wall}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
