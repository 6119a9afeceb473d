import type { Clock } from "../../clock.ts";

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const furthestEastMs = 14 * 3_600_000;

/** Today where it is latest, as YYYY-MM-DD. */
export function latestDay(clock: Clock): string {
  return new Date(clock.now() + furthestEastMs).toISOString().slice(0, 10);
}
