import { instantOf, offsetAt } from "@souk/contract";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What is shown, cut into pieces of equal name: hours, or days of store time. */
export interface Buckets {
  unit: "hour" | "day";
  /** When each begins, the oldest first; the last one holds the present moment. */
  starts: Date[];
}

/** Up to this many days the hours are told apart. */
const mostDaysByHour = 2;

/**
 * The buckets of the last days. Hours follow each other in time, so that one that happens twice is two; a day is as long as
 * it is in the store's zone.
 * @param days 1 to 90; the present day among them
 */
export function bucketsOf(nowMs: number, zone: string, days: number): Buckets {
  const wallMs = nowMs + offsetAt(nowMs, zone);
  if (days > mostDaysByHour) {
    const today = wallMs - (wallMs % dayMs);
    const midnights = Array.from({ length: days }, (_, at) => today - (days - 1 - at) * dayMs);
    return { unit: "day", starts: midnights.map((wall) => new Date(dayStart(wall, zone))) };
  }
  const hour = nowMs - (wallMs % hourMs);
  const hours = days * 24;
  return {
    unit: "hour",
    starts: Array.from({ length: hours }, (_, at) => new Date(hour - (hours - 1 - at) * hourMs)),
  };
}

// A midnight that happens twice counts the first time. One that is skipped is the moment of the skip, which the offset
// before it names.
function dayStart(wallMs: number, zone: string): number {
  const at = instantOf(wallMs, zone, "earlier");
  return at + offsetAt(at, zone) === wallMs ? at : instantOf(wallMs, zone, "later");
}
