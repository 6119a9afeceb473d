/** Queries that no form and no client sends. */
export const oddQueries = ["%00=%00", "a=%ff", "a=%zz", "%ed%a0%80=1", "&&&=&", "__proto__=1", "a[]=1&a[]=2"];

/** All header values that an HTTP client lets through: bytes from 0x80 on and whatever is visible. */
export const oddValues = [
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

/** Headers that may be in any request, whatever its purpose. */
export const oddHeaders = [
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
