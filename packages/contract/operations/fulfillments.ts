import { Type } from "typebox";
import { fulfillmentExamples } from "../examples/fulfillment.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, noParams } from "../schemas/common.ts";
import { fulfillment } from "../schemas/fulfillment.ts";
import { fulfillmentCreate, fulfillmentUpdate, maxFulfillments } from "../schemas/fulfillment-input.ts";
import { fulfillmentStates } from "../states/order-states.ts";
import { ofOrder, ofOrderPart, orderPartDates } from "./order-part-filters.ts";
import { sinceId } from "./product-filters.ts";

const response = Type.Object({ fulfillment });

const ownFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  status: {
    kind: "texts",
    description:
      "Returns fulfillments in these statuses, separated by commas: " +
      `${Object.keys(fulfillmentStates.states).join(", ")}.`,
  },
  ...orderPartDates,
} as const;

const filters = {
  ...ownFilters,
  order_id: { kind: "id", description: "Returns the fulfillments of this order." },
} as const;

const sort = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;

const base = { surface: "3.0", auth: "token" } as const;

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
  response,
  errors: ["not_found", "invalid", "conflict"],
} as const;

/** Operations in reference order, which is the order in which their examples run. */
export const fulfillmentOperations = {
  createFulfillment: defineOperation({
    ...write,
    id: "fulfillments.create",
    method: "POST",
    path: "/orders/:order_id/fulfillments.json",
    params: ofOrder,
    body: fulfillmentCreate,
    topics: ["fulfillment/create", "order/update"],
    summary: "Create a fulfillment",
    description:
      "Marks the named units as fulfilled; they are no longer committed. Without `line_items` and " +
      "`fulfillment_order`, all unfulfilled units are fulfilled. If both are sent, they must name the same units. " +
      "A quantity larger than the unfulfilled units is rejected with 422. An order that is cancelled or has nothing left " +
      `to fulfill is rejected with 409. An order can have at most ${maxFulfillments} fulfillments, including ` +
      "cancelled ones (409).",
    badge: "documented",
    clauses: ["ORD-6", "INV-3"],
    example: fulfillmentExamples.create,
  }),
  listOrderFulfillments: defineOperation({
    ...read,
    id: "fulfillments.list_of_order",
    path: "/orders/:order_id/fulfillments.json",
    params: ofOrder,
    query: { ...listParameters, ...ownFilters, sort },
    response: createListSchema("fulfillments", fulfillment),
    errors: ["not_found", "invalid"],
    summary: "List the fulfillments of an order",
    example: fulfillmentExamples.listOfOrder,
  }),
  countOrderFulfillments: defineOperation({
    ...read,
    id: "fulfillments.count_of_order",
    path: "/orders/:order_id/fulfillments/count.json",
    params: ofOrder,
    query: ownFilters,
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count the fulfillments of an order",
    example: fulfillmentExamples.countOfOrder,
  }),
  getFulfillment: defineOperation({
    ...read,
    id: "fulfillments.get",
    path: "/orders/:order_id/fulfillments/:id.json",
    params: ofOrderPart,
    query: { fields: listParameters.fields },
    response,
    errors: ["not_found"],
    summary: "Get a fulfillment",
    clauses: ["WHK-14"],
    example: fulfillmentExamples.get,
  }),
  listFulfillments: defineOperation({
    ...read,
    id: "fulfillments.list",
    path: "/fulfillments.json",
    params: noParams,
    query: { ...listParameters, ...filters, sort },
    response: createListSchema("fulfillments", fulfillment),
    errors: ["invalid"],
    summary: "List fulfillments of all orders",
    example: fulfillmentExamples.list,
  }),
  countFulfillments: defineOperation({
    ...read,
    id: "fulfillments.count",
    path: "/fulfillments/count.json",
    params: noParams,
    query: filters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count fulfillments of all orders",
    example: fulfillmentExamples.count,
  }),
  updateFulfillment: defineOperation({
    ...write,
    id: "fulfillments.update",
    method: "PUT",
    path: "/orders/:order_id/fulfillments/:id.json",
    params: ofOrderPart,
    body: fulfillmentUpdate,
    topics: ["fulfillment/update", "order/update"],
    summary: "Update a fulfillment",
    description:
      "Updates tracking or status. Omitted fields are left unchanged; an update without changes emits no event, " +
      "but `is_mail` still sends the email. An undocumented status transition and any change of a cancelled " +
      "fulfillment are rejected with 409.",
    badge: "documented",
    clauses: ["ORD-8"],
    example: fulfillmentExamples.update,
  }),
  cancelFulfillment: defineOperation({
    ...write,
    id: "fulfillments.cancel",
    method: "POST",
    path: "/orders/:order_id/fulfillments/:id/cancel.json",
    params: ofOrderPart,
    errors: ["not_found", "conflict"],
    topics: ["fulfillment/cancel", "order/update"],
    summary: "Cancel a fulfillment",
    description:
      "Cancelling is final. The units become unfulfilled and committed again. A fulfillment cannot be cancelled " +
      "(409) once it is delivered, or when some of its units were returned or are in a return that is not " +
      "cancelled.",
    badge: "decided",
    clauses: ["INV-3"],
    example: fulfillmentExamples.cancel,
  }),
} as const;
