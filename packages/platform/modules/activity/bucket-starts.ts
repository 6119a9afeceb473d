import { getZoneOffset, toInstant } from "@souk/contract";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A period divided into buckets, which are hours or days in the store's time zone. */
export interface Buckets {
  unit: "hour" | "day";
  /** The start of each bucket, oldest first. The last bucket contains the current time. */
  starts: Date[];
}

/** The maximum number of days that are divided into hours. */
const maxHourlyDays = 2;

/**
 * Divide the latest days into buckets: hours for up to 2 days, otherwise days. Hours are consecutive in time, so an hour that
 * the clock repeats is two buckets. A day has its real length in the time zone, which may be 23 or 25 hours.
 * @param days the number of days including today, from 1 to 90
 */
export function buildBuckets(nowMs: number, zone: string, days: number): Buckets {
  const wallMs = nowMs + getZoneOffset(nowMs, zone);
  if (days > maxHourlyDays) {
    const lastMidnightMs = wallMs - (wallMs % dayMs);
    const midnights = Array.from({ length: days }, (_, index) => lastMidnightMs - (days - 1 - index) * dayMs);
    return { unit: "day", starts: midnights.map((midnightMs) => new Date(getDayStartMs(midnightMs, zone))) };
  }
  const lastHourMs = nowMs - (wallMs % hourMs);
  const hours = days * 24;
  return {
    unit: "hour",
    starts: Array.from({ length: hours }, (_, index) => new Date(lastHourMs - (hours - 1 - index) * hourMs)),
  };
}

// If midnight happens twice, the day starts at the first midnight. If midnight is skipped, the day starts at the skip, which is the
// instant that would be midnight with the offset before the skip.
function getDayStartMs(wallMs: number, zone: string): number {
  const earlierMs = toInstant(wallMs, zone, "earlier");
  return earlierMs + getZoneOffset(earlierMs, zone) === wallMs ? earlierMs : toInstant(wallMs, zone, "later");
}
