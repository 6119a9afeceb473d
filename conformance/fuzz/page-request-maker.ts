import { commonHeaderNames, oddHeaderValues, oddQueries } from "./fuzz-inputs.ts";
import { type Chance, pickStrangeText } from "./value-maker.ts";

/** The route of a page. Its path may contain parameters such as `:store`. */
export interface PageRoute {
  host: string;
  method: string;
  path: string;
}

/** A request for a page or a file, but not for an API operation. */
export interface PageRequest {
  host: string;
  method: string;
  /** The path with its query string. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Existing values, by the name of the parameter or field that can contain them. */
export type KnownPageValues = Readonly<Record<string, readonly string[]>>;

/** Unusual or malformed paths. */
const oddPaths = [
  "/",
  "//",
  "//[",
  "//:80/x",
  "/%",
  "/%00",
  "/%ff",
  "/%ed%a0%80",
  "/..%2f..%2fetc/passwd",
  "/%c3%a9?width=160",
  "/products/1/%00.png?width=160",
  "/assets/%00.js",
  "/assets/..%2findex.html",
  "/docs/%00",
  "/api/3.0/%00.json",
  "/x".repeat(600),
];

/** Make a text for a parameter or field of this name: usually a known value, sometimes a strange text. */
function makeText(name: string, chance: Chance, knownValues: KnownPageValues): string {
  const values = knownValues[name];
  return values === undefined || chance.happens(0.3)
    ? pickStrangeText(chance).slice(0, 2_000)
    : chance.pick(values);
}

/** Make name and value pairs for a random selection of these names, sometimes with an unknown or repeated name. */
function makePairs(names: readonly string[], chance: Chance, knownValues: KnownPageValues): URLSearchParams {
  const pairs = names
    .filter(() => chance.happens(0.6))
    .map((name): [string, string] => [name, makeText(name, chance, knownValues)]);
  if (chance.happens(0.05))
    pairs.push([pickStrangeText(chance).slice(0, 100), pickStrangeText(chance).slice(0, 500)]);
  if (chance.happens(0.05) && pairs[0]) pairs.push(pairs[0]);
  return new URLSearchParams(pairs);
}

const queryNames = [
  "client_id",
  "app_id",
  "scope",
  "redirect_uri",
  "state",
  "return_to",
  "choose",
  "signed_in",
  "width",
];
const fieldNames = [
  "csrf_token",
  "email",
  "password",
  "name",
  "handle",
  "currency_code",
  "timezone",
  "store.name",
  "store.handle",
  "return_to",
  "consent",
  "decision",
];

/** Make a path with filled parameters and a query. Sometimes the path or the query is an odd one. */
function makePath(path: string, chance: Chance, knownValues: KnownPageValues): string {
  if (chance.happens(0.1)) return chance.pick(oddPaths);
  const filledPath = path.replace(/:(\w+)/g, (_whole, name: string) =>
    // A lone surrogate cannot be encoded as UTF-8.
    encodeURIComponent(makeText(name, chance, knownValues).toWellFormed()).slice(0, 400),
  );
  if (chance.happens(0.1)) return `${filledPath}?${chance.pick(oddQueries)}`;
  const query = makePairs(queryNames, chance, knownValues).toString();
  return query === "" ? filledPath : `${filledPath}?${query}`;
}

/** Make a random request for a page. Most parts of the request are valid, and some are invalid. */
export function makePageRequest(route: PageRoute, chance: Chance, knownValues: KnownPageValues): PageRequest {
  const { host, method } = route;
  const path = makePath(route.path, chance, knownValues);
  const headers: Record<string, string> = {};
  if (chance.happens(0.9)) headers["accept"] = "text/html";
  if (chance.happens(0.9)) headers["sec-fetch-site"] = "same-origin";
  if (chance.happens(0.2)) headers[chance.pick(commonHeaderNames)] = chance.pick(oddHeaderValues);
  if (method !== "POST") return { host, method, path, headers, body: undefined };
  const formType = "application/x-www-form-urlencoded";
  headers["content-type"] = chance.happens(0.95)
    ? formType
    : chance.pick(["text/plain", `${formType};charset=\xff`]);
  const body = chance.happens(0.05)
    ? chance.pick(oddQueries)
    : makePairs(fieldNames, chance, knownValues).toString();
  return { host, method, path, headers, body };
}
