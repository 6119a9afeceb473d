import { type Static, Type } from "typebox";
import { moneyIn, moneyOut, nullable } from "../schemas/common.ts";
import { orderAddress } from "../schemas/order-address.ts";

/** What is taken of an app's answer at most, and for how long it is waited for (gaps.md, "curls"). Texts in characters. */
export const rateLimits = {
  seconds: 5,
  /** A hundred rates of the usual length are a third of it. */
  bytes: 64 * 1024,
  rates: 100,
  /** Also of an id with what an order keeps before it. */
  text: 255,
  remark: 1000,
  url: 2048,
} as const;

const measure = nullable(Type.Number({ description: "Of one unit; null: nobody entered it." }));

/** One line of a parcel. */
const parcelItem = Type.Object({
  product_id: nullable(Type.Integer({ description: "Null for a custom item, as the variant is." })),
  variant_id: nullable(Type.Integer()),
  name: Type.String(),
  sku: Type.String(),
  quantity: Type.Integer(),
  grams: Type.Number({ description: "Of one unit." }),
  width: measure,
  height: measure,
  length: measure,
  price: Type.String({ description: "Of one unit, with the decimals of the parcel's currency." }),
  shipping_required: Type.Boolean(),
});

/** What an app's callback of shipping/list/cod and shipping/list/non_cod is sent. */
export const rateQuestion = Type.Object({
  destination: {
    ...orderAddress,
    description:
      "Who gets the parcel, for an app with read_orders, read_customers or read_shipping. For any other name, company, phone, email, " +
      "address1 and address2 are empty.",
  },
  origin: orderAddress,
  items: Type.Array(parcelItem),
  currency: Type.String({ description: "ISO 4217; of every amount, and of those in the answer." }),
  subtotal: moneyOut,
});

const text = (most: number, description = "") =>
  Type.Optional(Type.String({ maxLength: most, ...(description === "" ? {} : { description }) }));

const appRate = Type.Object({
  id: Type.Union([Type.String({ minLength: 1, maxLength: rateLimits.text }), Type.Integer()], {
    description:
      "The app's own; an order keeps it as `<app_handle>-shipping-<id>`, which has at most " +
      `${rateLimits.text} characters (ORD-3). Printable characters, no space at its ends; none twice in an answer.`,
  }),
  name: Type.String({
    minLength: 1,
    maxLength: rateLimits.text,
    description: "What the customer reads, as text.",
  }),
  shipping_charge: moneyIn,
  handling_fee: Type.Optional({ ...moneyIn, description: "The same; 0 when left out." }),
  remark: text(rateLimits.remark),
  courier_name: text(rateLimits.text),
  courier_url: text(rateLimits.url, "An http or https address."),
});

/** The answer of such a callback. */
export const rateAnswer = Type.Object({
  rate: Type.Array(appRate, {
    maxItems: rateLimits.rates,
    description:
      "Empty: no rates for this parcel. A rate with a wrong field is left out, and so are those after the first " +
      `${rateLimits.rates}; at most ${rateLimits.bytes / 1024} KiB of an answer are read.`,
  }),
});

/** An address of a parcel; what is not known is empty, or null. */
export type ParcelAddress = Static<typeof orderAddress>;
/** One line of a parcel. Prices, weights and sizes are of one unit. */
export type ParcelItem = Static<typeof parcelItem>;
/** A shop's question for rates. */
export type RateQuestion = Static<typeof rateQuestion>;
/** One rate of the answer, `{"rate": [{id, name, …}]}`. */
export type AppRate = Static<typeof appRate>;
