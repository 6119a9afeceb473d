import { listOperations } from "@souk/contract";

const apiPrefix = /^(?<basePath>.*\/api\/)(?<version>[^/]+)/i;

/**
 * Remove the start of a path, including the version, and the ending `.json`, and convert the rest to lower case, so that a
 * misspelled URL can be compared with the correct ones.
 */
function normalizePath(path: string): string {
  return path
    .replace(apiPrefix, "")
    .replace(/(\.json)?\/*$/i, "")
    .toLowerCase();
}

const endpoints = (["3.0", "4.0"] as const).flatMap((version) =>
  listOperations(version).map(({ path }) => ({
    version,
    path,
    pattern: new RegExp(`^${normalizePath(path).replaceAll(/:\w+/g, "([^/.]+)")}$`),
  })),
);

/**
 * Find the path of the endpoint that a URL most likely means, which is the same path in another version or with the ending
 * `.json`. Returns undefined if no endpoint is similar.
 */
export function findClosestEndpoint(pathname: string): string | undefined {
  const { basePath = "", version = "" } = apiPrefix.exec(pathname)?.groups ?? {};
  if (basePath === "") return undefined;
  const normalizedPath = normalizePath(pathname);
  const matchingEndpoints = endpoints.filter(({ pattern }) => pattern.test(normalizedPath));
  const bestMatch =
    matchingEndpoints.find((endpoint) => endpoint.version === version) ?? matchingEndpoints[0];
  if (bestMatch === undefined) return undefined;
  const values = bestMatch.pattern.exec(normalizedPath)?.slice(1) ?? [];
  return `${basePath}${bestMatch.version}${bestMatch.path.replaceAll(/:\w+/g, () => values.shift() ?? "")}`;
}

/** Build the message of a 404 for a URL that matches no endpoint. */
export function buildNoEndpointMessage(url: string): string {
  const closestUrl = findClosestEndpoint(URL.parse(url, "http://host")?.pathname ?? "");
  return closestUrl === undefined
    ? "No endpoint matches this URL. Check the version, the path and the .json ending."
    : `No endpoint matches this URL. Did you mean ${closestUrl}?`;
}
