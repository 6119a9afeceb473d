import { currentLocale, timeLocale } from "../i18n/locale.ts";
import { texts } from "../texts.ts";

/** Format an instant in a time zone, with the zone's name: 21 Nov 2026, 14:05 GMT+8. */
export function formatInstant(time: string, timezone: string): string {
  return new Intl.DateTimeFormat(timeLocale(), {
    timeZone: timezone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(time));
}

/** Format the day of an instant that the API has written in the store's own offset: 24 Dec 2026. */
export function formatDay(time: string): string {
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  return new Intl.DateTimeFormat(timeLocale(), { timeZone: "UTC", dateStyle: "medium" }).format(day);
}

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Format a time relative to now, past or future: 3 minutes ago; just now within half a minute. */
export function formatRelativeTime(time: string, nowMs: number): string {
  const seconds = (new Date(time).getTime() - nowMs) / 1000;
  if (Math.abs(seconds) < 30) return texts.justNow;
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: "auto" }).format(
    Math.round(seconds / length),
    unit,
  );
}
