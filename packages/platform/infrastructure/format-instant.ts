import { getZoneOffset } from "@souk/contract";

// A zone's offset changes only at quarters of an hour, so a cached offset is valid for a whole quarter of an hour.
const quarterHourMs = 900_000;
const maxCachedOffsets = 4096;
const offsetsByQuarter = new Map<string, number>();

function getOffset(instantMs: number, zone: string): number {
  const key = `${zone} ${Math.floor(instantMs / quarterHourMs)}`;
  const cachedOffset = offsetsByQuarter.get(key);
  if (cachedOffset !== undefined) return cachedOffset;
  if (offsetsByQuarter.size >= maxCachedOffsets) offsetsByQuarter.clear();
  const offset = getZoneOffset(instantMs, zone);
  offsetsByQuarter.set(key, offset);
  return offset;
}

const formatTwoDigits = (value: number) => String(value).padStart(2, "0");

/**
 * Format an instant for the API, like `souk_time` in SQL: 2026-11-20T16:46:38.000+08:00.
 * @param instant an ISO 8601 time in UTC
 * @param zone the IANA name of the time zone
 */
export function formatInstant(instant: string, zone: string): string {
  const instantMs = Date.parse(instant);
  const offset = getOffset(instantMs, zone);
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  const localTime = new Date(instantMs + offset).toISOString().slice(0, -1);
  return `${localTime}${offset < 0 ? "-" : "+"}${formatTwoDigits(Math.floor(minutes / 60))}:${formatTwoDigits(minutes % 60)}`;
}
