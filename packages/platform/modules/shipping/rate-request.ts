import { createHash } from "node:crypto";
import {
  formatMinorUnits,
  getCurrencyExponent,
  type ParcelAddress,
  type RateRequestBody,
  shippingRateLimits,
  toMinorUnits,
} from "@souk/contract";
import { buildSignedPost, type SendRequest } from "@souk/delivery";
import { emptyAddress } from "../customers/index.ts";
import type { Callback, CallbackTopic } from "../customization/index.ts";
import type { Parcel } from "./parcel.ts";

/**
 * The content of a request for one parcel. There are two contents for each parcel: one for the apps that see the addressee, and one
 * for all other apps.
 */
export interface RateRequestContent {
  topic: CallbackTopic;
  /** The store's hostname. */
  shop: string;
  body: Buffer;
}

/** Milliseconds within which an app must send its whole response (docs/spec/decided.md#callbacks). */
export const rateTimeoutMs = shippingRateLimits.seconds * 1000;

function computeSubtotal({ items, currency_code }: Parcel): string {
  const exponent = getCurrencyExponent(currency_code);
  const lines = items.map(({ price, quantity }) => toMinorUnits(price, exponent) * BigInt(quantity));
  return formatMinorUnits(
    lines.reduce((sum, line) => sum + line, 0n),
    exponent,
  );
}

/**
 * The scopes with which an app sees who gets the parcel. An app needs only one of them. Apps without any of them also get rate
 * requests (docs/spec/decided.md#scopes).
 */
const addresseeScopes = ["read_orders", "read_customers", "read_shipping"];

/** Return whether an app may see who gets a parcel. Other apps see only the region of the destination. */
export function canSeeAddressee({ scopes }: Pick<Callback, "scopes">): boolean {
  return addresseeScopes.some((scope) => scopes.includes(scope));
}

/** Return an address with only the fields of its region, without the person and the street. */
function removePersonAndStreet(address: ParcelAddress): ParcelAddress {
  const { country, country_code, province, province_code, city, district, zip, latitude, longitude } =
    address;
  const region = { country, country_code, province, province_code, city, district, zip };
  return { ...emptyAddress, ...region, latitude, longitude };
}

/** Build the request content for a parcel. @param options whether the content shows who gets the parcel */
export function buildRequestContent(
  shop: string,
  parcel: Parcel,
  { includesAddressee }: { includesAddressee: boolean },
): RateRequestContent {
  const { cod, destination, origin, items, currency_code: currency } = parcel;
  const content: RateRequestBody = {
    destination: includesAddressee ? destination : removePersonAndStreet(destination),
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

/** Compute the key of a request, a hash that is equal only for equal request bodies and does not reveal their data. */
export function computeRequestKey({ body }: RateRequestContent): string {
  return createHash("sha256").update(body).digest("base64url");
}

/** Build the request to an app, signed in the same way as webhooks. */
export function buildSendRequest(
  { id, url }: Callback,
  { topic, shop, body }: RateRequestContent,
  { secret, messageId, sentAt }: { secret: string; messageId: string; sentAt: Date },
): SendRequest {
  return {
    ...buildSignedPost({ url, topic, shop, body, secret, id: `rates_${messageId}`, sentAt }),
    // Each callback has its own connections, so apps at the same origin and the stores of one app share no connections.
    pool: String(id),
    timeoutMs: rateTimeoutMs,
    maxBytes: shippingRateLimits.bytes,
  };
}
