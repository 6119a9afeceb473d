import { listShippingRatesExample } from "../examples/shipping-rate.ts";
import { operation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { shippingRateQuestion, shippingRates } from "../schemas/shipping-rate.ts";

export const shippingRateOperations = {
  listShippingRates: operation({
    surface: "3.0",
    caller: "token",
    scopes: [["read_shipping"], ["read_products"]],
    id: "shipping_rates.list",
    method: "POST",
    path: "/shipping_rates.json",
    params: noParams,
    query: {},
    body: shippingRateQuestion,
    wrapper: "shipping_rate",
    answer: shippingRates,
    refusals: ["invalid"],
    summary: "Ask the store's apps for the shipping rates of a parcel",
    description:
      "Every enabled app with a callback (`/curls.json`) for the topic is asked at once, and none is waited for longer than " +
      "5 seconds. An app that does not answer is taken at its last good answer for the same parcel, for 10 minutes. Nothing is changed.",
    badge: "decided",
    clauses: [],
    example: listShippingRatesExample,
  }),
} as const;
