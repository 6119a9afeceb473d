/** The bounds within which an embedded page may ask: characters, CSS pixels, and questions in a span of time. */
export const bridgeLimits = {
  toast_length: 200,
  title_length: 120,
  path_length: 500,
  url_length: 4_096,
  least_height_px: 120,
  greatest_height_px: 8_000,
  /** Questions that are answered in one span; toasts have their own, smaller number. */
  questions: 200,
  toasts: 5,
  span_s: 10,
} as const;
