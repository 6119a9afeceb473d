import type { SessionChange } from "../infrastructure/routing/response.ts";

/**
 * The names of the session cookies. Browsers accept a name with the prefix `__Host-` only for one host, over
 * HTTPS, and with the path `/` (docs/spec/hardening.md#pages).
 */
export const sessionCookieNames = { admin: "__Host-souk_admin", partners: "__Host-souk_partners" } as const;

export type Audience = keyof typeof sessionCookieNames;

/** The maximum number of cookies with one name that are read. A browser sends one that no other host can set. */
const maxSameName = 4;

/** Split a Cookie header into names and values. Only spaces and tabs around a pair are ignored (RFC 6265, section 5.4). */
function parseCookies(header: string): [name: string, value: string][] {
  return header.split(";").map((pair) => {
    // Not `trim`, which also removes characters that a browser accepts before `__Host-` in the cookie of another host.
    const [name = "", ...value] = pair.replace(/^[ \t]+|[ \t]+$/g, "").split("=");
    return [name, value.join("=")];
  });
}

/** Return the different values of the cookies with this name, in the order of the header. */
export function readCookies(header: string | undefined, name: string): string[] {
  const values = parseCookies(header ?? "").flatMap(([key, value]) => (key === name ? [value] : []));
  return [...new Set(values)].filter((value) => value !== "").slice(0, maxSameName);
}

/**
 * Build the Set-Cookie header that starts or ends a session. It is SameSite=Lax, so that a merchant who follows
 * a link from another site is still signed in.
 */
export function buildSessionCookie(audience: Audience, change: SessionChange, nowMs: number): string {
  const [value, seconds] =
    change.kind === "end" ? ["", 0] : [change.session_id, (change.expires_at.getTime() - nowMs) / 1000];
  return `${sessionCookieNames[audience]}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(seconds)}`;
}
