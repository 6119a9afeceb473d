import { deviceCookieName, pendingCookieNames, sessionCookieNames } from "./cookies.ts";

/** Foreign cookies are removed only if the Cookie header has more characters than this, half of what common proxies accept. */
const maxToleratedLength = 4_096;
/** The maximum total length of the headers that remove cookies, because proxies limit the headers of a response too. */
const maxRemovalLength = 3_000;

const ownNames: ReadonlySet<string> = new Set([
  ...Object.values(sessionCookieNames),
  ...Object.values(pendingCookieNames),
  deviceCookieName,
]);
const namePattern = /^[!-:<>-~\u0080-\u00ff]{1,256}$/;

/** The page that a browser requested with foreign cookies. */
export interface CookieScope {
  /** The domain of which the page's host is a subdomain. */
  domain: string;
  /** The path of the page. A browser sends a cookie only if the cookie's path is this path or above it. */
  path: string;
}

/**
 * Build the Set-Cookie headers that remove foreign cookies, which a script in a store's page can set for the page's domain or a domain
 * above it. The platform never reads them as its own, but too many of them would make every request to the platform too large.
 *
 * A short header is left alone, because a proxy or another site of the operator may have set a cookie too. If there are many
 * foreign cookies, each page removes a part of them.
 *
 * @param header the Cookie header of the request
 * @param nowMs the current time, which selects the part of the cookies that is removed
 */
export function buildForeignCookieRemovals(
  header: string | undefined,
  scope: CookieScope,
  nowMs: number,
): string[] {
  if (header === undefined || header.length <= maxToleratedLength) return [];
  const names = [...new Set(header.split(";").map((pair) => pair.trim().split("=")[0] ?? ""))].filter(
    (name) => !ownNames.has(name) && namePattern.test(name),
  );
  if (names.length === 0) return [];
  const start = Math.floor(nowMs) % names.length;
  const removals: string[] = [];
  let removalLength = 0;
  for (const name of [...names.slice(start), ...names.slice(0, start)]) {
    const nameRemovals = listDomains(scope.domain).flatMap((domain) =>
      listPaths(scope.path).map((path) => `${name}=; Domain=${domain}; Path=${path}; Max-Age=0`),
    );
    removalLength += nameRemovals.reduce((sum, removal) => sum + removal.length, 0);
    if (removalLength > maxRemovalLength && removals.length > 0) break;
    removals.push(...nameRemovals);
  }
  return removals;
}

/** List a domain and the domains above it, except the top-level domain. */
function listDomains(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

/** The maximum number of path segments for which cookies are removed. */
const maxPathDepth = 3;

/** List the paths of the cookies that a browser sends with a request of this path (RFC 6265, section 5.1.4). */
function listPaths(path: string): string[] {
  const segments = path.split("/").filter((segment) => /^[\w.~%-]{1,100}$/.test(segment));
  const parents = segments
    .slice(0, maxPathDepth)
    .map((_, index) => `/${segments.slice(0, index + 1).join("/")}`);
  return ["/", ...parents.flatMap((parent) => [parent, `${parent}/`])];
}
