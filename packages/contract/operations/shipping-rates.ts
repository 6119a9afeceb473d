import { listShippingRatesExample } from "../examples/shipping-rate.ts";
import { defineOperation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { shippingRateInput, shippingRates } from "../schemas/shipping-rate.ts";

export const shippingRateOperations = {
  listShippingRates: defineOperation({
    surface: "3.0",
    auth: "token",
    scopes: [["read_shipping"], ["read_products"]],
    rights: [["shipping.view"], ["products.view"]],
    id: "shipping_rates.list",
    method: "POST",
    path: "/shipping_rates.json",
    params: noParams,
    query: {},
    body: shippingRateInput,
    wrapper: "shipping_rate",
    response: shippingRates,
    errors: ["invalid"],
    summary: "Calculate shipping rates",
    description:
      "Requests rates for a parcel from every enabled app that has a callback (`/curls.json`) for the parcel's topic: " +
      "shipping/list/cod if `cod` is `true`, otherwise shipping/list/non_cod. The apps " +
      "are called at the same time and have 5 seconds to respond. If an app does not respond, its last valid rates for the same " +
      "parcel are used for up to 10 minutes. Changes no records.",
    definedBy: "souk",
    clauses: [],
    example: listShippingRatesExample,
  }),
} as const;
