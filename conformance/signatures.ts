// Written from the interface document alone, without @souk/signing, so that the tests verify signatures as an app would.
import { createHmac, timingSafeEqual } from "node:crypto";

/** Compute the HMAC-SHA256 in hex. */
export function computeHmacHex(secret: string, data: string | Buffer): string {
  return createHmac("sha256", secret).update(data).digest("hex");
}

function isEqualInConstantTime(a: string, b: string): boolean {
  const [firstBuffer, secondBuffer] = [Buffer.from(a), Buffer.from(b)];
  return firstBuffer.length === secondBuffer.length && timingSafeEqual(firstBuffer, secondBuffer);
}

/** Decode a query as form data. @throws Error for a repeated key or an `&` inside a value (proof P38b) */
export function decodeQuery(query: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of query.split("&").filter((pairText) => pairText !== "")) {
    const separatorIndex = pair.indexOf("=");
    const [key, value] = (
      separatorIndex === -1 ? [pair, ""] : [pair.slice(0, separatorIndex), pair.slice(separatorIndex + 1)]
    ).map((text) => decodeURIComponent(text.replaceAll("+", " "))) as [string, string];
    if (pairs.has(key)) throw new Error(`The key ${key} is repeated.`);
    if (value.includes("&")) throw new Error(`The value of ${key} contains an &.`);
    pairs.set(key, value);
  }
  return pairs;
}

/** Build the string that INS-2 signs: the decoded pairs without hmac, sorted by key, each as `key=value`, joined with `&`. */
export function buildSignedString(pairs: ReadonlyMap<string, string>): string {
  const keys = [...pairs.keys()].filter((key) => key !== "hmac").sort((a, b) => (a < b ? -1 : 1));
  return keys.map((key) => `${key}=${pairs.get(key)}`).join("&");
}

/** Return whether a URL's hmac is valid for its other parameters and this secret. */
export function isSignedUrl(url: URL, secret: string): boolean {
  const pairs = decodeQuery(url.search.slice(1));
  return isEqualInConstantTime(pairs.get("hmac") ?? "", computeHmacHex(secret, buildSignedString(pairs)));
}

/** Return the URL with these query parameters and their hmac (INS-2). */
export function signUrl(
  baseUrl: string | URL,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): URL {
  const url = new URL(baseUrl);
  const hmac = computeHmacHex(secret, buildSignedString(new Map(Object.entries(parameters))));
  url.search = new URLSearchParams({ ...parameters, hmac }).toString();
  return url;
}

/** Return whether the signature is valid for the exact bytes of the body (WHK-5). */
export function isSignedBody(body: Buffer, signature: string | undefined, secret: string): boolean {
  return isEqualInConstantTime(signature ?? "", computeHmacHex(secret, body));
}
