import { buildCanonicalQuery, type QueryError, type QueryInput } from "./canonical-query.ts";
import { isEqualInConstantTime } from "./constant-time.ts";
import { isFresh } from "./freshness.ts";
import { hmacSha256, type Signature } from "./signature.ts";
import { isStoreHostname } from "./store-hostname.ts";

export type VerifyQueryOptions = {
  /** The receiver's time. */
  now: Date;
  /** The maximum difference between `timestamp` and `now`. A few minutes is usual. */
  maxAgeSeconds: number;
  /** If set, `shop` must be a hostname below this suffix, for example `.souk.localhost`. */
  storeDomainSuffix?: string;
};

export type QueryVerdict =
  | { ok: true; parameters: ReadonlyMap<string, string> }
  | { ok: false; reason: QueryError | "missing_hmac" | "bad_signature" | "stale_timestamp" | "bad_shop" };

/**
 * Sign the parameters of a request to an App URL or Redirection URL (INS-2).
 *
 * @param parameters decoded names and values; `hmac` is not signed
 * @param secret the app's client secret
 * @returns the value of `hmac`
 * @throws TypeError if a key is repeated, or if a `&` or `=` would make the signed text ambiguous
 */
export function signQuery(parameters: QueryInput, secret: string): Signature {
  const canonical = buildCanonicalQuery(parameters);
  if (!canonical.ok)
    throw new TypeError(`The parameter ${canonical.key} cannot be signed: ${canonical.reason}.`);
  return hmacSha256(canonical.text, secret);
}

/**
 * Verify that a request to an App URL or Redirection URL comes from the platform (INS-20).
 *
 * An ambiguous query is rejected first. The signature is compared before `timestamp` and `shop` are checked, so that a
 * sender without the secret gets no information about those checks.
 *
 * @param query the query string as received, or its decoded parameters
 * @param secret the app's client secret
 * @returns the decoded parameters, or the reason for the rejection
 */
export function verifyQuery(query: QueryInput, secret: string, options: VerifyQueryOptions): QueryVerdict {
  const canonical = buildCanonicalQuery(query);
  if (!canonical.ok) return { ok: false, reason: canonical.reason };
  const { parameters, text } = canonical;

  const signature = parameters.get("hmac");
  if (signature === undefined || signature === "") return { ok: false, reason: "missing_hmac" };
  if (!isEqualInConstantTime(signature, hmacSha256(text, secret)))
    return { ok: false, reason: "bad_signature" };

  if (!isFresh(parameters.get("timestamp") ?? "", options.now, options.maxAgeSeconds)) {
    return { ok: false, reason: "stale_timestamp" };
  }
  if (
    options.storeDomainSuffix !== undefined &&
    !isStoreHostname(parameters.get("shop") ?? "", options.storeDomainSuffix)
  ) {
    return { ok: false, reason: "bad_shop" };
  }
  return { ok: true, parameters };
}
