import { canonicalQuery, type QueryInput, type QueryRefusal } from "./canonical-query.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { isFresh } from "./freshness.ts";
import { isShopOf } from "./shop.ts";
import { hmacSha256, type Signature } from "./signature.ts";

export type VerifyQueryOptions = {
  /** The receiver's time. */
  now: Date;
  /** How far `timestamp` may lie from now; a few minutes is usual. */
  maxAgeSeconds: number;
  /** When given, `shop` must be a host name below it, for example `.souk.localhost`. */
  storeDomainSuffix?: string;
};

export type QueryVerdict =
  | { ok: true; parameters: ReadonlyMap<string, string> }
  | { ok: false; reason: QueryRefusal | "missing_hmac" | "bad_signature" | "stale_timestamp" | "bad_shop" };

/**
 * Signs the parameters of a request to an App URL or Redirection URL (INS-2).
 *
 * @param parameters decoded names and values; an `hmac` among them is left out
 * @param secret the app's client secret
 * @returns the value of `hmac`
 * @throws TypeError when a key is repeated or a `&` or `=` would make the signed text ambiguous
 */
export function signQuery(parameters: QueryInput, secret: string): Signature {
  const canonical = canonicalQuery(parameters);
  if (!canonical.ok)
    throw new TypeError(`The parameter ${canonical.key} cannot be signed: ${canonical.reason}.`);
  return hmacSha256(canonical.text, secret);
}

/**
 * Says whether a request to an App URL or Redirection URL comes from the platform (INS-20).
 *
 * What cannot be read in one way only is refused before anything is computed; the signature is compared before
 * timestamp and shop are looked at, so that a stranger learns nothing about either.
 *
 * @param query the query string as received, or its decoded parameters
 * @param secret the app's client secret
 * @returns the decoded parameters, or the reason of the refusal
 */
export function verifyQuery(query: QueryInput, secret: string, options: VerifyQueryOptions): QueryVerdict {
  const canonical = canonicalQuery(query);
  if (!canonical.ok) return { ok: false, reason: canonical.reason };
  const { parameters, text } = canonical;

  const sent = parameters.get("hmac");
  if (sent === undefined || sent === "") return { ok: false, reason: "missing_hmac" };
  if (!equalInConstantTime(sent, hmacSha256(text, secret))) return { ok: false, reason: "bad_signature" };

  if (!isFresh(parameters.get("timestamp") ?? "", options.now, options.maxAgeSeconds)) {
    return { ok: false, reason: "stale_timestamp" };
  }
  if (
    options.storeDomainSuffix !== undefined &&
    !isShopOf(parameters.get("shop") ?? "", options.storeDomainSuffix)
  ) {
    return { ok: false, reason: "bad_shop" };
  }
  return { ok: true, parameters };
}
