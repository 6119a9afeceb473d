import { type AnswerOf, type operations, pageOf, refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import type { Call } from "../../routing/call.ts";
import {
  type CustomerIdentity,
  customerIdentity,
  customerNames,
  removeCustomer,
} from "../customers/index.ts";
import { requireManager } from "../installs/index.ts";
import { forgetBuyer } from "../orders/index.ts";
import { lockBuyer } from "./lock-buyer.ts";
import type { PrivacyWiring } from "./privacy-wiring.ts";
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
import { scrubMail } from "./scrub-mail.ts";
import { scrubBesideOrders } from "./scrub-orders.ts";

type Asking = Call<typeof operations.requestCustomerData> | Call<typeof operations.eraseCustomer>;

/** What customers asked for. */
export async function listRequests(
  run: Queryable,
  { store, signed_in, query }: Call<typeof operations.listPrivacyRequests>,
): Promise<AnswerOf<typeof operations.listPrivacyRequests>> {
  requireManager(signed_in);
  const page = pageOf(await countRequests(run, store.id), query.page, query.limit);
  return { privacy_requests: await selectRequests(run, store, page), ...page };
}

/** One of these. */
export async function getRequest(
  run: Queryable,
  { store, signed_in, params }: Call<typeof operations.getPrivacyRequest>,
): Promise<{ privacy_request: PrivacyRequest }> {
  requireManager(signed_in);
  return { privacy_request: (await selectRequest(run, store, params.id)) ?? refuse("not_found") };
}

/** Writes it down and tells the apps who the customer is, while that is still known. */
async function ask(
  facts: FactRegistry,
  tx: Transaction,
  call: Asking,
  { kind, customer }: { kind: PrivacyKind; customer: CustomerIdentity },
): Promise<PrivacyRequest> {
  const { store } = call;
  const id = await insertRequest(tx, { store, cause: call }, { kind, customer_id: customer.id });
  await facts.raise(tx, store, call, "privacy_requested", { kind, customer });
  return (await selectRequest(tx, store, id)) ?? refuse("not_found");
}

/** Asks the apps what they keep of a customer. */
export async function requestCustomerData(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.requestCustomerData>,
): Promise<{ privacy_request: PrivacyRequest }> {
  const { store, signed_in, params } = call;
  requireManager(signed_in);
  const customer = (await customerIdentity(tx, store, params.id)) ?? refuse("not_found");
  return { privacy_request: await ask(facts, tx, call, { kind: "data_request", customer }) };
}

/** Erases a customer, and tells the apps to. */
export async function eraseCustomer(
  { facts, orders, endExports }: PrivacyWiring,
  tx: Transaction,
  call: Call<typeof operations.eraseCustomer>,
): Promise<{ privacy_request: PrivacyRequest }> {
  const { store, signed_in, params } = call;
  requireManager(signed_in);
  const customer = await lockBuyer(tx, store, params.id);
  const { email, phone } = customer;
  const privacy_request = await ask(facts, tx, call, { kind: "erase", customer });
  const names = (await customerNames(tx, store, params.id)) ?? refuse("not_found");
  const buyer = { store, customer_id: params.id, email };
  await scrubMetafieldEntries(tx, store.id, { owner_resource: "customer", owner_ids: [params.id] });
  await removeCustomer(facts, tx, { store, cause: call, id: params.id });
  const forgotten = await forgetBuyer(orders, tx, { buyer, cause: call });
  await scrubAuditLog(tx, store.id, params.id);
  await scrubBesideOrders(tx, { store_id: store.id, orders: forgotten });
  await noteErased(tx, { store, id: privacy_request.id, email, orders: forgotten });
  // Behind the customer: whatever begins from now on does not find them.
  const people = [{ ...names, email, phone }, ...forgotten.people];
  const named = { store_id: store.id, people };
  await endExports(tx, named);
  await scrubFilters(tx, named);
  await scrubAnswers(tx, { store_id: store.id, email, phone });
  await scrubMail(tx, {
    store_id: store.id,
    emails: people.map((person) => person.email),
    orders: forgotten,
  });
  return { privacy_request };
}
