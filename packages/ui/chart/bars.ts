import { timeLocale } from "../i18n/locale.ts";

/** A period with its number of events by kind. */
export interface Bucket {
  /** The start of the period, ISO 8601. */
  at: string;
  counts: Readonly<Record<string, number>>;
}

/** A kind of event, from the bottom of each bar upwards. */
export interface Kind {
  id: string;
  label: string;
}

/** Return the number of events of all kinds together. */
export function computeTotal({ counts }: Bucket, kinds: readonly Kind[]): number {
  return kinds.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
}

/**
 * Return the marks of an axis from 0 to at least the largest value: whole steps of 1, 2 or 5 times a power
 * of ten.
 */
export function computeAxisMarks(largest: number, maxMarks = 4): number[] {
  if (largest <= 0) return [0, 1];
  const minStep = largest / maxMarks;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= minStep) ?? minStep,
  );
  const count = Math.ceil(largest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** One segment of a bar, in shares of the axis. */
export interface Piece {
  kind: number;
  from: number;
  to: number;
}

/** Return the segments of a bar, lowest first; kinds without events have none. */
export function computePieces({ counts }: Bucket, kinds: readonly Kind[], top: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const [kind, { id }] of kinds.entries()) {
    const to = from + (counts[id] ?? 0) / top;
    if (to > from) pieces.push({ kind, from, to });
    from = to;
  }
  return pieces;
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
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(timeLocale(), { ...zone, ...options }).format(new Date(time));
  if (step === "hour") return { short: write(hour), long: write({ weekday: "short", ...day, ...hour }) };
  return { short: write(day), long: write({ weekday: "long", ...day }) };
}
