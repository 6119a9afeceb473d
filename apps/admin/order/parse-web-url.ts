/**
 * Return a URL from an app if it is an HTTP or HTTPS URL; null for other URLs such as `javascript:`, which must not
 * become links.
 */
export function parseWebUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}
