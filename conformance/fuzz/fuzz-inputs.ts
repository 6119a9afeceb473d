/** Queries that no form or client would send. */
export const oddQueries = ["%00=%00", "a=%ff", "a=%zz", "%ed%a0%80=1", "&&&=&", "__proto__=1", "a[]=1&a[]=2"];

/** Unusual header values that an HTTP client accepts: bytes from 0x80 up and visible characters. */
export const oddHeaderValues = [
  "",
  "\xff\xfe",
  "\xed\xa0\x80",
  "a".repeat(4_000),
  "../..",
  "'; --",
  "%00",
  "=;=;=",
  "-1",
];

/** The names of headers that any request may have. */
export const commonHeaderNames = [
  "user-agent",
  "x-request-id",
  "accept-language",
  "referer",
  "x-forwarded-for",
  "x-forwarded-host",
  "forwarded",
  "if-none-match",
  "range",
  "if-range",
  "origin",
  "authorization",
  "service-access-token",
  "idempotency-key",
  "x-csrf-token",
  "content-encoding",
  "traceparent",
];
