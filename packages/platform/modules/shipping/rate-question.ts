import { createHash } from "node:crypto";
import {
  currencyExponent,
  fromUnits,
  type ParcelAddress,
  type RateQuestion,
  rateLimits,
  toUnits,
} from "@souk/contract";
import { type SendRequest, signedPost } from "@souk/delivery";
import { emptyAddress } from "../customers/index.ts";
import type { Callback, CallbackTopic } from "../customisation/index.ts";
import type { Parcel } from "./parcel.ts";

/** What apps are asked with for one parcel; every app of the same sight gets the same bytes. */
export interface WrittenQuestion {
  topic: CallbackTopic;
  /** The shop's hostname. */
  shop: string;
  body: Buffer;
}

/** For all of an app's answer, in milliseconds (gaps.md, "curls"). */
export const answerMs = rateLimits.seconds * 1000;

function subtotalOf({ items, currency_code }: Parcel): string {
  const exponent = currencyExponent(currency_code);
  const lines = items.map(({ price, quantity }) => toUnits(price, exponent) * BigInt(quantity));
  return fromUnits(
    lines.reduce((sum, line) => sum + line, 0n),
    exponent,
  );
}

/** Asking needs no scope, but data follows scopes: one of these lets an app know who gets the parcel (gaps.md, "Scopes"). */
const openingScopes = ["read_orders", "read_customers", "read_shipping"];

/** Whether an app is told who gets a parcel, and not only to what part of the world it goes. */
export function seesAddressee({ scopes }: Pick<Callback, "scopes">): boolean {
  return openingScopes.some((scope) => scopes.includes(scope));
}

/** What of an address says where it is, and not whose. */
function regionOf(address: ParcelAddress): ParcelAddress {
  const { country, country_code, province, province_code, city, district, zip, latitude, longitude } =
    address;
  const region = { country, country_code, province, province_code, city, district, zip };
  return { ...emptyAddress, ...region, latitude, longitude };
}

/** @param whole whether it says who gets the parcel */
export function rateQuestion(shop: string, parcel: Parcel, whole: boolean): WrittenQuestion {
  const { cod, destination, origin, items, currency_code: currency } = parcel;
  const asked: RateQuestion = {
    destination: whole ? destination : regionOf(destination),
    origin,
    items: [...items],
    currency,
    subtotal: subtotalOf(parcel),
  };
  return {
    topic: cod ? "shipping/list/cod" : "shipping/list/non_cod",
    shop,
    body: Buffer.from(JSON.stringify(asked), "utf8"),
  };
}

/** One word for this question; it is the same for the same parcel alone, and says nothing about it. */
export function questionKey({ body }: WrittenQuestion): string {
  return createHash("sha256").update(body).digest("base64url");
}

/** The request by which an app is asked, signed as its webhooks are. */
export function rateRequest(
  { id, url }: Callback,
  { topic, shop, body }: WrittenQuestion,
  secret: string,
): SendRequest {
  return {
    ...signedPost({ url, topic, shop, body, secret }),
    // Apps behind one origin take no connection from each other, nor do the shops of one app.
    pool: String(id),
    timeoutMs: answerMs,
    wantedBytes: rateLimits.bytes,
  };
}
