import { Type } from "typebox";
import { refundExamples as examples } from "../examples/refund.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer } from "../schemas/common.ts";
import { refund } from "../schemas/refund.ts";
import { mostRefunds, refundCancel, refundCreate } from "../schemas/refund-input.ts";
import { ofOrder, ofOrderPart, orderPartFilters, orderPartList } from "./order-part-filters.ts";

const base = { surface: "3.0", caller: "token" } as const;
const read = { ...base, method: "GET", scopes: [["read_orders"]], badge: "decided" } as const;
const write = { ...base, scopes: [["write_orders"]], query: {}, wrapper: "refund" } as const;
const answer = Type.Object({ refund });

const moved = [
  "order/update",
  "customer/update",
  "inventory_level/inventory_quantity_update",
  "product/update",
] as const;

/** In the order of the reference, which is that in which their examples run. */
export const refundOperations = {
  createRefund: operation({
    ...write,
    id: "refunds.create",
    method: "POST",
    path: "/orders/:order_id/refund.json",
    params: ofOrder,
    body: refundCreate,
    answer,
    refusals: ["not_found", "invalid", "conflict"],
    topics: ["refund/create", ...moved],
    summary: "Refund an order",
    description:
      "Money, units or both; all that is left of the payment unless it says otherwise, and an order paid by several is refunded payment by payment. The money is one transaction of kind refund, through the gateway " +
      "of the payment that it gives back. Points go back in proportion, rounded down, and all of them when all is refunded. Units that " +
      `had not been sent are not to be sent any more. An order has at most ${mostRefunds} refunds, cancelled ones among them (409).`,
    badge: "decided",
    clauses: ["ORD-7", "WHK-9"],
    example: examples.create,
  }),
  listRefunds: operation({
    ...read,
    id: "refunds.list",
    path: "/orders/:order_id/refunds.json",
    params: ofOrder,
    query: orderPartList,
    answer: listOf("refunds", refund),
    refusals: ["not_found", "invalid"],
    summary: "List the refunds of an order",
    clauses: ["ORD-7", "LST-1"],
    example: examples.list,
  }),
  countRefunds: operation({
    ...read,
    id: "refunds.count",
    path: "/orders/:order_id/refunds/count.json",
    params: ofOrder,
    query: orderPartFilters,
    answer: countAnswer,
    refusals: ["not_found", "invalid"],
    summary: "Count the refunds of an order",
    clauses: [],
    example: examples.count,
  }),
  getRefund: operation({
    ...read,
    id: "refunds.get",
    path: "/orders/:order_id/refunds/:id.json",
    params: ofOrderPart,
    query: { fields: listParameters.fields },
    answer,
    refusals: ["not_found"],
    summary: "Get a refund of an order",
    clauses: ["ORD-7", "WHK-14"],
    example: examples.get,
  }),
  cancelRefund: operation({
    ...write,
    id: "refunds.cancel",
    method: "PUT",
    path: "/orders/:order_id/cancel_refund/:id/cancel.json",
    params: ofOrderPart,
    body: refundCancel,
    answer,
    refusals: ["not_found", "invalid", "conflict"],
    topics: ["refund/cancel", ...moved],
    summary: "Undo a refund",
    description:
      "The money counts as paid again, by a transaction of kind void; store credit and points are taken from the customer again, who must " +
      "have enough (409). The units that it put back stay, unless is_revert_restock is true: then they are taken out again, which a " +
      "variant of policy deny must have (409), and those that had not been sent are to be sent again; not so on a cancelled order, nor from a location that is gone (409).",
    badge: "decided",
    clauses: ["ORD-7", "WHK-9"],
    example: examples.cancel,
  }),
} as const;
