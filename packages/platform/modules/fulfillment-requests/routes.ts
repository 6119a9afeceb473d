import { operations } from "@souk/contract";
import { preparedWrite, type Route, read } from "../../routing/route.ts";
import { listFulfillmentApps } from "./fulfillment-apps.ts";
import { getRequest } from "./get-request.ts";
import { countRequests, listRequests } from "./list-requests.ts";
import type { FulfillmentRequestsWiring } from "./requests-wiring.ts";
import { askAboutOrders, settleAsked } from "./send-request.ts";

/** The Fulfill action: whom merchants can hand orders to, the handing over, and what came of it. */
export function fulfillmentRequestRoutes(wiring: FulfillmentRequestsWiring): Route[] {
  return [
    read(operations.listFulfillmentApps, (database, { store, query }) =>
      listFulfillmentApps(database, { store_id: store.id, ...query }),
    ),
    preparedWrite(
      operations.sendFulfillmentRequest,
      (database, call) => askAboutOrders(database, call, wiring),
      (tx, call, asked) => settleAsked(tx, { call, asked }, wiring),
    ),
    read(operations.listFulfillmentRequests, (database, call) => listRequests(database, call)),
    read(operations.countFulfillmentRequests, (database, call) => countRequests(database, call)),
    read(operations.getFulfillmentRequest, (database, call) => getRequest(database, call)),
  ];
}
