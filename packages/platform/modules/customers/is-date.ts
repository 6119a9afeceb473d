import type { Clock } from "../../runtime/clock.ts";

/** Return whether a text is an existing date in the format YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const maxUtcOffsetMs = 14 * 3_600_000;

/** Return the current date in the time zone UTC+14, the furthest ahead, as YYYY-MM-DD. */
export function getLatestDateAnywhere(clock: Clock): string {
  return new Date(clock.now() + maxUtcOffsetMs).toISOString().slice(0, 10);
}
