const formatters = new Map<string, Intl.DateTimeFormat>();

/** Get the cached formatter of a time zone, or create it. Throws a RangeError for an unknown zone. */
function getFormatter(zone: string): Intl.DateTimeFormat {
  const cachedFormatter = formatters.get(zone);
  if (cachedFormatter) return cachedFormatter;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** Return whether a text is the name of an IANA time zone. A UTC offset, for example +08:00, is not. */
export function isTimeZone(zone: string): boolean {
  // JavaScript accepts offsets too, but PostgreSQL reads their sign the other way around.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    getFormatter(zone);
    return true;
  } catch {
    return false;
  }
}

// For an instant before this one, `getZoneOffset` returns the offset at this one. Both offsets are the same, because every zone
// keeps its local mean time until long after the year 1000. `getZoneOffset` uses Date.UTC, which reads the years 0 to 99 as
// 1900 to 1999.
const earliestLookupMs = Date.UTC(1000, 0, 1);

/** Get the UTC offset of a zone at an instant, in milliseconds. */
export function getZoneOffset(instantMs: number, zone: string): number {
  const lookupMs = Math.max(instantMs, earliestLookupMs);
  const parts: Record<string, number> = {};
  for (const part of getFormatter(zone).formatToParts(lookupMs)) parts[part.type] = Number(part.value);
  const wallMs = Date.UTC(
    parts["year"] ?? 0,
    (parts["month"] ?? 1) - 1,
    parts["day"] ?? 1,
    parts["hour"] ?? 0,
    parts["minute"] ?? 0,
    parts["second"] ?? 0,
  );
  // The parts have no milliseconds, so those of the instant are dropped too.
  return wallMs - Math.floor(lookupMs / 1000) * 1000;
}

/**
 * Convert a local time in a zone to an instant in milliseconds.
 * If the local time occurs twice, `earlier` returns the first instant and `later` the second. If a change to daylight
 * saving time skips the local time, `later` uses the offset before the change and `earlier` the offset after it.
 * @param wallMs the local time as if it were UTC, in milliseconds
 */
export function toInstant(wallMs: number, zone: string, occurrence: "earlier" | "later"): number {
  const dayMs = 86_400_000;
  const offsetBeforeMs = getZoneOffset(wallMs - dayMs, zone);
  const offsetAfterMs = getZoneOffset(wallMs + dayMs, zone);
  const candidates = [wallMs - offsetBeforeMs, wallMs - offsetAfterMs];
  const exactInstants = candidates.filter((instant) => instant + getZoneOffset(instant, zone) === wallMs);
  const instants = exactInstants.length > 0 ? exactInstants : candidates;
  return occurrence === "earlier" ? Math.min(...instants) : Math.max(...instants);
}

const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+\- ]\d{2}:?\d{2})?$/i;

/** A parsed date in milliseconds. */
export interface ParsedDate {
  /** The local time as if it were UTC. */
  wallMs: number;
  /** The UTC offset in the text; null if it has none. */
  offsetMs: number | null;
}

/**
 * Parse `2026-11-20T16:46:38+08:00`, `2026-11-20 16:46:38` or `2026-11-20`. Returns null if the text is not a date
 * (LST-6).
 */
export function parseDate(text: string): ParsedDate | null {
  const match = datePattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const milliseconds = Number((fraction ?? "0").padEnd(3, "0").slice(0, 3));
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999. Some clients send the year 1 for "from the beginning".
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), milliseconds);
  const offsetMs = offset === undefined ? null : parseOffset(offset);
  if (Number(year) === 0 || offsetMs === undefined || !isSameDate(date, match)) return null;
  return { wallMs: date.getTime(), offsetMs };
}

// In every time zone, these instants are in the years 1 and 9999.
const minInstantMs = Date.parse("0001-01-02T00:00:00Z");
const maxInstantMs = Date.parse("9999-12-30T00:00:00Z");

/**
 * Parse a date that will be saved. A date without a UTC offset is a local time of the zone; if that local time occurs
 * twice, the earlier instant is returned. Returns null if the text is not a date, or if its year would not have four
 * digits in every time zone.
 */
export function parseInstant(text: string, zone: string): Date | null {
  const date = parseDate(text);
  if (date === null) return null;
  const { wallMs, offsetMs } = date;
  const instantMs = offsetMs === null ? toInstant(wallMs, zone, "earlier") : wallMs - offsetMs;
  return instantMs < minInstantMs || instantMs > maxInstantMs ? null : new Date(instantMs);
}

/**
 * Return whether a date has the numbers that were parsed from its text. They differ if a number was out of range:
 * JavaScript carries the excess over, so that February 30 becomes a day in March.
 */
function isSameDate(date: Date, [, , month, day, hour, minute, second]: RegExpExecArray): boolean {
  return (
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    date.getUTCHours() === Number(hour ?? 0) &&
    date.getUTCMinutes() === Number(minute ?? 0) &&
    date.getUTCSeconds() === Number(second ?? 0)
  );
}

/**
 * Parse a UTC offset to milliseconds. A space is read as `+`, because an unencoded `+` in a query string becomes a
 * space. Returns undefined for an invalid offset.
 */
function parseOffset(text: string): number | undefined {
  if (text === "Z" || text === "z") return 0;
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.slice(1).replace(":", "");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  return hours > 23 || minutes > 59 ? undefined : sign * (hours * 60 + minutes) * 60_000;
}
