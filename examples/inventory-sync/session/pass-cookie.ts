const name = "inventory_sync_pass";

/** A working day; then the tab is opened from the admin again. */
export const passSeconds = 8 * 3600;

/**
 * The header that gives a tab its pass. Pages in a frame never need it, so it can be `Lax`: `None` would ask for `Secure`, which
 * some browsers refuse over plain http on localhost.
 */
export function passCookie(shop: string, pass: string, appUrl: URL): string {
  const secure = appUrl.protocol === "https:" ? "; Secure" : "";
  return `${name}=${pass}; Path=/shops/${shop}; Max-Age=${passSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The pass in a Cookie header; empty when there is none. */
export function passIn(header = ""): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
