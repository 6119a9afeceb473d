import { type OperationResponse, type operations, resolvePage, throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import {
  type CustomerIdentity,
  customerIdentity,
  customerNames,
  removeCustomer,
} from "../customers/index.ts";
import { assertManager } from "../installs/index.ts";
import { lockBuyer } from "./lock-buyer.ts";
import type { PrivacyDeps } from "./privacy-deps.ts";
import {
  countRequests,
  insertRequest,
  noteErased,
  type PrivacyKind,
  type PrivacyRequest,
  selectRequest,
  selectRequests,
} from "./request-store.ts";
import { scrubAuditLog, scrubFilters, scrubMetafieldEntries } from "./scrub.ts";
import { scrubAnswers } from "./scrub-answers.ts";
import { scrubEmails } from "./scrub-emails.ts";
import { scrubBesideOrders } from "./scrub-orders.ts";

type Asking = Call<typeof operations.requestCustomerData> | Call<typeof operations.eraseCustomer>;

/** List the privacy requests of a store, a page at a time. */
export async function listRequests(
  db: Queryable,
  { store, signed_in, query }: Call<typeof operations.listPrivacyRequests>,
): Promise<OperationResponse<typeof operations.listPrivacyRequests>> {
  assertManager(signed_in);
  const page = resolvePage(await countRequests(db, store.id), query.page, query.limit);
  return { privacy_requests: await selectRequests(db, store, page), ...page };
}

/** Load one privacy request. */
export async function getRequest(
  db: Queryable,
  { store, signed_in, params }: Call<typeof operations.getPrivacyRequest>,
): Promise<{ privacy_request: PrivacyRequest }> {
  assertManager(signed_in);
  return { privacy_request: (await selectRequest(db, store, params.id)) ?? throwApiError("not_found") };
}

/** Insert a request and publish its event with the customer's data while it still exists. */
async function ask(
  tx: Transaction,
  call: Asking,
  { kind, customer }: { kind: PrivacyKind; customer: CustomerIdentity },
): Promise<PrivacyRequest> {
  const { store } = call;
  const id = await insertRequest(tx, { store, cause: call }, { kind, customer_id: customer.id });
  await events.publish(tx, call, `customer/${kind}`, { id: customer.id, snapshot: JSON.stringify(customer) });
  return (await selectRequest(tx, store, id)) ?? throwApiError("not_found");
}

/** Ask the apps for their data about a customer. */
export async function requestCustomerData(
  tx: Transaction,
  call: Call<typeof operations.requestCustomerData>,
): Promise<{ privacy_request: PrivacyRequest }> {
  const { store, signed_in, params } = call;
  assertManager(signed_in);
  const customer = (await customerIdentity(tx, store, params.id)) ?? throwApiError("not_found");
  return { privacy_request: await ask(tx, call, { kind: "data_request", customer }) };
}

/** Erase a customer, and ask the apps to do so. */
export async function eraseCustomer(
  { orders, exports }: PrivacyDeps,
  tx: Transaction,
  call: Call<typeof operations.eraseCustomer>,
): Promise<{ privacy_request: PrivacyRequest }> {
  const { store, signed_in, params } = call;
  assertManager(signed_in);
  const customer = await lockBuyer(tx, store, params.id);
  const { email, phone } = customer;
  const privacy_request = await ask(tx, call, { kind: "erase", customer });
  const names = (await customerNames(tx, store, params.id)) ?? throwApiError("not_found");
  const buyer = { store, customer_id: params.id, email };
  await scrubMetafieldEntries(tx, store.id, { owner_resource: "customer", owner_ids: [params.id] });
  await removeCustomer(tx, { store, cause: call, id: params.id });
  const forgotten = await orders.anonymizeOrders(tx, { buyer, cause: call });
  await scrubAuditLog(tx, store.id, params.id);
  await scrubBesideOrders(tx, { store_id: store.id, orders: forgotten });
  await noteErased(tx, { store, id: privacy_request.id, email, orders: forgotten });
  // Behind the customer: whatever begins from now on does not find them.
  const people = [{ ...names, email, phone }, ...forgotten.people];
  const named = { store_id: store.id, people };
  await exports.eraseFromExports(tx, named);
  await scrubFilters(tx, named);
  await scrubAnswers(tx, { store_id: store.id, email, phone });
  await scrubEmails(tx, {
    store_id: store.id,
    emails: people.map((person) => person.email),
    orders: forgotten,
  });
  return { privacy_request };
}
