import type { SessionChange } from "../infrastructure/routing/response.ts";

/**
 * The names of the session cookies. Browsers accept a cookie whose name has the prefix `__Host-` only over
 * HTTPS, for the host that sets it, and with the path `/` (docs/spec/hardening.md#pages).
 */
export const sessionCookieNames = { admin: "__Host-souk_admin", partners: "__Host-souk_partners" } as const;

/** The names of the cookies of pending sign-ins, for which a code is still missing. They are not sessions. */
export const pendingCookieNames = {
  admin: "__Host-souk_admin_pending",
  partners: "__Host-souk_partners_pending",
} as const;

export type Audience = keyof typeof sessionCookieNames;

/** The maximum number of cookies of one name that are read. A browser that enforces `__Host-` sends at most one. */
const maxCookiesPerName = 4;

/** Split a Cookie header into names and values. Only spaces and tabs around a pair are ignored (RFC 6265, section 5.4). */
function parseCookies(header: string): [name: string, value: string][] {
  return header.split(";").map((pair) => {
    // `trim` would also remove other white space. Another host could then set a cookie whose name becomes `__Host-…`.
    const [name = "", ...valueParts] = pair.replace(/^[ \t]+|[ \t]+$/g, "").split("=");
    return [name, valueParts.join("=")];
  });
}

/** Return the different values of the cookies with this name, in the order of the header. */
export function readCookies(header: string | undefined, name: string): string[] {
  const values = parseCookies(header ?? "").flatMap(([key, value]) => (key === name ? [value] : []));
  return [...new Set(values)].filter((value) => value !== "").slice(0, maxCookiesPerName);
}

/** Return the first value of the cookie with this name, or null if there is none. */
export function readCookie(header: string | undefined, name: string): string | null {
  return readCookies(header, name)[0] ?? null;
}

/** The name of the cookie that marks a device on which a person has signed in. Signing out does not remove the cookie. */
export const deviceCookieName = "__Host-souk_device";

/** The lifetime of the device cookie: 400 days, the longest that browsers accept. */
const deviceSeconds = 400 * 86_400;

/** Build a cookie. It is SameSite=Lax, so that a merchant who follows a link from another site is still signed in. */
function buildCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}`;
}

/** Build the Set-Cookie headers that start or end a session, start a pending sign-in, or make the device known. */
export function buildSessionCookies(audience: Audience, change: SessionChange, nowMs: number): string[] {
  const sessionCookie = sessionCookieNames[audience];
  const getSeconds = (expiresAt: Date) => (expiresAt.getTime() - nowMs) / 1000;
  if (change.kind === "end") return [buildCookie(sessionCookie, "", 0)];
  if (change.kind === "pending")
    return [buildCookie(pendingCookieNames[audience], change.pending_id, getSeconds(change.expires_at))];
  const deviceCookie = buildCookie(deviceCookieName, change.device_id, deviceSeconds);
  if (change.kind === "remember_device") return [deviceCookie];
  return [buildCookie(sessionCookie, change.session_id, getSeconds(change.expires_at)), deviceCookie];
}
