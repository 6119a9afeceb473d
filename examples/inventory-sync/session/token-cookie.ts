const name = "inventory_sync_token";

/** Lifetime of a tab's token in seconds: a working day; then the tab is opened from the admin again. */
export const tokenSeconds = 8 * 3600;

/**
 * Build the header that sets a tab's token: `SameSite=None; Secure` (INS-23). Over plain http, which only
 * development uses, some browsers reject `Secure`; there it is `Lax`, which is enough for a tab.
 */
export function tokenCookie(shop: string, token: string, appUrl: URL): string {
  const reach = appUrl.protocol === "https:" ? "SameSite=None; Secure" : "SameSite=Lax";
  return `${name}=${token}; Path=/shops/${shop}; Max-Age=${tokenSeconds}; HttpOnly; ${reach}`;
}

/** Read the token of a Cookie header; empty when there is none. */
export function readTokenCookie(header = ""): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
