import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { noParams } from "../schemas/common.ts";
import {
  fulfillmentApp,
  fulfillmentRequest,
  fulfillmentRequestCreate,
} from "../schemas/fulfillment-request.ts";

const merchantOperation = {
  surface: "store_console",
  auth: "session",
  scopes: [["write_orders"], ["write_fulfillments"]],
  rights: [["orders.fulfill"]],
  params: noParams,
} as const;

/** Operations of the Fulfill action. */
export const fulfillmentConsole = {
  listFulfillmentApps: defineOperation({
    ...merchantOperation,
    id: "fulfillment_apps.list",
    method: "GET",
    path: "/fulfillment_apps.json",
    query: pageParameters,
    response: createListSchema("fulfillment_apps", fulfillmentApp),
    errors: ["not_signed_in"],
    summary: "List the apps that can fulfill orders",
    description: "Returns enabled apps with a fulfillment URL, with the topics they support.",
    definedBy: "souk",
    clauses: ["FUL-1"],
  }),
  sendFulfillmentRequest: defineOperation({
    ...merchantOperation,
    id: "fulfillment_requests.send",
    method: "POST",
    path: "/fulfillment_requests.json",
    query: {},
    body: fulfillmentRequestCreate,
    wrapper: "fulfillment_request",
    response: Type.Object({ fulfillment_request: fulfillmentRequest }),
    errors: ["not_signed_in", "not_allowed", "invalid", "conflict", "csrf_failed"],
    summary: "Fulfill orders with an app",
    description:
      "Sends the orders to the app's fulfillment URL and waits at most 10 seconds for its response: a link to open " +
      "in an iframe, or a message to show. Only status 200 with a valid response counts; otherwise the request is " +
      "`failed`, `error` says why, and Souk changes nothing. The app may still have changed something: `error` " +
      "says whether it received the request.",
    definedBy: "interface",
    clauses: ["FUL-1", "FUL-2", "FUL-3", "FUL-4"],
  }),
} as const;
