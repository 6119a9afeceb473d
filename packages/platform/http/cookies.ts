import type { SessionChange } from "../infrastructure/routing/response.ts";

/**
 * The names of the session cookies. Browsers accept a name with the prefix `__Host-` only for one host, over
 * HTTPS, and with the path `/` (docs/spec/hardening.md#pages).
 */
export const sessionCookieNames = { admin: "__Host-souk_admin", partners: "__Host-souk_partners" } as const;

/** The names of the cookies of pending sign-ins, in which a code is still missing. They are no sessions. */
export const pendingCookieNames = {
  admin: "__Host-souk_admin_pending",
  partners: "__Host-souk_partners_pending",
} as const;

export type Audience = keyof typeof sessionCookieNames;

/** Return the value of the first cookie with this name, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/**
 * Build the Set-Cookie header that starts or ends a session, or starts a pending sign-in. It is SameSite=Lax, so that a merchant who follows
 * a link from another site is still signed in.
 */
export function buildSessionCookie(audience: Audience, change: SessionChange, nowMs: number): string {
  const names = change.kind === "pending" ? pendingCookieNames : sessionCookieNames;
  const value =
    change.kind === "end" ? "" : change.kind === "pending" ? change.pending_id : change.session_id;
  const seconds = change.kind === "end" ? 0 : (change.expires_at.getTime() - nowMs) / 1000;
  return `${names[audience]}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}`;
}
