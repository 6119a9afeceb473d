import { operations } from "@souk/contract";
import { type Route, read, write } from "../../../infrastructure/routing/route.ts";
import { countOrderPart, getOrderPart, listOrderPart } from "../order-part-lists.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { cancelRefund } from "./cancel-refund.ts";
import { createRefund } from "./create-refund.ts";

const refundPart = { part: "refunds", singular: "refund" } as const;

/** Create the routes of refunds. */
export function createRefundRoutes(deps: OrdersDeps): Route[] {
  const { documents } = deps;
  return [
    write(operations.createRefund, (tx, call) => createRefund(deps, tx, call)),
    read(operations.listRefunds, (_database, call) => listOrderPart(documents, call, "refunds")),
    read(operations.countRefunds, (_database, call) => countOrderPart(documents, call, "refunds")),
    read(operations.getRefund, (_database, call) => getOrderPart(documents, call, refundPart)),
    write(operations.cancelRefund, (tx, call) => cancelRefund(deps, tx, call)),
  ];
}
