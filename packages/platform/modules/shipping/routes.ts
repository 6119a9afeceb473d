import { operations } from "@souk/contract";
import { preparedWrite, type Route } from "../../infrastructure/routing/route.ts";
import type { QuoteRates } from "./quote-rates.ts";
import { readParcel } from "./read-parcel.ts";

/**
 * Create the route that requests shipping rates from apps. The route changes no data. But because its requests are POST
 * requests, each response is stored for repeated requests with the same Idempotency-Key.
 */
export function createShippingRoutes(quoteRates: QuoteRates): Route[] {
  return [
    preparedWrite(
      operations.listShippingRates,
      async (database, { store, body }) =>
        quoteRates(database, store, await readParcel(database, store, body)),
      async (_tx, _call, quote) => quote,
    ),
  ];
}
