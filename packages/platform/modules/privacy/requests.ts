import { type OperationResponse, type operations, resolvePage, throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import {
  type CustomerIdentity,
  loadCustomerNames,
  lockCustomerIdentity,
  removeCustomer,
} from "../customers/index.ts";
import { lockBuyer } from "./lock-buyer.ts";
import type { PrivacyDeps } from "./privacy-deps.ts";
import {
  countRequests,
  insertRequest,
  type PrivacyKind,
  type PrivacyRequest,
  recordErasure,
  selectRequest,
  selectRequests,
} from "./request-store.ts";
import { scrubAuditLog, scrubExportFilters, scrubMetafieldEntries } from "./scrub.ts";
import { scrubEmails } from "./scrub-emails.ts";
import { scrubOrderData } from "./scrub-orders.ts";
import { scrubStoredResponses } from "./scrub-responses.ts";

type RequestCall = Call<typeof operations.requestCustomerData> | Call<typeof operations.eraseCustomer>;

/** List a page of a store's privacy requests. */
export async function listRequests(
  db: Queryable,
  { store, query }: Call<typeof operations.listPrivacyRequests>,
): Promise<OperationResponse<typeof operations.listPrivacyRequests>> {
  const page = resolvePage(await countRequests(db, store.id), query.page, query.limit);
  return { privacy_requests: await selectRequests(db, store, page), ...page };
}

/** Load a privacy request. @throws ApiError `not_found` */
export async function getRequest(
  db: Queryable,
  { store, params }: Call<typeof operations.getPrivacyRequest>,
): Promise<{ privacy_request: PrivacyRequest }> {
  return { privacy_request: (await selectRequest(db, store, params.id)) ?? throwApiError("not_found") };
}

/** Insert a privacy request and publish its event. The event contains the customer's identity, because an erasure deletes the customer. */
async function createRequest(
  tx: Transaction,
  call: RequestCall,
  { kind, customer }: { kind: PrivacyKind; customer: CustomerIdentity },
): Promise<PrivacyRequest> {
  const { store } = call;
  const id = await insertRequest(tx, { store, cause: call }, { kind, customer_id: customer.id });
  await events.publish(tx, call, `customer/${kind}`, { id: customer.id, snapshot: JSON.stringify(customer) });
  return (await selectRequest(tx, store, id)) ?? throwApiError("not_found");
}

/** Create a privacy request that asks the apps for their data about a customer. @throws ApiError `not_found` */
export async function requestCustomerData(
  tx: Transaction,
  call: Call<typeof operations.requestCustomerData>,
): Promise<{ privacy_request: PrivacyRequest }> {
  const { store, params } = call;
  const customer = (await lockCustomerIdentity(tx, store, params.id)) ?? throwApiError("not_found");
  return { privacy_request: await createRequest(tx, call, { kind: "data_request", customer }) };
}

/**
 * Erase a customer, and create a privacy request that asks the apps to erase the customer too.
 * @throws ApiError `not_found`
 */
export async function eraseCustomer(
  { orders, exports }: PrivacyDeps,
  tx: Transaction,
  call: Call<typeof operations.eraseCustomer>,
): Promise<{ privacy_request: PrivacyRequest }> {
  const { store, params } = call;
  const customer = await lockBuyer(tx, store, params.id);
  const { email, phone } = customer;
  const privacy_request = await createRequest(tx, call, { kind: "erase", customer });
  const names = (await loadCustomerNames(tx, store, params.id)) ?? throwApiError("not_found");
  const buyer = { store, customer_id: params.id, email };
  await scrubMetafieldEntries(tx, store.id, { owner_resource: "customer", owner_ids: [params.id] });
  await removeCustomer(tx, { store, cause: call, id: params.id });
  const anonymizedOrders = await orders.anonymizeOrders(tx, { buyer, cause: call });
  await scrubAuditLog(tx, store.id, params.id);
  await scrubOrderData(tx, { store_id: store.id, orders: anonymizedOrders });
  await recordErasure(tx, { store, id: privacy_request.id, email, orders: anonymizedOrders });
  // Exports are handled after the customer is deleted, so that an export that starts afterwards does not contain the customer.
  const people = [{ ...names, email, phone }, ...anonymizedOrders.people];
  const erasedPeople = { store_id: store.id, people };
  await exports.eraseFromExports(tx, erasedPeople);
  await scrubExportFilters(tx, erasedPeople);
  await scrubStoredResponses(tx, { store_id: store.id, email, phone });
  await scrubEmails(tx, {
    store_id: store.id,
    emails: people.map((person) => person.email),
    orders: anonymizedOrders,
  });
  return { privacy_request };
}
