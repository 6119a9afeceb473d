import { type Static, Type } from "typebox";
import { moneyAmount, moneyInput, nullable } from "../schemas/common.ts";
import { orderAddress } from "../schemas/order-address.ts";

/** Limits on an app's response (docs/spec/decided.md#callbacks). Lengths of text are in characters. */
export const shippingRateLimits = {
  seconds: 5,
  /** Maximum size of the response. A hundred rates of typical length need a third of this. */
  bytes: 64 * 1024,
  rates: 100,
  /** Maximum length of most texts. It also limits a rate's id together with its prefix, because an order stores both in one field. */
  text: 255,
  remark: 1000,
  url: 2048,
} as const;

const dimension = nullable(Type.Number({ description: "Dimension of one unit; null if unknown." }));

/** Line item of a parcel. */
const parcelItem = Type.Object({
  product_id: nullable(
    Type.Integer({ description: "Product id. For a custom item, `product_id` and `variant_id` are null." }),
  ),
  variant_id: nullable(Type.Integer()),
  name: Type.String(),
  sku: Type.String(),
  quantity: Type.Integer(),
  grams: Type.Number({ description: "Weight of one unit in grams." }),
  width: dimension,
  height: dimension,
  length: dimension,
  price: Type.String({ description: "Price of one unit, with the decimal places of the parcel's currency." }),
  shipping_required: Type.Boolean(),
});

/** Request body of shipping/list/cod and shipping/list/non_cod. */
export const rateRequest = Type.Object({
  destination: {
    ...orderAddress,
    description:
      "Recipient of the parcel. For an app with none of the scopes read_orders, read_customers and read_shipping, the name, " +
      "company, phone, email, address1 and address2 are empty.",
  },
  origin: orderAddress,
  items: Type.Array(parcelItem),
  currency: Type.String({ description: "ISO 4217 code of every amount in the request and the response." }),
  subtotal: moneyAmount,
});

const optionalText = (maxLength: number, description = "") =>
  Type.Optional(Type.String({ maxLength, ...(description === "" ? {} : { description }) }));

const appRate = Type.Object({
  id: Type.Union([Type.String({ minLength: 1, maxLength: shippingRateLimits.text }), Type.Integer()], {
    description:
      `Your id for the rate. The order stores \`<app_handle>-shipping-<id>\`, at most ${shippingRateLimits.text} characters ` +
      "in total. Printable characters without leading or trailing spaces; unique within the response.",
  }),
  name: Type.String({
    minLength: 1,
    maxLength: shippingRateLimits.text,
    description: "Name shown to the customer, as plain text.",
  }),
  shipping_charge: moneyInput,
  handling_fee: Type.Optional({
    ...moneyInput,
    description: "Handling fee in the parcel's currency. Defaults to 0.",
  }),
  remark: optionalText(shippingRateLimits.remark),
  courier_name: optionalText(shippingRateLimits.text),
  courier_url: optionalText(shippingRateLimits.url, "An http or https URL."),
});

/** Response body of shipping/list/cod and shipping/list/non_cod. */
export const rateResponse = Type.Object({
  rate: Type.Array(appRate, {
    maxItems: shippingRateLimits.rates,
    description:
      "Rates for the parcel, or an empty list if there are none. Rates with an invalid field and rates after the first " +
      `${shippingRateLimits.rates} are skipped. At most ${shippingRateLimits.bytes / 1024} KiB of the response are read.`,
  }),
});

/** Address of a parcel. Unknown fields are empty or null. */
export type ParcelAddress = Static<typeof orderAddress>;
/** Line item of a parcel. Its price, weight and dimensions are those of one unit. */
export type ParcelItem = Static<typeof parcelItem>;
/** Request for shipping rates. */
export type RateRequestBody = Static<typeof rateRequest>;
/** Rate of a response, `{"rate": [{id, name, …}]}`. */
export type AppRate = Static<typeof appRate>;
