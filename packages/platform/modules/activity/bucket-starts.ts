import { getZoneOffset, toInstant } from "@souk/contract";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A period divided into buckets of one unit: hours, or days of store time. */
export interface Buckets {
  unit: "hour" | "day";
  /** The beginnings of the buckets, the oldest first; the last one contains the present moment. */
  starts: Date[];
}

/** The maximum number of days that are shown by the hour. */
const maxDaysByHour = 2;

/**
 * Divide the last days into buckets. Hours are consecutive in time, so that one that happens twice is two; a
 * day has its real length in the store's zone.
 * @param days 1 to 90; the present day among them
 */
export function buildBuckets(nowMs: number, zone: string, days: number): Buckets {
  const wallMs = nowMs + getZoneOffset(nowMs, zone);
  if (days > maxDaysByHour) {
    const today = wallMs - (wallMs % dayMs);
    const midnights = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * dayMs);
    return { unit: "day", starts: midnights.map((wall) => new Date(dayStart(wall, zone))) };
  }
  const hour = nowMs - (wallMs % hourMs);
  const hours = days * 24;
  return {
    unit: "hour",
    starts: Array.from({ length: hours }, (_, index) => new Date(hour - (hours - 1 - index) * hourMs)),
  };
}

// A midnight that happens twice counts the first time. One that is skipped is the moment of the skip, which the offset
// before it names.
function dayStart(wallMs: number, zone: string): number {
  const at = toInstant(wallMs, zone, "earlier");
  return at + getZoneOffset(at, zone) === wallMs ? at : toInstant(wallMs, zone, "later");
}
