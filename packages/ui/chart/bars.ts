import { getTimeLocale } from "../i18n/locale.ts";

/** A period with its number of events by kind. */
export interface Bucket {
  /** The start of the period, ISO 8601. */
  at: string;
  counts: Readonly<Record<string, number>>;
}

/** A kind of event. In a bar, the first kind is at the bottom. */
export interface Kind {
  id: string;
  label: string;
}

/** Return the total number of events of all kinds. */
export function computeTotal({ counts }: Bucket, kinds: readonly Kind[]): number {
  return kinds.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
}

/**
 * Return the marks of an axis from 0 to at least the maximum value. The step between two marks is a whole number: 1, 2 or 5 times
 * a power of ten.
 */
export function computeAxisMarks(maxValue: number, maxSteps = 4): number[] {
  if (maxValue <= 0) return [0, 1];
  const minStep = maxValue / maxSteps;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= minStep) ?? minStep,
  );
  const count = Math.ceil(maxValue / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** One segment of a bar. `kind` is the index of its kind, and `start` and `end` are fractions of the axis. */
export interface BarSegment {
  kind: number;
  start: number;
  end: number;
}

/**
 * Return the segments of a bar, the lowest first. A kind without events has no segment.
 * @param top the largest value of the axis
 */
export function computeBarSegments({ counts }: Bucket, kinds: readonly Kind[], top: number): BarSegment[] {
  const segments: BarSegment[] = [];
  let from = 0;
  for (const [kind, { id }] of kinds.entries()) {
    const to = from + (counts[id] ?? 0) / top;
    if (to > from) segments.push({ kind, start: from, end: to });
    from = to;
  }
  return segments;
}

/** Format a bucket's time for the axis and the tooltip. */
export function formatBucketTime(
  time: string,
  step: "hour" | "day",
  timezone: string,
): { short: string; long: string } {
  const zone = { timeZone: timezone };
  const day = { day: "numeric", month: "short" } as const;
  const hour = { hour: "2-digit", minute: "2-digit" } as const;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(getTimeLocale(), { ...zone, ...options }).format(new Date(time));
  if (step === "hour") return { short: format(hour), long: format({ weekday: "short", ...day, ...hour }) };
  return { short: format(day), long: format({ weekday: "long", ...day }) };
}
