const cookieName = "inventory_sync_token";

/**
 * Lifetime, in seconds, of the token of an app page in its own browser tab, outside the admin: 8 hours, a working day. After
 * that, the user must open the app from the admin again.
 */
export const tokenLifetimeSeconds = 8 * 3600;

/**
 * Build the Set-Cookie header for a tab's token, with `SameSite=None; Secure` (INS-23). Over http, which is used only in
 * development, some browsers reject `Secure` cookies, so the cookie is `Lax`. That is enough in a tab, where the app's page
 * is not embedded in another site.
 */
export function buildTokenCookie(shop: string, token: string, appUrl: URL): string {
  const crossSiteAttributes = appUrl.protocol === "https:" ? "SameSite=None; Secure" : "SameSite=Lax";
  return `${cookieName}=${token}; Path=/shops/${shop}; Max-Age=${tokenLifetimeSeconds}; HttpOnly; ${crossSiteAttributes}`;
}

/** Read the token from a Cookie header. @returns an empty string if the header contains no token */
export function readTokenCookie(header = ""): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? "";
}
