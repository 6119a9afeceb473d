import type { Module } from "../../infrastructure/module.ts";
import { deleteRequests } from "./delete-requests.ts";
import { failUnansweredRequests } from "./fail-unanswered-requests.ts";
import type { FulfillmentRequestsDeps } from "./fulfillment-requests-deps.ts";
import { createFulfillmentRequestPages } from "./request-page.ts";
import { createFulfillmentRequestRoutes } from "./routes.ts";

/** Create the module for the Fulfill action, which asks an app to ship orders. */
export function fulfillmentRequestsModule(deps: FulfillmentRequestsDeps): Module {
  const { addresses, localAccess, clock, databaseClock } = deps;
  return {
    name: "fulfillment-requests",
    tables: ["fulfillment_requests"],
    routes: createFulfillmentRequestRoutes(deps),
    pages: createFulfillmentRequestPages({ ownDomains: addresses.ownDomains, localAccess }),
    housekeeping: [
      {
        name: "fail unanswered fulfillment requests",
        everyMs: 10_000,
        run: (database) => failUnansweredRequests(database, databaseClock),
      },
      {
        name: "delete old fulfillment requests",
        everyMs: 3_600_000,
        run: (database) => deleteRequests(database, clock),
      },
    ],
  };
}
