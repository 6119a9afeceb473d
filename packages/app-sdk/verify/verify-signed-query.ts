import { type QueryInput, type QueryVerdict, verifyQuery } from "@souk/signing";
import { isHostUrl, shopOrigin } from "./host-url.ts";

export interface VerifySignedQueryOptions {
  /** The client secret; during a rotation the old one and the new one. */
  secrets: string | readonly string[];
  /** The domain that shops stand below, such as `.souk.example`. */
  storeDomainSuffix: string;
  now: Date;
  /** How far `timestamp` may lie from now; 300 seconds when left out. */
  maxAgeSeconds?: number;
}

/** What a signed query says, once it is believed. */
export interface SignedQuery {
  /** The shop's hostname, without a port. */
  shop: string;
  /** The shop's place in the admin, `https://admin.{domain}/{handle}`. */
  host_url: string;
  /** Where the shop's API is called: `https://{shop}`, in development with the scheme and port of `host_url`. */
  origin: string;
  /** When it was signed, by the platform's clock. */
  signed_at: Date;
  /** All parameters, decoded; those of the registered URL and `code` and `state` among them. */
  parameters: ReadonlyMap<string, string>;
}

export type SignedQueryRefusal = Extract<QueryVerdict, { ok: false }>["reason"] | "bad_host_url";

export type SignedQueryVerdict = ({ ok: true } & SignedQuery) | { ok: false; reason: SignedQueryRefusal };

/**
 * Says whether a request to the App URL or the Redirection URL comes from the platform (INS-20, INS-23).
 *
 * A repeated key and a `&` inside a value are refused before anything is computed (P38b), the signature is compared in constant
 * time before timestamp, shop and host_url are looked at.
 *
 * @param query the query string as it was received, with or without its `?`, or decoded parameters
 * @returns who signed what for which shop, or the reason of the refusal
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
  if (!isHostUrl(host_url, storeDomainSuffix)) return { ok: false, reason: "bad_host_url" };
  const signed_at = new Date(Number(parameters.get("timestamp")) * 1000);
  return { ok: true, shop, host_url, origin: shopOrigin(shop, host_url), signed_at, parameters };
}

/** The verdict of the secret that the signature fits; the last one's where it fits none. */
function underAny(secrets: readonly string[], verify: (secret: string) => QueryVerdict): QueryVerdict {
  const verdicts = secrets.map(verify);
  const fits = verdicts.find((verdict) => verdict.ok || verdict.reason !== "bad_signature");
  const last = fits ?? verdicts.at(-1);
  if (last === undefined) throw new TypeError("A signature needs a secret to be checked with.");
  return last;
}
