import { createHash } from "node:crypto";
import { currencyExponent, fromUnits, type RateQuestion, rateLimits, toUnits } from "@souk/contract";
import { type SendRequest, signedPost } from "@souk/delivery";
import type { Callback, CallbackTopic } from "../customisation/index.ts";
import type { Parcel } from "./parcel.ts";

/** What apps are asked with for one parcel; every app gets the same bytes. */
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

export function rateQuestion(shop: string, parcel: Parcel): WrittenQuestion {
  const { cod, destination, origin, items, currency_code: currency } = parcel;
  const asked: RateQuestion = {
    destination,
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
