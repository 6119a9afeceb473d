import { callbacks, fulfillLimits } from "@souk/contract";
import { databaseClock as realClock } from "@souk/delivery";
import type { Job } from "../housekeeping/index.ts";
import {
  endUnanswered,
  type FulfillmentRequestsWiring,
  forgetRequests,
  fulfillmentRequestPages,
  fulfillmentRequestRoutes,
} from "../modules/fulfillment-requests/index.ts";
import type { SecretReader } from "../modules/partners/index.ts";
import type { PageRoute } from "../routing/page.ts";
import type { Route } from "../routing/route.ts";
import { createSender } from "./create-sender.ts";
import type { House } from "./house.ts";

/** The Fulfill action, with a sender of its own: a merchant waits for its answers. */
export interface FulfillmentSide {
  routes: Route[];
  pages: PageRoute[];
  housekeeping: Job[];
  close(): Promise<void>;
}

/** All of the ten seconds may pass before an app begins to answer. */
const limits = { headersMs: fulfillLimits.seconds * 1000 };

export function createFulfillmentSide(house: House, secrets: SecretReader): FulfillmentSide {
  const { addresses, clock, allowLoopback, databaseClock = realClock } = house;
  const sender = createSender(house, callbacks["fulfillment/single"].agent, limits);
  const wiring: FulfillmentRequestsWiring = {
    ...{ addresses, clock, databaseClock },
    ...{ secrets, sender, allowLoopback },
  };
  return {
    routes: fulfillmentRequestRoutes(wiring),
    pages: fulfillmentRequestPages({ ownDomain: addresses.domain, allowLoopback }),
    housekeeping: [
      {
        name: "end unanswered fulfillment requests",
        everyMs: 10_000,
        run: (database) => endUnanswered(database, databaseClock),
      },
      {
        name: "forget fulfillment requests",
        everyMs: 3_600_000,
        run: (database) => forgetRequests(database, clock),
      },
    ],
    close: () => sender.close(),
  };
}
