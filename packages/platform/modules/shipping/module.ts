import type { Module } from "../../infrastructure/module.ts";
import { createQuoteRates } from "./quote-rates.ts";
import { createShippingRoutes } from "./routes.ts";
import type { ShippingDeps } from "./shipping-deps.ts";

/** Create the shipping module, which requests shipping rates from apps. */
export function shippingModule(deps: ShippingDeps): Module {
  return { name: "shipping", tables: [], routes: createShippingRoutes(createQuoteRates(deps)) };
}
