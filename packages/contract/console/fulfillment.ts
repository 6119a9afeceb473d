import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { noParams } from "../schemas/common.ts";
import {
  fulfillmentApp,
  fulfillmentRequest,
  fulfillmentRequestCreate,
} from "../schemas/fulfillment-request.ts";

const merchant = {
  surface: "shop_console",
  caller: "session",
  scopes: [["write_orders"], ["write_fulfillments"]],
  params: noParams,
} as const;

/** The Fulfill action of merchants. */
export const fulfillmentConsole = {
  listFulfillmentApps: operation({
    ...merchant,
    id: "fulfillment_apps.list",
    method: "GET",
    path: "/fulfillment_apps.json",
    query: pageParameters,
    answer: listOf("fulfillment_apps", fulfillmentApp),
    refusals: ["not_signed_in"],
    summary: "List the apps that orders can be handed to",
    description: "Those that are enabled here and have a fulfillment URL, with the topics they answer.",
    badge: "decided",
    clauses: ["FUL-1"],
  }),
  sendFulfillmentRequest: operation({
    ...merchant,
    id: "fulfillment_requests.send",
    method: "POST",
    path: "/fulfillment_requests.json",
    query: {},
    body: fulfillmentRequestCreate,
    wrapper: "fulfillment_request",
    answer: Type.Object({ fulfillment_request: fulfillmentRequest }),
    refusals: ["not_signed_in", "invalid", "conflict", "csrf_failed"],
    summary: "Hand orders to an app",
    description:
      "Asks the app at its fulfillment URL and waits at most 10 seconds. What it answered stands in the record: a link to open " +
      "in a frame, or a message to show. Only status 200 with a well-formed answer counts; whatever else comes is `failed` " +
      "with a sentence that says why, and Souk changes nothing. The app may have: the sentence says so where it was asked.",
    badge: "documented",
    clauses: ["FUL-1", "FUL-2", "FUL-3", "FUL-4"],
  }),
} as const;
