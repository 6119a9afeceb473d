import { Type } from "typebox";
import { fulfillmentRequestExamples as examples } from "../examples/fulfillment-request.ts";
import { operation } from "../operation.ts";
import { cursorListOf } from "../paging.ts";
import { cursorListParameters, listParameters } from "../query.ts";
import { countAnswer, idParam, noParams } from "../schemas/common.ts";
import { fulfillmentRequest, fulfillmentStatuses } from "../schemas/fulfillment-request.ts";
import { fulfillmentTopics } from "../schemas/fulfillment-url.ts";

const filters = {
  ids: listParameters.ids,
  topic: { kind: "choice", of: fulfillmentTopics, description: "Only those of this topic." },
  status: { kind: "choice", of: fulfillmentStatuses, description: "Only those in this state." },
  app_handle: { kind: "text", maxLength: 255, description: "Only those to the app of this handle." },
  order_ids: { kind: "ids", description: "Only those about one of these orders." },
} as const;

const base = {
  surface: "4.0",
  method: "GET",
  caller: "token",
  scopes: [["read_fulfillments"]],
  badge: "decided",
} as const;

const whose = "An app sees what was sent to itself; a signed-in person sees all. They are kept for 30 days.";

export const fulfillmentRequestOperations = {
  listFulfillmentRequests: operation({
    ...base,
    id: "fulfillment_requests.list",
    path: "/fulfillment_requests.json",
    params: noParams,
    query: {
      ...cursorListParameters,
      ...filters,
      sort: { kind: "sort", by: ["id", "created_at", "updated_at"], default: "id.asc" },
    },
    answer: cursorListOf("fulfillment_requests", fulfillmentRequest),
    refusals: ["invalid"],
    summary: "List the Fulfill actions that were sent to apps",
    description: whose,
    clauses: ["API-5"],
    example: examples.list,
  }),
  countFulfillmentRequests: operation({
    ...base,
    id: "fulfillment_requests.count",
    path: "/fulfillment_requests/count.json",
    params: noParams,
    query: filters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count the Fulfill actions that were sent to apps",
    description: whose,
    clauses: ["API-5"],
    example: examples.count,
  }),
  getFulfillmentRequest: operation({
    ...base,
    id: "fulfillment_requests.get",
    path: "/fulfillment_requests/:id.json",
    params: idParam,
    query: { fields: listParameters.fields },
    answer: Type.Object({ fulfillment_request: fulfillmentRequest }),
    refusals: ["not_found"],
    summary: "Get a Fulfill action that was sent to an app",
    description: whose,
    clauses: ["API-5"],
    example: examples.get,
  }),
} as const;
