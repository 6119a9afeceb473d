import { timeLanguage } from "../text/language.ts";

/** What happened in one stretch of time, counted by kind. */
export interface Bucket {
  /** The instant it begins at, ISO 8601. */
  at: string;
  counts: Readonly<Record<string, number>>;
}

/** One of the kinds that are counted, from the bottom of each bar upwards. */
export interface Kind {
  id: string;
  label: string;
}

/** How many there are of all kinds together. */
export function totalOf({ counts }: Bucket, kinds: readonly Kind[]): number {
  return kinds.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
}

/** The marks of an axis from 0 to at least the largest value: whole steps of 1, 2 or 5 times a power of ten. */
export function axisMarks(largest: number, atMost = 4): number[] {
  if (largest <= 0) return [0, 1];
  const rough = largest / atMost;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough);
  const count = Math.ceil(largest / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** One piece of a bar, in shares of the axis. */
export interface Piece {
  kind: number;
  from: number;
  to: number;
}

/** The pieces of a bar, lowest first; kinds that did not happen have none. */
export function piecesOf({ counts }: Bucket, kinds: readonly Kind[], top: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const [kind, { id }] of kinds.entries()) {
    const to = from + (counts[id] ?? 0) / top;
    if (to > from) pieces.push({ kind, from, to });
    from = to;
  }
  return pieces;
}

/** A bucket's time as the axis and the tooltip write it. */
export function timeWords(
  at: string,
  step: "hour" | "day",
  timezone: string,
): { short: string; long: string } {
  const zone = { timeZone: timezone };
  const day = { day: "numeric", month: "short" } as const;
  const hour = { hour: "2-digit", minute: "2-digit" } as const;
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(timeLanguage, { ...zone, ...options }).format(new Date(at));
  if (step === "hour") return { short: write(hour), long: write({ weekday: "short", ...day, ...hour }) };
  return { short: write(day), long: write({ weekday: "long", ...day }) };
}
