/** Records that have a page in the admin, and where it stands below the shop's address. */
export const bridgeResources = { product: "/products/:id" } as const;

/** The places below a shop's address where an app may lead the merchant: these, and what lies below them. */
const open = ["/products", "/apps", "/settings"] as const;

/** Within those, what leads out of the admin to another app without the merchant having chosen it. */
const closed = ["/apps/install", "/apps/open"] as const;

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/**
 * The place in the admin that a page asked to be led to, below the shop's address and normalised as a browser would.
 *
 * @param path begins with one slash; it may have a query
 * @returns null for everything that is not one of the shop's own places
 */
export function bridgePlace(path: string): string | null {
  // A browser reads \ as /, and drops tabs and line breaks: what looks like a path could name another host.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return null;
  const base = "https://admin.invalid";
  const { origin, pathname, search } = new URL(path, base);
  if (origin !== base) return null;
  // An encoded slash or dot is read as one thing here and as another by whoever decodes once more.
  if (/%(2f|5c|2e)/i.test(pathname) || pathname.includes("//")) return null;
  const isOpen = pathname === "/" || open.some((place) => isAtOrBelow(pathname, place));
  return isOpen && !closed.some((place) => isAtOrBelow(pathname, place)) ? `${pathname}${search}` : null;
}
