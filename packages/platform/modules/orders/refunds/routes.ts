import { operations } from "@souk/contract";
import { type Route, read, write } from "../../../infrastructure/routing/route.ts";
import { countChildRecords, getChildRecord, listChildRecords } from "../order-child-lists.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { cancelRefund } from "./cancel-refund.ts";
import { createRefund } from "./create-refund.ts";

const refundList = { listName: "refunds", singular: "refund" } as const;

/** Create the routes of refunds. */
export function createRefundRoutes(deps: OrdersDeps): Route[] {
  const { orderSnapshots } = deps;
  return [
    write(operations.createRefund, (tx, call) => createRefund(deps, tx, call)),
    read(operations.listRefunds, (_database, call) => listChildRecords(orderSnapshots, call, "refunds")),
    read(operations.countRefunds, (_database, call) => countChildRecords(orderSnapshots, call, "refunds")),
    read(operations.getRefund, (_database, call) => getChildRecord(orderSnapshots, call, refundList)),
    write(operations.cancelRefund, (tx, call) => cancelRefund(deps, tx, call)),
  ];
}
