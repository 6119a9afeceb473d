import { listOperations } from "@souk/contract";

const prefix = /^(?<before>.*\/api\/)(?<version>[^/]+)/i;

/**
 * Strip version and ending from a path and lower-case it: what a misspelled URL still shares with the right
 * one.
 */
function skeleton(path: string): string {
  return path
    .replace(prefix, "")
    .replace(/(\.json)?\/*$/i, "")
    .toLowerCase();
}

const endpoints = (["3.0", "4.0"] as const).flatMap((version) =>
  listOperations(version).map(({ path }) => ({
    version,
    path,
    pattern: new RegExp(`^${skeleton(path).replaceAll(/:\w+/g, "([^/.]+)")}$`),
  })),
);

/**
 * Find the endpoint that a URL most likely means: the same path in another version, or with the ending
 * `.json`.
 */
export function closestEndpoint(pathname: string): string | undefined {
  const { before = "", version = "" } = prefix.exec(pathname)?.groups ?? {};
  if (before === "") return undefined;
  const sent = skeleton(pathname);
  const matching = endpoints.filter(({ pattern }) => pattern.test(sent));
  const best = matching.find((endpoint) => endpoint.version === version) ?? matching[0];
  if (best === undefined) return undefined;
  const values = best.pattern.exec(sent)?.slice(1) ?? [];
  return `${before}${best.version}${best.path.replaceAll(/:\w+/g, () => values.shift() ?? "")}`;
}

/** Build the message of a 404 for a URL that matches no endpoint. */
export function noEndpointMessage(url: string): string {
  const closest = closestEndpoint(URL.parse(url, "http://host")?.pathname ?? "");
  return closest === undefined
    ? "No endpoint matches this URL. Check the version, the path and the .json ending."
    : `No endpoint matches this URL. Did you mean ${closest}?`;
}
