import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { idParam, noParams } from "../schemas/common.ts";
import { customerData, privacyRequest } from "../schemas/privacy.ts";

const deciding = { surface: "shop_console", caller: "session", badge: "decided", clauses: [] } as const;
const one = { ...deciding, params: idParam, query: {} } as const;
const answer = Type.Object({ privacy_request: privacyRequest });

export const privacyOperations = {
  getCustomerData: operation({
    ...one,
    id: "customers.data",
    scopes: [["read_customers"], ["read_customer_attributes"]],
    method: "GET",
    path: "/customers/:id/data.json",
    answer: Type.Object({ customer_data: customerData }),
    refusals: ["not_signed_in", "not_allowed", "not_found"],
    summary: "What the shop keeps of a customer",
    description:
      "To be handed to a customer who asks for it. What the audit log, the event log and the log of deliveries tell of them is left out, and so are the texts " +
      "of mails: these are forgotten in time. For owners and managers.",
  }),
  requestCustomerData: operation({
    ...one,
    id: "customers.request_data",
    scopes: [["read_customers"]],
    method: "POST",
    path: "/customers/:id/data_request.json",
    answer,
    refusals: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
    topics: ["customer/data_request"],
    summary: "Ask the apps what they keep of a customer",
    description:
      "Each app that listens to customer/data_request is told, and hands what it keeps to the shop's owner.",
  }),
  eraseCustomer: operation({
    ...one,
    id: "customers.erase",
    scopes: [["write_customers"]],
    method: "POST",
    path: "/customers/:id/erase.json",
    answer,
    refusals: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
    topics: [
      "customer/erase",
      "customer/delete",
      "order/update",
      "fulfillment/update",
      "order_returns/updated",
    ],
    summary: "Erase a customer, here and in the apps",
    description:
      "The customer is deleted, and what the audit log, the event log and kept answers hold of them is taken out. Their orders stay, without who bought. Each app " +
      "that listens to customer/erase is told to do the same. It cannot be taken back.",
  }),
  listPrivacyRequests: operation({
    ...deciding,
    params: noParams,
    id: "privacy_requests.list",
    scopes: [["read_customers"]],
    method: "GET",
    path: "/privacy_requests.json",
    query: pageParameters,
    answer: listOf("privacy_requests", privacyRequest),
    refusals: ["not_signed_in", "not_allowed"],
    summary: "List what customers asked for",
    description: "The newest first, each with the apps that were told. For owners and managers.",
  }),
  getPrivacyRequest: operation({
    ...one,
    id: "privacy_requests.get",
    scopes: [["read_customers"]],
    method: "GET",
    path: "/privacy_requests/:id.json",
    answer,
    refusals: ["not_signed_in", "not_allowed", "not_found"],
    summary: "Get what a customer asked for",
  }),
} as const;
