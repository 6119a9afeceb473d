import { operations } from "@souk/contract";
import { preparedWrite, type Route, read } from "../../infrastructure/routing/route.ts";
import { listFulfillmentApps } from "./fulfillment-apps.ts";
import type { FulfillmentRequestsDeps } from "./fulfillment-requests-deps.ts";
import { getRequest } from "./get-request.ts";
import { countRequests, listRequests } from "./list-requests.ts";
import { finishRequest, sendToApp } from "./send-request.ts";

/** Create the routes of the Fulfill action: list the apps, send orders to an app, read the results. */
export function createFulfillmentRequestRoutes(deps: FulfillmentRequestsDeps): Route[] {
  return [
    read(operations.listFulfillmentApps, (database, { store, signed_in, query }) =>
      listFulfillmentApps(database, { store_id: store.id, signed_in, ...query }),
    ),
    preparedWrite(
      operations.sendFulfillmentRequest,
      (database, call) => sendToApp(database, call, deps),
      (tx, call, sentRequest) => finishRequest(tx, { call, sentRequest }, deps),
    ),
    read(operations.listFulfillmentRequests, (database, call) => listRequests(database, call)),
    read(operations.countFulfillmentRequests, (database, call) => countRequests(database, call)),
    read(operations.getFulfillmentRequest, (database, call) => getRequest(database, call)),
  ];
}
