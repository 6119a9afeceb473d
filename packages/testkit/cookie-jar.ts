/** Cookies by host, as a browser stores cookies without a Domain attribute. */
export interface CookieJar {
  /** Return the Cookie header for a host, or `undefined` if it has no cookies. */
  getHeader(host: string): string | undefined;
  /** Store the cookies of a response's Set-Cookie headers. @throws Error if a browser would reject a `__Host-` cookie */
  storeCookies(host: string, setCookies: readonly string[] | undefined): void;
}

/** Create an empty cookie jar. */
export function createCookieJar(): CookieJar {
  const cookiesByHost = new Map<string, Map<string, string>>();
  return {
    getHeader(host) {
      const pairs = [...(cookiesByHost.get(host) ?? [])].map(([name, value]) => `${name}=${value}`);
      return pairs.length === 0 ? undefined : pairs.join("; ");
    },
    storeCookies(host, setCookies = []) {
      const cookies = cookiesByHost.get(host) ?? new Map<string, string>();
      cookiesByHost.set(host, cookies);
      for (const text of setCookies) {
        const { name, value, isExpired } = parseSetCookie(text);
        if (isExpired) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}

function parseSetCookie(text: string): { name: string; value: string; isExpired: boolean } {
  const [pair = "", ...attributes] = text.split(/; */);
  const [name = "", ...valueParts] = pair.split("=");
  const hasAttribute = (pattern: RegExp): boolean => attributes.some((attribute) => pattern.test(attribute));
  // RFC 6265bis: a browser drops a __Host- cookie that violates these rules, and signing in would silently fail.
  if (
    name.startsWith("__Host-") &&
    (!hasAttribute(/^secure$/i) || !hasAttribute(/^path=\/$/i) || hasAttribute(/^domain=/i))
  )
    throw new Error(`A browser would reject this cookie: ${text}`);
  return { name, value: valueParts.join("="), isExpired: hasAttribute(/^max-age=0$/i) };
}
