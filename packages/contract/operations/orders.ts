import { Type } from "typebox";
import { orderExamples } from "../examples/order.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, idParam, noParams, nothing } from "../schemas/common.ts";
import { order } from "../schemas/order.ts";
import { orderCancel, orderCreate, orderUpdate } from "../schemas/order-input.ts";
import { orderFilters, orderSort } from "./order-filters.ts";

const answer = Type.Object({ order });

const stockTopics = ["inventory_level/inventory_quantity_update", "product/update"] as const;

const read = { surface: "3.0", caller: "token", method: "GET", scopes: [["read_orders"]] } as const;

const write = { surface: "3.0", caller: "token", scopes: [["write_orders"]], query: {} } as const;

const step = {
  ...write,
  method: "POST",
  params: idParam,
  wrapper: "order",
  answer,
  refusals: ["not_found", "conflict"],
} as const;

/** In the order of the reference, which is that in which their examples run. */
export const orderOperations = {
  createOrder: operation({
    ...write,
    id: "orders.create",
    method: "POST",
    path: "/orders.json",
    params: noParams,
    wrapper: "order",
    body: orderCreate,
    answer,
    refusals: ["invalid"],
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
      "Also one that was placed elsewhere. Lines name variants, or say what they are themselves. Its units are taken from stock at " +
      "one location that has all of them where there is one, and are committed until they are sent (INV-3); what is not there is " +
      "refused, naming the line, unless inventory_behaviour says otherwise. The rate of its currency stays as it is at this moment. " +
      "What it says of money and states follows from its lines, transactions and fulfillments, and cannot be sent.",
    badge: "documented",
    clauses: ["ORD-3", "ORD-4", "ORD-7"],
    example: orderExamples.create,
  }),
  listOrders: operation({
    ...read,
    id: "orders.list",
    path: "/orders.json",
    params: noParams,
    query: { ...listParameters, ...orderFilters, sort: orderSort },
    answer: listOf("orders", order),
    refusals: ["invalid"],
    summary: "List orders",
    badge: "documented",
    clauses: ["ORD-1", "LST-1", "LST-4", "LST-7", "LST-8"],
    example: orderExamples.list,
  }),
  countOrders: operation({
    ...read,
    id: "orders.count",
    path: "/orders/count.json",
    params: noParams,
    query: orderFilters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count orders",
    badge: "decided",
    clauses: [],
    example: orderExamples.count,
  }),
  getOrder: operation({
    ...read,
    id: "orders.get",
    path: "/orders/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    answer,
    refusals: ["not_found"],
    summary: "Get an order",
    badge: "documented",
    clauses: ["ORD-2", "ORD-7", "WHK-14"],
    example: orderExamples.get,
  }),
  updateOrder: operation({
    ...write,
    id: "orders.update",
    method: "PUT",
    path: "/orders/:id.json",
    params: idParam,
    wrapper: "order",
    body: orderUpdate,
    answer,
    refusals: ["not_found", "invalid"],
    topics: ["order/update", "customer/update"],
    summary: "Update an order",
    description:
      "What is sent changes, the rest stays; what is as asked already changes nothing and sends nothing. Lines, money and states are " +
      "changed by operations of their own; here they are let pass.",
    badge: "decided",
    clauses: [],
    example: orderExamples.update,
  }),
  closeOrder: operation({
    ...step,
    id: "orders.close",
    path: "/orders/:id/close.json",
    topics: ["order/update"],
    summary: "Close an order",
    description: "It is done with. A cancelled order cannot be closed (409).",
    badge: "decided",
    clauses: [],
    example: orderExamples.close,
  }),
  openOrder: operation({
    ...step,
    id: "orders.open",
    path: "/orders/:id/open.json",
    topics: ["order/update"],
    summary: "Open a closed order",
    description: "A cancelled order cannot be opened again (409).",
    badge: "decided",
    clauses: [],
    example: orderExamples.open,
  }),
  cancelOrder: operation({
    ...step,
    id: "orders.cancel",
    path: "/orders/:id/cancel.json",
    body: orderCancel,
    refusals: ["not_found", "invalid", "conflict"],
    topics: ["order/cancel", "order/update", "refund/create", "customer/update", ...stockTopics],
    summary: "Cancel an order",
    description:
      "Final. Its units are no longer committed and go back into stock, unless restock is false. Store credit and points that it was " +
      "paid with are given back, each payment by a refund that is told (however many refunds there are), and what is authorized and not captured is voided; other money " +
      "is refunded apart. While a fulfillment is not cancelled, the order cannot be (409).",
    badge: "documented",
    clauses: ["ORD-5"],
    example: orderExamples.cancel,
  }),
  deleteOrder: operation({
    ...write,
    id: "orders.delete",
    method: "DELETE",
    path: "/orders/:id.json",
    params: idParam,
    answer: nothing,
    refusals: ["not_found", "conflict"],
    topics: ["customer/update"],
    summary: "Delete an order",
    description:
      "Only a cancelled one (409). The ledgers keep what it moved. No topic tells of it but that its customer has one order less.",
    badge: "decided",
    clauses: [],
    example: orderExamples.delete,
  }),
} as const;
