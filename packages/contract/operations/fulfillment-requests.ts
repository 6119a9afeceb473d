import { Type } from "typebox";
import { fulfillmentRequestExamples as examples } from "../examples/fulfillment-request.ts";
import { defineOperation } from "../operation.ts";
import { createCursorListSchema } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countResponse, idParam, noParams } from "../schemas/common.ts";
import { fulfillmentRequest, fulfillmentRequestStatuses } from "../schemas/fulfillment-request.ts";
import { fulfillmentTopics } from "../schemas/fulfillment-url.ts";

const filters = {
  ids: listParameters.ids,
  topic: {
    kind: "choice",
    of: fulfillmentTopics,
    description: "Returns fulfillment requests of this topic.",
  },
  status: {
    kind: "choice",
    of: fulfillmentRequestStatuses,
    description: "Returns fulfillment requests in this status.",
  },
  app_handle: {
    kind: "text",
    maxLength: 255,
    description: "Returns fulfillment requests sent to the app with this handle.",
  },
  order_ids: {
    kind: "ids",
    description: "Returns fulfillment requests for any of these orders. Comma-separated ids.",
  },
} as const;

const commonProperties = {
  surface: "4.0",
  method: "GET",
  auth: "token",
  scopes: [["read_fulfillments"]],
  rights: [["orders.view"]],
  definedBy: "souk",
} as const;

const visibilityNote =
  "An app can read the requests sent to it; a signed-in person can read all requests. Requests are kept for 30 days.";

export const fulfillmentRequestOperations = {
  listFulfillmentRequests: defineOperation({
    ...commonProperties,
    id: "fulfillment_requests.list",
    path: "/fulfillment_requests.json",
    params: noParams,
    query: {
      ...cursorListParameters,
      ...filters,
      sort: { kind: "sort", by: ["id", "created_at", "updated_at"], default: "id.asc" },
    },
    response: createCursorListSchema("fulfillment_requests", fulfillmentRequest),
    errors: ["invalid"],
    summary: "List fulfillment requests",
    description: visibilityNote,
    clauses: ["API-5"],
    example: examples.list,
  }),
  countFulfillmentRequests: defineOperation({
    ...commonProperties,
    id: "fulfillment_requests.count",
    path: "/fulfillment_requests/count.json",
    params: noParams,
    query: filters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count fulfillment requests",
    description: visibilityNote,
    clauses: ["API-5"],
    example: examples.count,
  }),
  getFulfillmentRequest: defineOperation({
    ...commonProperties,
    id: "fulfillment_requests.get",
    path: "/fulfillment_requests/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    response: Type.Object({ fulfillment_request: fulfillmentRequest }),
    errors: ["not_found"],
    summary: "Get a fulfillment request",
    description: visibilityNote,
    clauses: ["API-5"],
    example: examples.get,
  }),
} as const;
