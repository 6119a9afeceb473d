/** The cookie of each origin's session. `__Host-`: this host only, secure, path `/` (architecture.md, "Security rules"). */
export const sessionCookies = { admin: "__Host-souk_admin", partners: "__Host-souk_partners" } as const;

export type Audience = keyof typeof sessionCookies;

/** The value of a cookie, or null. Of a repeated name the first counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/** Set-Cookie for a new session. Lax: a link from elsewhere still finds the merchant signed in. */
export function startCookie(audience: Audience, sessionId: string, maxAgeSeconds: number): string {
  return `${sessionCookies[audience]}=${sessionId}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(maxAgeSeconds)}`;
}

/** Set-Cookie that ends a session. */
export function endCookie(audience: Audience): string {
  return `${sessionCookies[audience]}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`;
}
