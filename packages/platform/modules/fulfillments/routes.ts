import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { cancelFulfillment } from "./cancel-fulfillment.ts";
import { createFulfillment } from "./create-fulfillment.ts";
import type { FulfillmentDesk } from "./fulfillment-desk.ts";
import {
  countFulfillments,
  countOrderFulfillments,
  getFulfillment,
  listFulfillments,
  listOrderFulfillments,
} from "./list-fulfillments.ts";
import { updateFulfillment } from "./update-fulfillment.ts";

/** The operations of fulfillments. */
export function fulfillmentRoutes(desk: FulfillmentDesk): Route[] {
  return [
    write(operations.createFulfillment, (tx, call) => createFulfillment(desk, tx, call)),
    read(operations.listOrderFulfillments, listOrderFulfillments),
    read(operations.countOrderFulfillments, countOrderFulfillments),
    read(operations.getFulfillment, getFulfillment),
    read(operations.listFulfillments, listFulfillments),
    read(operations.countFulfillments, countFulfillments),
    write(operations.updateFulfillment, (tx, call) => updateFulfillment(desk, tx, call)),
    write(operations.cancelFulfillment, (tx, call) => cancelFulfillment(desk, tx, call)),
  ];
}
