const httpDatePattern = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Parse a `Retry-After` header (RFC 9110, 10.2.3): seconds, or an HTTP date.
 *
 * @param header the value as received
 * @param now the time that a date is compared with, in milliseconds since 1970
 * @returns whole seconds from now, at least 0; undefined if the header is missing or invalid
 */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== "string") return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  if (!httpDatePattern.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
