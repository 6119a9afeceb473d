/** Limits for an embedded page. Lengths are in characters, heights in CSS pixels. */
export const bridgeLimits = {
  toast_length: 200,
  title_length: 120,
  path_length: 500,
  url_length: 4_096,
  min_height_px: 120,
  max_height_px: 8_000,
  /** Maximum requests per `window_s` seconds. `toasts` is the maximum for toasts, which also count as requests. */
  requests: 200,
  toasts: 5,
  window_s: 10,
} as const;
