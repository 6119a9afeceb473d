import { Type } from "typebox";
import { refundExamples as examples } from "../examples/refund.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse } from "../schemas/common.ts";
import { refund } from "../schemas/refund.ts";
import { maxRefunds, refundCancel, refundCreate } from "../schemas/refund-input.ts";
import { ofOrder, ofOrderPart, orderPartFilters, orderPartList } from "./order-part-filters.ts";

const base = { surface: "3.0", auth: "token" } as const;
const read = { ...base, method: "GET", scopes: [["read_orders"]], badge: "decided" } as const;
const write = { ...base, scopes: [["write_orders"]], query: {}, wrapper: "refund" } as const;
const response = Type.Object({ refund });

const moved = [
  "order/update",
  "customer/update",
  "inventory_level/inventory_quantity_update",
  "product/update",
] as const;

/** Operations in reference order, which is the order in which their examples run. */
export const refundOperations = {
  createRefund: defineOperation({
    ...write,
    id: "refunds.create",
    method: "POST",
    path: "/orders/:order_id/refund.json",
    params: ofOrder,
    body: refundCreate,
    response,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["refund/create", ...moved],
    summary: "Refund an order",
    description:
      "Refunds money, units or both. Without `amount`, refunds everything left of the payment; an order with " +
      "several payments is refunded payment by payment. The money is one transaction of kind `refund` through the " +
      "payment's gateway. Points are refunded in proportion, rounded down, and completely with a full refund. " +
      `Unfulfilled units in the refund are no longer to be fulfilled. An order can have at most ${maxRefunds} ` +
      "refunds, including cancelled ones (409).",
    badge: "decided",
    clauses: ["ORD-7", "WHK-9"],
    example: examples.create,
  }),
  listRefunds: defineOperation({
    ...read,
    id: "refunds.list",
    path: "/orders/:order_id/refunds.json",
    params: ofOrder,
    query: orderPartList,
    response: createListSchema("refunds", refund),
    errors: ["not_found", "invalid"],
    summary: "List the refunds of an order",
    clauses: ["ORD-7", "LST-1"],
    example: examples.list,
  }),
  countRefunds: defineOperation({
    ...read,
    id: "refunds.count",
    path: "/orders/:order_id/refunds/count.json",
    params: ofOrder,
    query: orderPartFilters,
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count the refunds of an order",
    clauses: [],
    example: examples.count,
  }),
  getRefund: defineOperation({
    ...read,
    id: "refunds.get",
    path: "/orders/:order_id/refunds/:id.json",
    params: ofOrderPart,
    query: { fields: listParameters.fields },
    response,
    errors: ["not_found"],
    summary: "Get a refund of an order",
    clauses: ["ORD-7", "WHK-14"],
    example: examples.get,
  }),
  cancelRefund: defineOperation({
    ...write,
    id: "refunds.cancel",
    method: "PUT",
    path: "/orders/:order_id/cancel_refund/:id/cancel.json",
    params: ofOrderPart,
    body: refundCancel,
    response,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["refund/cancel", ...moved],
    summary: "Cancel a refund",
    description:
      "The money counts as paid again, by a transaction of kind `void`. Store credit and points are deducted from " +
      "the customer again; an insufficient balance is rejected with 409. Restocked units stay in stock unless " +
      "`is_revert_restock` is `true`: then they are removed again (409 if a variant with inventory_policy `deny` " +
      "has too few), and units that were unfulfilled are to be fulfilled again. `is_revert_restock` is rejected " +
      "with 409 for a cancelled order or a deleted location.",
    badge: "decided",
    clauses: ["ORD-7", "WHK-9"],
    example: examples.cancel,
  }),
} as const;
