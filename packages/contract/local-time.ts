const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
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

/** Whether a text names a time zone of the IANA database; an offset such as +08:00 names none. */
export function isTimeZone(zone: string): boolean {
  // JavaScript takes offsets too, and PostgreSQL reads their sign the other way round.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The zone's offset from UTC at an instant, in milliseconds. */
export function offsetAt(instantMs: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const part of formatterOf(zone).formatToParts(instantMs)) parts[part.type] = Number(part.value);
  const wall = Date.UTC(
    parts["year"] ?? 0,
    (parts["month"] ?? 1) - 1,
    parts["day"] ?? 1,
    parts["hour"] ?? 0,
    parts["minute"] ?? 0,
    parts["second"] ?? 0,
  );
  return wall - Math.floor(instantMs / 1000) * 1000;
}

/**
 * The instant of a wall-clock time in a zone.
 * A time that happens twice is the first for `earlier`, the second for `later`; one that a change to
 * summer time skips is read with the offset before the change for `later`, after it for `earlier`.
 * @param wallMs the wall-clock time written as if it were UTC, in milliseconds
 */
export function instantOf(wallMs: number, zone: string, which: "earlier" | "later"): number {
  const day = 86_400_000;
  const candidates = [wallMs - offsetAt(wallMs - day, zone), wallMs - offsetAt(wallMs + day, zone)];
  const real = candidates.filter((at) => at + offsetAt(at, zone) === wallMs);
  const usable = real.length > 0 ? real : candidates;
  return which === "earlier" ? Math.min(...usable) : Math.max(...usable);
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+\- ]\d{2}:?\d{2})?$/i;

/** A date as sent: its wall-clock time as if UTC, and its own offset from UTC, both in milliseconds. */
export interface WrittenDate {
  wallMs: number;
  offsetMs: number | null;
}

/** Reads `2026-11-20T16:46:38+08:00`, `2026-11-20 16:46:38` or `2026-11-20`; null when it is no date (LST-6). */
export function readDate(text: string): WrittenDate | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const milliseconds = Number((fraction ?? "0").padEnd(3, "0").slice(0, 3));
  const fields = [
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
  ] as const;
  const wallMs = Date.UTC(...fields, Number(second ?? 0), milliseconds);
  const made = new Date(wallMs);
  const same =
    made.getUTCMonth() === fields[1] &&
    made.getUTCDate() === fields[2] &&
    made.getUTCHours() === fields[3] &&
    made.getUTCMinutes() === fields[4];
  if (!same || Number(second ?? 0) > 59) return null;
  return { wallMs, offsetMs: offset === undefined ? null : readOffset(offset) };
}

/** A space stands where a `+` was lost in a query string. */
function readOffset(text: string): number {
  if (text === "Z" || text === "z") return 0;
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.slice(1).replace(":", "");
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}
