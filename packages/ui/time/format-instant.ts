import { language, timeLanguage } from "../text/language.ts";

/** An instant in a time zone, with the zone's name: 21 Nov 2026, 14:05 GMT+8. */
export function formatInstant(at: string, timezone: string): string {
  return new Intl.DateTimeFormat(timeLanguage, {
    timeZone: timezone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(at));
}

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago, or in how long, in words: 3 minutes ago; just now within half a minute. */
export function relativeTime(at: string, nowMs: number): string {
  const seconds = (new Date(at).getTime() - nowMs) / 1000;
  if (Math.abs(seconds) < 30) return "just now";
  const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(
    Math.round(seconds / length),
    unit,
  );
}
