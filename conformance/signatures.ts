// Written from the interface document alone, with nothing of @souk/signing: what these find, an app would find.
import { createHmac, timingSafeEqual } from "node:crypto";

/** Return the HMAC-SHA256 in hex. */
export function hmacHex(secret: string, data: string | Buffer): string {
  return createHmac("sha256", secret).update(data).digest("hex");
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Decode a query as a form does; a repeated key and an `&` inside a value are rejected (P38b). */
export function decodeQuery(query: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of query.split("&").filter((piece) => piece !== "")) {
    const at = part.indexOf("=");
    const [key, value] = (at === -1 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)]).map((text) =>
      decodeURIComponent(text.replaceAll("+", " ")),
    ) as [string, string];
    if (pairs.has(key)) throw new Error(`The key ${key} is repeated.`);
    if (value.includes("&")) throw new Error(`The value of ${key} has an & inside.`);
    pairs.set(key, value);
  }
  return pairs;
}

/**
 * Return the signed string of INS-2: the decoded pairs without hmac, sorted by key, `key=value` joined with `&`.
 */
export function signedString(pairs: ReadonlyMap<string, string>): string {
  const keys = [...pairs.keys()].filter((key) => key !== "hmac").sort((a, b) => (a < b ? -1 : 1));
  return keys.map((key) => `${key}=${pairs.get(key)}`).join("&");
}

/** Return whether a URL's hmac is the one that its other parameters have under this secret. */
export function isSignedUrl(url: URL, secret: string): boolean {
  const pairs = decodeQuery(url.search.slice(1));
  return equal(pairs.get("hmac") ?? "", hmacHex(secret, signedString(pairs)));
}

/** Write parameters behind an address, signed as INS-2 says. */
export function signUrl(
  address: string | URL,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): URL {
  const url = new URL(address);
  const hmac = hmacHex(secret, signedString(new Map(Object.entries(parameters))));
  url.search = new URLSearchParams({ ...parameters, hmac }).toString();
  return url;
}

/** Return whether the WHK-5 signature matches the exact bytes of the body. */
export function isSignedBody(body: Buffer, signature: string | undefined, secret: string): boolean {
  return equal(signature ?? "", hmacHex(secret, body));
}
