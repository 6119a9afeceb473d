import type { StorePage } from "../panels/pages.ts";

/** Records that have a page in the admin, with the page's path below the store's URL. */
export const bridgeResources = { product: "/products/$id" } as const satisfies Readonly<
  Record<string, StorePage>
>;

/** Admin paths that an app may open; paths below them are included. */
const open: readonly StorePage[] = ["/products", "/apps", "/settings"];

/** Exceptions: paths that would lead out of the admin to another app without the merchant's choice. */
const closed = ["/apps/install", "/apps/open"] as const;

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/**
 * Resolve an admin path requested by an embedded page, normalized as a browser does.
 *
 * @param path begins with one slash; may have a query
 * @returns the path below the store's URL, or null when an app may not open it
 */
export function resolveBridgePath(path: string): string | null {
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
