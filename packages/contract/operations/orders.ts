import { Type } from "typebox";
import { orderExamples } from "../examples/order.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, idParam, noParams } from "../schemas/common.ts";
import { order } from "../schemas/order.ts";
import { orderCancel, orderCreate, orderUpdate } from "../schemas/order-input.ts";
import { orderFilters, orderSort } from "./order-filters.ts";

const response = Type.Object({ order });

const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"] as const;

const readOperation = {
  surface: "3.0",
  auth: "token",
  method: "GET",
  scopes: [["read_orders"]],
  rights: [["orders.view"]],
} as const;

const writeOperation = {
  surface: "3.0",
  auth: "token",
  scopes: [["write_orders"]],
  rights: [["orders.edit"]],
  query: {},
} as const;

const statusChange = {
  ...writeOperation,
  method: "POST",
  params: idParam,
  wrapper: "order",
  response,
  errors: ["not_found", "conflict"],
} as const;

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const orderOperations = {
  createOrder: defineOperation({
    ...writeOperation,
    id: "orders.create",
    method: "POST",
    path: "/orders.json",
    params: noParams,
    wrapper: "order",
    body: orderCreate,
    response,
    errors: ["invalid"],
    topics: [
      "order/create",
      "order/paid",
      "order/partially_paid",
      "customer/create",
      "customer/update",
      ...stockTopics,
    ],
    summary: "Create an order",
    description:
      "Creates an order, which may have been placed on another channel. Each line item references a variant, or is a " +
      "custom item with its own name and price. If one location has all units, the stock is taken from there. The " +
      "units are committed until they are fulfilled. A line without enough stock is rejected, unless " +
      "`inventory_behaviour` allows it. The exchange rate of the currency is fixed at creation. Totals and " +
      "statuses are computed from line items, transactions and fulfillments, and cannot be set.",
    definedBy: "interface",
    clauses: ["ORD-3", "ORD-4", "ORD-7"],
    example: orderExamples.create,
  }),
  listOrders: defineOperation({
    ...readOperation,
    id: "orders.list",
    path: "/orders.json",
    params: noParams,
    query: { ...listParameters, ...orderFilters, sort: orderSort },
    response: createListSchema("orders", order),
    errors: ["invalid"],
    summary: "List orders",
    definedBy: "interface",
    clauses: ["ORD-1", "LST-1", "LST-4", "LST-7", "LST-8"],
    example: orderExamples.list,
  }),
  countOrders: defineOperation({
    ...readOperation,
    id: "orders.count",
    path: "/orders/count.json",
    params: noParams,
    query: orderFilters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count orders",
    definedBy: "souk",
    clauses: [],
    example: orderExamples.count,
  }),
  getOrder: defineOperation({
    ...readOperation,
    id: "orders.get",
    path: "/orders/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    response,
    errors: ["not_found"],
    summary: "Get an order",
    definedBy: "interface",
    clauses: ["ORD-2", "ORD-7", "WHK-14"],
    example: orderExamples.get,
  }),
  updateOrder: defineOperation({
    ...writeOperation,
    id: "orders.update",
    method: "PUT",
    path: "/orders/:id.json",
    params: idParam,
    wrapper: "order",
    body: orderUpdate,
    response,
    errors: ["not_found", "invalid"],
    topics: ["order/update", "customer/update"],
    summary: "Update an order",
    description:
      "Omitted fields are left unchanged; an update without changes emits no event. Line items, amounts and " +
      "statuses are accepted and ignored, because they have their own endpoints.",
    definedBy: "souk",
    clauses: [],
    example: orderExamples.update,
  }),
  closeOrder: defineOperation({
    ...statusChange,
    id: "orders.close",
    path: "/orders/:id/close.json",
    topics: ["order/update"],
    summary: "Close an order",
    description: "Archives the order. A canceled order cannot be closed (409).",
    definedBy: "souk",
    clauses: [],
    example: orderExamples.close,
  }),
  openOrder: defineOperation({
    ...statusChange,
    id: "orders.open",
    path: "/orders/:id/open.json",
    topics: ["order/update"],
    summary: "Reopen an order",
    description: "A canceled order cannot be reopened (409).",
    definedBy: "souk",
    clauses: [],
    example: orderExamples.open,
  }),
  cancelOrder: defineOperation({
    ...statusChange,
    id: "orders.cancel",
    rights: [["orders.cancel"]],
    path: "/orders/:id/cancel.json",
    body: orderCancel,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["order/cancel", "order/update", "refund/create", "customer/update", ...stockTopics],
    summary: "Cancel an order",
    description:
      "Canceling is final. Units are no longer committed and return to stock unless `restock` is `false`. " +
      "Payments with store credit and points are refunded, each with a `refund/create` event. Authorizations that " +
      "are not captured are voided. Other payments must be refunded separately. An order cannot be canceled (409) if " +
      "it has a fulfillment that is not canceled.",
    definedBy: "interface",
    clauses: ["ORD-5"],
    example: orderExamples.cancel,
  }),
  deleteOrder: defineOperation({
    ...writeOperation,
    id: "orders.delete",
    rights: [["orders.cancel"]],
    method: "DELETE",
    path: "/orders/:id.json",
    params: idParam,
    response: emptyObject,
    errors: ["not_found", "conflict"],
    topics: ["customer/update"],
    summary: "Delete an order",
    description:
      "Only a canceled order can be deleted (409). Its inventory movements are kept. Emits only `customer/update`.",
    definedBy: "souk",
    clauses: [],
    example: orderExamples.delete,
  }),
} as const;
