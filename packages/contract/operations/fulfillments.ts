import { Type } from "typebox";
import { fulfillmentExamples } from "../examples/fulfillment.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, noParams } from "../schemas/common.ts";
import { fulfillment } from "../schemas/fulfillment.ts";
import { fulfillmentCreate, fulfillmentUpdate, mostFulfillments } from "../schemas/fulfillment-input.ts";
import { fulfillmentStates } from "../states/order-states.ts";
import { ofOrder, ofOrderPart, orderPartDates } from "./order-part-filters.ts";
import { sinceId } from "./product-filters.ts";

const answer = Type.Object({ fulfillment });

const ownFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  status: {
    kind: "texts",
    description: `Only those in these states, separated by commas: ${Object.keys(fulfillmentStates.states).join(", ")}.`,
  },
  ...orderPartDates,
} as const;

const filters = {
  ...ownFilters,
  order_id: { kind: "id", description: "Only those of this order." },
} as const;

const sort = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;

const base = { surface: "3.0", caller: "token" } as const;

const read = {
  ...base,
  method: "GET",
  scopes: [["read_orders"], ["read_fulfillments"]],
  badge: "decided",
  clauses: [],
} as const;

const write = {
  ...base,
  scopes: [["write_orders"], ["write_fulfillments"]],
  query: {},
  wrapper: "fulfillment",
  answer,
  refusals: ["not_found", "invalid", "conflict"],
} as const;

/** In the order of the reference, which is that in which their examples run. */
export const fulfillmentOperations = {
  createFulfillment: operation({
    ...write,
    id: "fulfillments.create",
    method: "POST",
    path: "/orders/:order_id/fulfillments.json",
    params: ofOrder,
    body: fulfillmentCreate,
    topics: ["fulfillment/create", "order/update"],
    summary: "Fulfil an order, or a part of it",
    description:
      "What it names counts as sent: its units are no longer committed. Without line_items and fulfillment_order it is all that is " +
      "unfulfilled. Where both are sent they must name the same units. More units than are left to send are refused, naming the " +
      "quantity (422); so is an order of which nothing is left, or that is cancelled (409). An order has at most " +
      `${mostFulfillments} fulfillments, cancelled ones among them (409).`,
    badge: "documented",
    clauses: ["ORD-6", "INV-3"],
    example: fulfillmentExamples.create,
  }),
  listOrderFulfillments: operation({
    ...read,
    id: "fulfillments.list_of_order",
    path: "/orders/:order_id/fulfillments.json",
    params: ofOrder,
    query: { ...listParameters, ...ownFilters, sort },
    answer: listOf("fulfillments", fulfillment),
    refusals: ["not_found", "invalid"],
    summary: "List the fulfillments of an order",
    example: fulfillmentExamples.listOfOrder,
  }),
  countOrderFulfillments: operation({
    ...read,
    id: "fulfillments.count_of_order",
    path: "/orders/:order_id/fulfillments/count.json",
    params: ofOrder,
    query: ownFilters,
    answer: countAnswer,
    refusals: ["not_found", "invalid"],
    summary: "Count the fulfillments of an order",
    example: fulfillmentExamples.countOfOrder,
  }),
  getFulfillment: operation({
    ...read,
    id: "fulfillments.get",
    path: "/orders/:order_id/fulfillments/:id.json",
    params: ofOrderPart,
    query: { fields: listParameters.fields },
    answer,
    refusals: ["not_found"],
    summary: "Get a fulfillment",
    clauses: ["WHK-14"],
    example: fulfillmentExamples.get,
  }),
  listFulfillments: operation({
    ...read,
    id: "fulfillments.list",
    path: "/fulfillments.json",
    params: noParams,
    query: { ...listParameters, ...filters, sort },
    answer: listOf("fulfillments", fulfillment),
    refusals: ["invalid"],
    summary: "List fulfillments across orders",
    example: fulfillmentExamples.list,
  }),
  countFulfillments: operation({
    ...read,
    id: "fulfillments.count",
    path: "/fulfillments/count.json",
    params: noParams,
    query: filters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count fulfillments across orders",
    example: fulfillmentExamples.count,
  }),
  updateFulfillment: operation({
    ...write,
    id: "fulfillments.update",
    method: "PUT",
    path: "/orders/:order_id/fulfillments/:id.json",
    params: ofOrderPart,
    body: fulfillmentUpdate,
    topics: ["fulfillment/update", "order/update"],
    summary: "Update a fulfillment",
    description:
      "Its tracking or its status. What is sent changes, the rest stays; what is as asked already changes nothing and sends no " +
      "webhook, though is_mail still sends the e-mail. A way between states that is not drawn, and any change of a cancelled " +
      "fulfillment, is refused (409).",
    badge: "documented",
    clauses: ["ORD-8"],
    example: fulfillmentExamples.update,
  }),
  cancelFulfillment: operation({
    ...write,
    id: "fulfillments.cancel",
    method: "POST",
    path: "/orders/:order_id/fulfillments/:id/cancel.json",
    params: ofOrderPart,
    refusals: ["not_found", "conflict"],
    topics: ["fulfillment/cancel", "order/update"],
    summary: "Cancel a fulfillment",
    description:
      "Final. Its units are to be sent again and are committed. One that is delivered, or whose units came back or are in a return " +
      "that is not cancelled, cannot be cancelled (409).",
    badge: "decided",
    clauses: ["INV-3"],
    example: fulfillmentExamples.cancel,
  }),
} as const;
