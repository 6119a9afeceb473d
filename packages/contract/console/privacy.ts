import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { idParam, noParams } from "../schemas/common.ts";
import { customerData, privacyRequest } from "../schemas/privacy.ts";

const consoleOperation = {
  surface: "store_console",
  auth: "session",
  definedBy: "souk",
  clauses: [],
} as const;
const recordOperation = { ...consoleOperation, params: idParam, query: {} } as const;
const response = Type.Object({ privacy_request: privacyRequest });

export const privacyOperations = {
  getCustomerData: defineOperation({
    ...recordOperation,
    id: "customers.data",
    rights: [["customers.privacy"], ["customers.view"], ["customer_attributes.view"]],
    scopes: [["read_customers"], ["read_customer_attributes"]],
    method: "GET",
    path: "/customers/:id/data.json",
    response: Type.Object({ customer_data: customerData }),
    errors: ["not_signed_in", "not_allowed", "not_found"],
    summary: "Get the data held about a customer",
    description:
      "Returns the data to give to a customer who requests it. The audit log, the event log, the delivery log and " +
      "email bodies are not included, because they are deleted after a limited time.",
  }),
  requestCustomerData: defineOperation({
    ...recordOperation,
    id: "customers.request_data",
    rights: [["customers.privacy"], ["customers.view"]],
    scopes: [["read_customers"]],
    method: "POST",
    path: "/customers/:id/data_request.json",
    response,
    errors: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
    topics: ["customer/data_request"],
    summary: "Request a customer's data from apps",
    description:
      "Notifies each app that subscribes to customer/data_request; the app sends the data it holds to the store's " +
      "owner.",
  }),
  eraseCustomer: defineOperation({
    ...recordOperation,
    id: "customers.erase",
    rights: [["customers.privacy"], ["customers.edit"]],
    scopes: [["write_customers"]],
    method: "POST",
    path: "/customers/:id/erase.json",
    response,
    errors: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
    topics: [
      "customer/erase",
      "customer/delete",
      "order/update",
      "fulfillment/update",
      "order_returns/updated",
    ],
    summary: "Erase a customer",
    description:
      "Deletes the customer and removes their data from the audit log, the event log and stored responses. Orders " +
      "are kept and anonymized. Each app that subscribes to customer/erase is asked to delete its data. Erasing " +
      "cannot be undone.",
  }),
  listPrivacyRequests: defineOperation({
    ...consoleOperation,
    params: noParams,
    id: "privacy_requests.list",
    rights: [["customers.privacy"], ["customers.view"]],
    scopes: [["read_customers"]],
    method: "GET",
    path: "/privacy_requests.json",
    query: pageParameters,
    response: createListSchema("privacy_requests", privacyRequest),
    errors: ["not_signed_in", "not_allowed"],
    summary: "List privacy requests",
    description: "Returns requests, newest first, each with the apps that were notified.",
  }),
  getPrivacyRequest: defineOperation({
    ...recordOperation,
    id: "privacy_requests.get",
    rights: [["customers.privacy"], ["customers.view"]],
    scopes: [["read_customers"]],
    method: "GET",
    path: "/privacy_requests/:id.json",
    response,
    errors: ["not_signed_in", "not_allowed", "not_found"],
    summary: "Get a privacy request",
  }),
} as const;
