import type { SessionChange } from "../infrastructure/routing/answer.ts";

/**
 * The name of each origin's session cookie. `__Host-`: this host only, secure, path `/`
 * (docs/spec/hardening.md#pages).
 */
export const sessionCookies = { admin: "__Host-souk_admin", partners: "__Host-souk_partners" } as const;

export type Audience = keyof typeof sessionCookies;

/** Return the value of a cookie, or null; the first one of a repeated name. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/**
 * Build the Set-Cookie header for a change of session. Lax: a link from another site still finds the merchant
 * signed in.
 */
export function sessionCookie(audience: Audience, change: SessionChange, nowMs: number): string {
  const [value, seconds] =
    change.kind === "end" ? ["", 0] : [change.session_id, (change.expires_at.getTime() - nowMs) / 1000];
  return `${sessionCookies[audience]}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}`;
}
