import { Type } from "typebox";
import { refundExamples as examples } from "../examples/refund.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse } from "../schemas/common.ts";
import { refund } from "../schemas/refund.ts";
import { maxRefunds, refundCancel, refundCreate } from "../schemas/refund-input.ts";
import {
  orderParams,
  orderRecordFilters,
  orderRecordListParameters,
  orderRecordParams,
} from "./order-record-filters.ts";

const commonProperties = { surface: "3.0", auth: "token" } as const;
const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_orders"]],
  rights: [["orders.view"]],
  definedBy: "souk",
} as const;
const writeOperation = {
  ...commonProperties,
  scopes: [["write_orders"]],
  rights: [["orders.refund"]],
  query: {},
  wrapper: "refund",
} as const;
const response = Type.Object({ refund });

const refundTopics = [
  "order/update",
  "customer/update",
  "inventory_level/inventory_quantity_update",
  "product/update",
] as const;

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const refundOperations = {
  createRefund: defineOperation({
    ...writeOperation,
    id: "refunds.create",
    method: "POST",
    path: "/orders/:order_id/refund.json",
    params: orderParams,
    body: refundCreate,
    response,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["refund/create", ...refundTopics],
    summary: "Refund an order",
    description:
      "Refunds money, units or both. Without `amount` and `restock_items`, refunds the full amount left to refund on " +
      "the payment. If an order has several payments, each payment needs its own refund. The money is returned by a " +
      "transaction of kind `refund` through the payment's gateway. Points are refunded in proportion to the " +
      "amount, rounded down; a full refund returns all points. Unfulfilled units in the refund no longer have to be " +
      "fulfilled. An order can have at most " +
      `${maxRefunds} refunds, including canceled ones (409).`,
    definedBy: "souk",
    clauses: ["ORD-7", "WHK-9"],
    example: examples.create,
  }),
  listRefunds: defineOperation({
    ...readOperation,
    id: "refunds.list",
    path: "/orders/:order_id/refunds.json",
    params: orderParams,
    query: orderRecordListParameters,
    response: createListSchema("refunds", refund),
    errors: ["not_found", "invalid"],
    summary: "List the refunds of an order",
    clauses: ["ORD-7", "LST-1"],
    example: examples.list,
  }),
  countRefunds: defineOperation({
    ...readOperation,
    id: "refunds.count",
    path: "/orders/:order_id/refunds/count.json",
    params: orderParams,
    query: orderRecordFilters,
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count the refunds of an order",
    clauses: [],
    example: examples.count,
  }),
  getRefund: defineOperation({
    ...readOperation,
    id: "refunds.get",
    path: "/orders/:order_id/refunds/:id.json",
    params: orderRecordParams,
    query: { fields: listParameters.fields },
    response,
    errors: ["not_found"],
    summary: "Get a refund of an order",
    clauses: ["ORD-7", "WHK-14"],
    example: examples.get,
  }),
  cancelRefund: defineOperation({
    ...writeOperation,
    id: "refunds.cancel",
    method: "PUT",
    path: "/orders/:order_id/cancel_refund/:id/cancel.json",
    params: orderRecordParams,
    body: refundCancel,
    response,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["refund/cancel", ...refundTopics],
    summary: "Cancel a refund",
    description:
      "A transaction of kind `void` makes the money count as paid again. Store credit and points are deducted from " +
      "the customer again; an insufficient balance is rejected with 409. Restocked units stay in stock, unless " +
      "`is_revert_restock` is `true`. In that case, they are removed from stock again (409 if a variant with inventory_policy " +
      "`deny` has too little stock), and units that were unfulfilled have to be fulfilled again. `is_revert_restock` " +
      "is rejected with 409 for a canceled order or a deleted location.",
    definedBy: "souk",
    clauses: ["ORD-7", "WHK-9"],
    example: examples.cancel,
  }),
} as const;
