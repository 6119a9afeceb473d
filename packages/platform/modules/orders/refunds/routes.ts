import { operations } from "@souk/contract";
import { type Route, read, write } from "../../../routing/route.ts";
import type { OrderDesk } from "../order-desk.ts";
import { countOrderPart, getOrderPart, listOrderPart } from "../order-part-lists.ts";
import { cancelRefund } from "./cancel-refund.ts";
import { createRefund } from "./create-refund.ts";

const one = { part: "refunds", singular: "refund" } as const;

/** The operations of refunds. */
export function refundRoutes(desk: OrderDesk): Route[] {
  const { documents } = desk;
  return [
    write(operations.createRefund, (tx, call) => createRefund(desk, tx, call)),
    read(operations.listRefunds, (_database, call) => listOrderPart(documents, call, "refunds")),
    read(operations.countRefunds, (_database, call) => countOrderPart(documents, call, "refunds")),
    read(operations.getRefund, (_database, call) => getOrderPart(documents, call, one)),
    write(operations.cancelRefund, (tx, call) => cancelRefund(desk, tx, call)),
  ];
}
