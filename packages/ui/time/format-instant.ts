import { getCurrentLocale, getTimeLocale } from "../i18n/locale.ts";
import { texts } from "../texts.ts";

/** Format an instant in a time zone, with the zone's name, such as "21 Nov 2026, 14:05 GMT+8". */
export function formatInstant(time: string, timezone: string): string {
  return new Intl.DateTimeFormat(getTimeLocale(), {
    timeZone: timezone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(time));
}

/** Format the date of a time as in "24 Dec 2026". The time comes from the API, so it has the store's UTC offset. */
export function formatDay(time: string): string {
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  return new Intl.DateTimeFormat(getTimeLocale(), { timeZone: "UTC", dateStyle: "medium" }).format(day);
}

const unitSeconds: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Format a time relative to now, such as "3 minutes ago". Less than half a minute is "just now". */
export function formatRelativeTime(time: string, nowMs: number): string {
  const seconds = (new Date(time).getTime() - nowMs) / 1000;
  if (Math.abs(seconds) < 30) return texts.justNow;
  const [unit, secondsPerUnit] = unitSeconds.find(([, unitLength]) => Math.abs(seconds) >= unitLength) ?? [
    "minute",
    60,
  ];
  return new Intl.RelativeTimeFormat(getCurrentLocale(), { numeric: "auto" }).format(
    Math.round(seconds / secondsPerUnit),
    unit,
  );
}
