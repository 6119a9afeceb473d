import { oddHeaders, oddQueries, oddValues } from "./fuzz-inputs.ts";
import { type Chance, strangeText } from "./value-maker.ts";

/** A page as it is mounted: its path may hold names like `:store`. */
export interface PageAddress {
  host: string;
  method: string;
  path: string;
}

/** A request for a page, or for anything else that is not an operation. */
export interface PageRequest {
  host: string;
  method: string;
  /** With its query, as it is sent. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The existing values, by the name of the parameter or field that holds them. */
export type PageWords = Readonly<Record<string, readonly string[]>>;

/** Text in paths that no browser would put there. */
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

function wordFor(name: string, chance: Chance, words: PageWords): string {
  const known = words[name];
  return known === undefined || chance.happens(0.3)
    ? strangeText(chance).slice(0, 2_000)
    : chance.pick(known);
}

function makePairs(names: readonly string[], chance: Chance, words: PageWords): URLSearchParams {
  const pairs = names
    .filter(() => chance.happens(0.6))
    .map((name): [string, string] => [name, wordFor(name, chance, words)]);
  if (chance.happens(0.05))
    pairs.push([strangeText(chance).slice(0, 100), strangeText(chance).slice(0, 500)]);
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

function makePath(path: string, chance: Chance, words: PageWords): string {
  if (chance.happens(0.1)) return chance.pick(oddPaths);
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    // Half of a surrogate pair has no bytes to be written as.
    encodeURIComponent(wordFor(name, chance, words).toWellFormed()).slice(0, 400),
  );
  if (chance.happens(0.1)) return `${filled}?${chance.pick(oddQueries)}`;
  const query = makePairs(queryNames, chance, words).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

/** Make a request for a page, right in most ways and wrong in some. */
export function makePageRequest(address: PageAddress, chance: Chance, words: PageWords): PageRequest {
  const { host, method } = address;
  const path = makePath(address.path, chance, words);
  const headers: Record<string, string> = {};
  if (chance.happens(0.9)) headers["accept"] = "text/html";
  if (chance.happens(0.9)) headers["sec-fetch-site"] = "same-origin";
  if (chance.happens(0.2)) headers[chance.pick(oddHeaders)] = chance.pick(oddValues);
  if (method !== "POST") return { host, method, path, headers, body: undefined };
  const form = "application/x-www-form-urlencoded";
  headers["content-type"] = chance.happens(0.95) ? form : chance.pick(["text/plain", `${form};charset=\xff`]);
  const body = chance.happens(0.05)
    ? chance.pick(oddQueries)
    : makePairs(fieldNames, chance, words).toString();
  return { host, method, path, headers, body };
}
