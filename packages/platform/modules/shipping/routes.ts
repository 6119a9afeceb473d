import { operations } from "@souk/contract";
import { preparedWrite, type Route } from "../../routing/route.ts";
import type { QuoteRates } from "./quote-rates.ts";
import { readParcel } from "./read-parcel.ts";

/** The operation that asks apps for rates. It changes nothing, and as a POST it keeps its answer for Idempotency-Key. */
export function shippingRoutes(quoteRates: QuoteRates): Route[] {
  return [
    preparedWrite(
      operations.listShippingRates,
      async (database, { store, body }) =>
        quoteRates(database, store, await readParcel(database, store, body)),
      async (_tx, _call, quote) => quote,
    ),
  ];
}
