import { Type } from "typebox";
import { fulfillmentExamples } from "../examples/fulfillment.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, noParams } from "../schemas/common.ts";
import { fulfillment } from "../schemas/fulfillment.ts";
import { fulfillmentCreate, fulfillmentUpdate, maxFulfillments } from "../schemas/fulfillment-input.ts";
import { fulfillmentStates } from "../states/order-states.ts";
import { orderParams, orderRecordDateFilters, orderRecordParams } from "./order-record-filters.ts";
import { sinceId } from "./product-filters.ts";

const response = Type.Object({ fulfillment });

const orderFulfillmentFilters = {
  ids: listParameters.ids,
  since_id: sinceId,
  status: {
    kind: "texts",
    description:
      "Returns fulfillments in these statuses, separated by commas: " +
      `${Object.keys(fulfillmentStates.states).join(", ")}.`,
  },
  ...orderRecordDateFilters,
} as const;

const filters = {
  ...orderFulfillmentFilters,
  order_id: { kind: "id", description: "Returns the fulfillments of this order." },
} as const;

const sort = { kind: "sort", by: ["id", "updated_at", "created_at"], default: "id.asc" } as const;

const commonProperties = { surface: "3.0", auth: "token" } as const;

const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_orders"], ["read_fulfillments"]],
  rights: [["orders.view"]],
  definedBy: "souk",
  clauses: [],
} as const;

const writeOperation = {
  ...commonProperties,
  scopes: [["write_orders"], ["write_fulfillments"]],
  rights: [["orders.fulfill"]],
  query: {},
  wrapper: "fulfillment",
  response,
  errors: ["not_found", "invalid", "conflict"],
} as const;

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const fulfillmentOperations = {
  createFulfillment: defineOperation({
    ...writeOperation,
    id: "fulfillments.create",
    method: "POST",
    path: "/orders/:order_id/fulfillments.json",
    params: orderParams,
    body: fulfillmentCreate,
    topics: ["fulfillment/create", "order/update"],
    summary: "Create a fulfillment",
    description:
      "Marks the units in the request as fulfilled; they are no longer committed. Without `line_items` and " +
      "`fulfillment_order`, all unfulfilled units are fulfilled. If both are sent, they must contain the same units. " +
      "A quantity larger than the unfulfilled units is rejected with 422. An order that is canceled or has no " +
      `unfulfilled units is rejected with 409. An order can have at most ${maxFulfillments} fulfillments, including ` +
      "canceled ones (409).",
    definedBy: "interface",
    clauses: ["ORD-6", "INV-3"],
    example: fulfillmentExamples.create,
  }),
  listOrderFulfillments: defineOperation({
    ...readOperation,
    id: "fulfillments.list_of_order",
    path: "/orders/:order_id/fulfillments.json",
    params: orderParams,
    query: { ...listParameters, ...orderFulfillmentFilters, sort },
    response: createListSchema("fulfillments", fulfillment),
    errors: ["not_found", "invalid"],
    summary: "List the fulfillments of an order",
    example: fulfillmentExamples.listOfOrder,
  }),
  countOrderFulfillments: defineOperation({
    ...readOperation,
    id: "fulfillments.count_of_order",
    path: "/orders/:order_id/fulfillments/count.json",
    params: orderParams,
    query: orderFulfillmentFilters,
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count the fulfillments of an order",
    example: fulfillmentExamples.countOfOrder,
  }),
  getFulfillment: defineOperation({
    ...readOperation,
    id: "fulfillments.get",
    path: "/orders/:order_id/fulfillments/:id.json",
    params: orderRecordParams,
    query: { fields: listParameters.fields },
    response,
    errors: ["not_found"],
    summary: "Get a fulfillment",
    clauses: ["WHK-14"],
    example: fulfillmentExamples.get,
  }),
  listFulfillments: defineOperation({
    ...readOperation,
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
    ...readOperation,
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
    ...writeOperation,
    id: "fulfillments.update",
    method: "PUT",
    path: "/orders/:order_id/fulfillments/:id.json",
    params: orderRecordParams,
    body: fulfillmentUpdate,
    topics: ["fulfillment/update", "order/update"],
    summary: "Update a fulfillment",
    description:
      "Updates tracking or status. Omitted fields are left unchanged; an update without changes emits no event, " +
      "but `is_mail` still sends the email. An undocumented status transition or any change of a canceled " +
      "fulfillment is rejected with 409.",
    definedBy: "interface",
    clauses: ["ORD-8"],
    example: fulfillmentExamples.update,
  }),
  cancelFulfillment: defineOperation({
    ...writeOperation,
    id: "fulfillments.cancel",
    method: "POST",
    path: "/orders/:order_id/fulfillments/:id/cancel.json",
    params: orderRecordParams,
    errors: ["not_found", "conflict"],
    topics: ["fulfillment/cancel", "order/update"],
    summary: "Cancel a fulfillment",
    description:
      "Canceling is final. The units become unfulfilled and committed again. A fulfillment cannot be canceled " +
      "(409) if it has been delivered, or if some of its units have been returned or are in a return that is not " +
      "canceled.",
    definedBy: "souk",
    clauses: ["INV-3"],
    example: fulfillmentExamples.cancel,
  }),
} as const;
