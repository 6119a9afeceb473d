import type { SessionChange } from "../routing/answer.ts";

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

/** Set-Cookie for a change of session. Lax: a link from elsewhere still finds the merchant signed in. */
export function sessionCookie(audience: Audience, change: SessionChange, nowMs: number): string {
  const [value, seconds] =
    change.kind === "end" ? ["", 0] : [change.session_id, (change.expires_at.getTime() - nowMs) / 1000];
  return `${sessionCookies[audience]}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}`;
}
