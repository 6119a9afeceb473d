import { type QueryInput, type QueryVerdict, verifyQuery } from "@souk/signing";
import { getStoreOrigin, isHostUrl } from "./host-url.ts";

/** The options of `verifySignedQuery`. */
export interface VerifySignedQueryOptions {
  /** The client secret; during a rotation, the old and the new one. */
  secrets: string | readonly string[];
  /** The domain suffix of all stores, for example `.souk.example`. */
  storeDomainSuffix: string;
  /** The domain of the admin, if the platform has a separate one (SOUK_ADMIN_DOMAIN). */
  adminDomain?: string;
  now: Date;
  /** The maximum difference in seconds between `timestamp` and now; defaults to 300. */
  maxAgeSeconds?: number;
}

/** The content of a verified query. */
export interface SignedQuery {
  /** The store's hostname, without a port. */
  shop: string;
  /** The URL of the store's admin, `https://admin.{domain}/{handle}`. */
  host_url: string;
  /**
   * The origin of the store's API: `https://{shop}`, or in development with the scheme and port of `host_url`.
   */
  origin: string;
  /** The time of the signature, by the platform's clock. */
  signed_at: Date;
  /**
   * All decoded parameters. They include `code` and `state`, and the query parameters of the URL that the app registered.
   */
  parameters: ReadonlyMap<string, string>;
}

/** The reason why a query is invalid. */
export type SignedQueryFailure = Extract<QueryVerdict, { ok: false }>["reason"] | "bad_host_url";

/** The content of a valid query, or the reason why the query is invalid. */
export type SignedQueryVerdict = ({ ok: true } & SignedQuery) | { ok: false; reason: SignedQueryFailure };

/**
 * Verify that a request to the App URL or the Redirection URL comes from the platform (INS-20, INS-23).
 *
 * A repeated key or a `&` inside a value is rejected before the signature is computed (P38b). The signature is compared in
 * constant time, before `timestamp`, `shop` and `host_url` are checked.
 *
 * @param query the query string as it was received, with or without its `?`, or decoded parameters
 * @returns the store's hostname and the parameters, or the reason why the query is invalid
 */
export function verifySignedQuery(query: QueryInput, options: VerifySignedQueryOptions): SignedQueryVerdict {
  const { secrets, storeDomainSuffix, adminDomain = storeDomainSuffix, now, maxAgeSeconds = 300 } = options;
  const verdict = verifyWithAnySecret([secrets].flat(), (secret) =>
    verifyQuery(query, secret, { now, maxAgeSeconds, storeDomainSuffix }),
  );
  if (!verdict.ok) return verdict;
  const { parameters } = verdict;
  const shop = parameters.get("shop") ?? "";
  const host_url = parameters.get("host_url") ?? "";
  // guard sdk-host-url: without it, installing.test.ts fails
  if (!isHostUrl(host_url, adminDomain)) return { ok: false, reason: "bad_host_url" };
  const signed_at = new Date(Number(parameters.get("timestamp")) * 1000);
  return { ok: true, shop, host_url, origin: getStoreOrigin(shop, host_url), signed_at, parameters };
}

/**
 * Verify with each secret. Return the verdict for the secret that matches the signature, or else the verdict for the last
 * secret.
 */
function verifyWithAnySecret(
  secrets: readonly string[],
  verify: (secret: string) => QueryVerdict,
): QueryVerdict {
  const verdicts = secrets.map(verify);
  const matchingVerdict = verdicts.find((verdict) => verdict.ok || verdict.reason !== "bad_signature");
  const verdict = matchingVerdict ?? verdicts.at(-1);
  if (verdict === undefined) throw new TypeError("At least one secret is required.");
  return verdict;
}
