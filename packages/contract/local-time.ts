const formatters = new Map<string, Intl.DateTimeFormat>();

function createFormatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(zone, made);
  return made;
}

/** Check whether a text names an IANA time zone; an offset, for example +08:00, does not. */
export function isTimeZone(zone: string): boolean {
  // JavaScript takes offsets too, and PostgreSQL reads their sign the other way round.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    createFormatter(zone);
    return true;
  } catch {
    return false;
  }
}

// Before then every zone had its local mean time, and years below 100 look like those of the last century.
const earliest = Date.UTC(1000, 0, 1);

/** Get the UTC offset of a zone at an instant, in milliseconds. */
export function getZoneOffset(instantMs: number, zone: string): number {
  const at = Math.max(instantMs, earliest);
  const parts: Record<string, number> = {};
  for (const part of createFormatter(zone).formatToParts(at)) parts[part.type] = Number(part.value);
  const wall = Date.UTC(
    parts["year"] ?? 0,
    (parts["month"] ?? 1) - 1,
    parts["day"] ?? 1,
    parts["hour"] ?? 0,
    parts["minute"] ?? 0,
    parts["second"] ?? 0,
  );
  return wall - Math.floor(at / 1000) * 1000;
}

/**
 * Convert a wall-clock time in a zone to an instant in milliseconds.
 * A time that happens twice is the first for `earlier`, the second for `later`. A time skipped by a change to
 * daylight saving time uses the offset before the change for `later`, after it for `earlier`.
 * @param wallMs the wall-clock time written as if it were UTC, in milliseconds
 */
export function toInstant(wallMs: number, zone: string, which: "earlier" | "later"): number {
  const day = 86_400_000;
  const candidates = [wallMs - getZoneOffset(wallMs - day, zone), wallMs - getZoneOffset(wallMs + day, zone)];
  const real = candidates.filter((instant) => instant + getZoneOffset(instant, zone) === wallMs);
  const usable = real.length > 0 ? real : candidates;
  return which === "earlier" ? Math.min(...usable) : Math.max(...usable);
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+\- ]\d{2}:?\d{2})?$/i;

/** Date as sent: its wall-clock time as if UTC, and its own UTC offset, both in milliseconds. */
export interface ParsedDate {
  wallMs: number;
  offsetMs: number | null;
}

/**
 * Parse `2026-11-20T16:46:38+08:00`, `2026-11-20 16:46:38` or `2026-11-20`. Returns null when the text is not a date
 * (LST-6).
 */
export function parseDate(text: string): ParsedDate | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const milliseconds = Number((fraction ?? "0").padEnd(3, "0").slice(0, 3));
  const made = new Date(0);
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999; some clients send the year 1 for "from the beginning".
  made.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  made.setUTCHours(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), milliseconds);
  const offsetMs = offset === undefined ? null : parseOffset(offset);
  if (Number(year) === 0 || offsetMs === undefined || !isAsWritten(made, match)) return null;
  return { wallMs: made.getTime(), offsetMs };
}

// Shown in whatever zone, these are still of the years 1 and 9999.
const firstKept = Date.parse("0001-01-02T00:00:00Z");
const lastKept = Date.parse("9999-12-30T00:00:00Z");

/**
 * Parse a date to store; without an offset it is local time of the zone, the earlier one if it happens twice.
 * Returns null when the text is not a date, or when its year would not have four digits.
 */
export function parseInstant(text: string, zone: string): Date | null {
  const date = parseDate(text);
  if (date === null) return null;
  const { wallMs, offsetMs } = date;
  const at = offsetMs === null ? toInstant(wallMs, zone, "earlier") : wallMs - offsetMs;
  return at < firstKept || at > lastKept ? null : new Date(at);
}

/** Check that a date was not carried over, as JavaScript does with the 30th of February or 25:00. */
function isAsWritten(made: Date, [, , month, day, hour, minute, second]: RegExpExecArray): boolean {
  return (
    made.getUTCMonth() === Number(month) - 1 &&
    made.getUTCDate() === Number(day) &&
    made.getUTCHours() === Number(hour ?? 0) &&
    made.getUTCMinutes() === Number(minute ?? 0) &&
    made.getUTCSeconds() === Number(second ?? 0)
  );
}

/**
 * Parse a UTC offset to milliseconds. A space stands for a `+` lost in a query string. Returns undefined for an
 * invalid offset.
 */
function parseOffset(text: string): number | undefined {
  if (text === "Z" || text === "z") return 0;
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.slice(1).replace(":", "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  return hours > 23 || minutes > 59 ? undefined : sign * (hours * 60 + minutes) * 60_000;
}
