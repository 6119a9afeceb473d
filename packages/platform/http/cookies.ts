import type { SessionChange } from "../infrastructure/routing/response.ts";

/**
 * The names of the session cookies. Browsers accept a name with the prefix `__Host-` only for one host, over
 * HTTPS, and with the path `/` (docs/spec/hardening.md#pages).
 */
export const sessionCookieNames = { admin: "__Host-souk_admin", partners: "__Host-souk_partners" } as const;

export type Audience = keyof typeof sessionCookieNames;

/** Return the value of the first cookie with this name, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/** The name of the cookie of a device on which a person has signed in. Signing out does not remove it. */
export const deviceCookieName = "__Host-souk_device";

/** Browsers keep a cookie for at most 400 days. */
const deviceSeconds = 400 * 86_400;

/** Build a cookie. It is SameSite=Lax, so that a merchant who follows a link from another site is still signed in. */
function buildCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}`;
}

/** Build the Set-Cookie headers that start or end a session, or that make the device known. */
export function buildSessionCookies(audience: Audience, change: SessionChange, nowMs: number): string[] {
  const sessionCookie = sessionCookieNames[audience];
  if (change.kind === "end") return [buildCookie(sessionCookie, "", 0)];
  const deviceCookie = buildCookie(deviceCookieName, change.device_id, deviceSeconds);
  if (change.kind === "remember_device") return [deviceCookie];
  const { session_id, expires_at } = change;
  return [buildCookie(sessionCookie, session_id, (expires_at.getTime() - nowMs) / 1000), deviceCookie];
}
