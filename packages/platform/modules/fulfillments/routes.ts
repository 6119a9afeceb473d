import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { cancelFulfillment } from "./cancel-fulfillment.ts";
import { createFulfillment } from "./create-fulfillment.ts";
import type { FulfillmentsDeps } from "./fulfillments-deps.ts";
import {
  countFulfillments,
  countOrderFulfillments,
  getFulfillment,
  listFulfillments,
  listOrderFulfillments,
} from "./list-fulfillments.ts";
import { updateFulfillment } from "./update-fulfillment.ts";

/** Create the routes of fulfillments. */
export function createFulfillmentRoutes(deps: FulfillmentsDeps): Route[] {
  return [
    write(operations.createFulfillment, (tx, call) => createFulfillment(deps, tx, call)),
    read(operations.listOrderFulfillments, listOrderFulfillments),
    read(operations.countOrderFulfillments, countOrderFulfillments),
    read(operations.getFulfillment, getFulfillment),
    read(operations.listFulfillments, listFulfillments),
    read(operations.countFulfillments, countFulfillments),
    write(operations.updateFulfillment, (tx, call) => updateFulfillment(deps, tx, call)),
    write(operations.cancelFulfillment, (tx, call) => cancelFulfillment(deps, tx, call)),
  ];
}
