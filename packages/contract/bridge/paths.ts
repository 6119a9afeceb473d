import { appEntryPaths, type StorePage } from "../panels/pages.ts";

/** Records that an app can open in the admin, with the path of their page below the store's URL. */
export const bridgeResources = { product: "/products/$id" } as const satisfies Readonly<
  Record<string, StorePage>
>;

/** Admin paths that an app may open, including all paths below them. */
const allowedPaths: readonly StorePage[] = ["/products", "/apps", "/settings"];

/** Exceptions: paths that would install another app, or open it or one of its links, without the merchant's consent. */
const forbiddenPaths = appEntryPaths.map((path) => path.slice(0, path.lastIndexOf("/")));

function isAtOrBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

/**
 * Normalize, as a browser does, an admin path that an embedded page requests, and check that an app may open it.
 *
 * @param path begins with one slash; may have a query
 * @returns the path below the store's URL, or null when an app may not open it
 */
export function resolveBridgePath(path: string): string | null {
  // A browser reads \ as / and drops tabs and line breaks, so a text that looks like a path can contain another host.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return null;
  const base = "https://admin.invalid";
  const { origin, pathname, search, searchParams } = new URL(path, base);
  if (origin !== base) return null;
  // Code that decodes the path a second time would read an encoded slash or dot differently.
  if (/%(2f|5c|2e)/i.test(pathname) || pathname.includes("//")) return null;
  const isAllowed = pathname === "/" || allowedPaths.some((allowed) => isAtOrBelow(pathname, allowed));
  const isForbidden = forbiddenPaths.some((forbidden) => isAtOrBelow(pathname, forbidden));
  // With these parameters, the requesting app could open a link of another app, with ids that the requesting app chose.
  const isAppLink = isAtOrBelow(pathname, "/apps") && (searchParams.has("link") || searchParams.has("ids"));
  return isAllowed && !isForbidden && !isAppLink ? `${pathname}${search}` : null;
}
