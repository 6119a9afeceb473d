import { createHash } from "node:crypto";
import {
  formatMinorUnits,
  getCurrencyExponent,
  type ParcelAddress,
  type RateRequestBody,
  rateLimits,
  toMinorUnits,
} from "@souk/contract";
import { buildSignedPost, type SendRequest } from "@souk/delivery";
import { emptyAddress } from "../customers/index.ts";
import type { Callback, CallbackTopic } from "../customization/index.ts";
import type { Parcel } from "./parcel.ts";

/** The request content for one parcel; every app with the same view of the addressee gets the same bytes. */
export interface RateRequestContent {
  topic: CallbackTopic;
  /** The store's hostname. */
  shop: string;
  body: Buffer;
}

/** Milliseconds within which an app must send its whole response (docs/spec/decided.md#callbacks). */
export const rateTimeoutMs = rateLimits.seconds * 1000;

function computeSubtotal({ items, currency_code }: Parcel): string {
  const exponent = getCurrencyExponent(currency_code);
  const lines = items.map(({ price, quantity }) => toMinorUnits(price, exponent) * BigInt(quantity));
  return formatMinorUnits(
    lines.reduce((sum, line) => sum + line, 0n),
    exponent,
  );
}

/**
 * An app with one of these scopes sees who gets the parcel; getting rate requests needs no scope
 * (docs/spec/decided.md#scopes).
 */
const addresseeScopes = ["read_orders", "read_customers", "read_shipping"];

/** Return whether an app sees who gets a parcel, instead of only the destination's region. */
export function canSeeAddressee({ scopes }: Pick<Callback, "scopes">): boolean {
  return addresseeScopes.some((scope) => scopes.includes(scope));
}

/** Return an address with only the fields of its region, without the person and the street. */
function toRegion(address: ParcelAddress): ParcelAddress {
  const { country, country_code, province, province_code, city, district, zip, latitude, longitude } =
    address;
  const region = { country, country_code, province, province_code, city, district, zip };
  return { ...emptyAddress, ...region, latitude, longitude };
}

/** Build the request content for a parcel. @param includesAddressee whether the content shows who gets the parcel */
export function buildRequestContent(
  shop: string,
  parcel: Parcel,
  includesAddressee: boolean,
): RateRequestContent {
  const { cod, destination, origin, items, currency_code: currency } = parcel;
  const content: RateRequestBody = {
    destination: includesAddressee ? destination : toRegion(destination),
    origin,
    items: [...items],
    currency,
    subtotal: computeSubtotal(parcel),
  };
  return {
    topic: cod ? "shipping/list/cod" : "shipping/list/non_cod",
    shop,
    body: Buffer.from(JSON.stringify(content), "utf8"),
  };
}

/** Compute the key of a request: a hash, equal only for equal parcels, that reveals none of their data. */
export function computeRequestKey({ body }: RateRequestContent): string {
  return createHash("sha256").update(body).digest("base64url");
}

/** Build the request to an app, signed as its webhooks are. */
export function buildSendRequest(
  { id, url }: Callback,
  { topic, shop, body }: RateRequestContent,
  secret: string,
): SendRequest {
  return {
    ...buildSignedPost({ url, topic, shop, body, secret }),
    // Apps of one origin use separate connections, and so do the stores of one app.
    pool: String(id),
    timeoutMs: rateTimeoutMs,
    maxBytes: rateLimits.bytes,
  };
}
