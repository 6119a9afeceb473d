/** A store of cookies by host, as a browser treats those that have no Domain. */
export interface CookieJar {
  /** Return the Cookie header for a host; `undefined` when there is none. */
  header(host: string): string | undefined;
  /** Store the Set-Cookie headers of a response. @throws when one breaks the rules of its `__Host-` name */
  take(host: string, setCookies: readonly string[] | undefined): void;
}

export function cookieJar(): CookieJar {
  const byHost = new Map<string, Map<string, string>>();
  return {
    header(host) {
      const pairs = [...(byHost.get(host) ?? [])].map(([name, value]) => `${name}=${value}`);
      return pairs.length === 0 ? undefined : pairs.join("; ");
    },
    take(host, setCookies = []) {
      const cookies = byHost.get(host) ?? new Map<string, string>();
      byHost.set(host, cookies);
      for (const text of setCookies) {
        const { name, value, isExpired } = readSetCookie(text);
        if (isExpired) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}

function readSetCookie(text: string): { name: string; value: string; isExpired: boolean } {
  const [pair = "", ...attributes] = text.split(/; */);
  const [name = "", ...value] = pair.split("=");
  const has = (attribute: RegExp): boolean => attributes.some((part) => attribute.test(part));
  // RFC 6265bis: a browser drops a __Host- cookie without these, and the sign-in would silently fail.
  if (name.startsWith("__Host-") && (!has(/^secure$/i) || !has(/^path=\/$/i) || has(/^domain=/i)))
    throw new Error(`A browser would refuse this cookie: ${text}`);
  return { name, value: value.join("="), isExpired: has(/^max-age=0$/i) };
}
