import { type QueryInput, type QueryVerdict, verifyQuery } from "@souk/signing";
import { getStoreOrigin, isHostUrl } from "./host-url.ts";

export interface VerifySignedQueryOptions {
  /** The client secret; during a rotation the old one and the new one. */
  secrets: string | readonly string[];
  /** The domain suffix of all stores, for example `.souk.example`. */
  storeDomainSuffix: string;
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
   * The origin of the store's API: `https://{shop}`, in development with the scheme and port of `host_url`.
   */
  origin: string;
  /** The time of the signature, by the platform's clock. */
  signed_at: Date;
  /** All parameters, decoded, including those of the registered URL, `code` and `state`. */
  parameters: ReadonlyMap<string, string>;
}

export type SignedQueryFailure = Extract<QueryVerdict, { ok: false }>["reason"] | "bad_host_url";

export type SignedQueryVerdict = ({ ok: true } & SignedQuery) | { ok: false; reason: SignedQueryFailure };

/**
 * Verify that a request to the App URL or the Redirection URL comes from the platform (INS-20, INS-23).
 *
 * A repeated key and a `&` inside a value are rejected before anything is computed (P38b). The signature is compared in constant
 * time, before `timestamp`, `shop` and `host_url` are checked.
 *
 * @param query the query string as it was received, with or without its `?`, or decoded parameters
 * @returns the store's hostname and the parameters, or the reason why the query is invalid
 */
export function verifySignedQuery(query: QueryInput, options: VerifySignedQueryOptions): SignedQueryVerdict {
  const { secrets, storeDomainSuffix, now, maxAgeSeconds = 300 } = options;
  const verdict = underAny([secrets].flat(), (secret) =>
    verifyQuery(query, secret, { now, maxAgeSeconds, storeDomainSuffix }),
  );
  if (!verdict.ok) return verdict;
  const { parameters } = verdict;
  const shop = parameters.get("shop") ?? "";
  const host_url = parameters.get("host_url") ?? "";
  // guard: sdk-host-url: installing.test.ts
  if (!isHostUrl(host_url, storeDomainSuffix)) return { ok: false, reason: "bad_host_url" };
  const signed_at = new Date(Number(parameters.get("timestamp")) * 1000);
  return { ok: true, shop, host_url, origin: getStoreOrigin(shop, host_url), signed_at, parameters };
}

/** Return the verdict of the secret that fits the signature; the last secret's if none fits. */
function underAny(secrets: readonly string[], verify: (secret: string) => QueryVerdict): QueryVerdict {
  const verdicts = secrets.map(verify);
  const fits = verdicts.find((verdict) => verdict.ok || verdict.reason !== "bad_signature");
  const last = fits ?? verdicts.at(-1);
  if (last === undefined) throw new TypeError("At least one secret is required.");
  return last;
}
