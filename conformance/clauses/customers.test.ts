import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createMerchant, createPartner } from "../people.ts";
import { isSignedBody } from "../signatures.ts";
import type { StoreApi } from "../store-api.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

interface Customer {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  note: string;
  addresses: { id: number; city: string }[];
  primary_address: { city: string } | null;
  groups: { name: string }[];
  attributes?: Record<string, unknown>;
  created_at: string;
  updated_at: string;
}

interface CustomerPage {
  customers: Customer[];
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
  next_cursor?: string | null;
}

const customerScopes = ["read_customers", "write_customers"] as const;
const customFieldScopes = [
  ...customerScopes,
  "read_customer_attributes",
  "write_customer_attributes",
] as const;
const topics = ["customer/create", "customer/update", "customer/delete"] as const;

let fixture: ConformanceFixture;
let api: StoreApi;
/** Apps in one store: with all customer scopes, without the scopes for custom fields, and without customer scopes. */
let fullApp: InstalledApp;
let plainApp: InstalledApp;
let scopelessApp: InstalledApp;

before(async () => {
  fixture = await createConformanceFixture();
  const [partner, merchant] = [await createPartner(fixture), await createMerchant(fixture)];
  const installWithScopes = async (scopes: readonly string[]) =>
    installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  fullApp = await installWithScopes(customFieldScopes);
  plainApp = await installWithScopes(customerScopes);
  scopelessApp = await installWithScopes(["read_products"]);
  for (const installedApp of [fullApp, plainApp, scopelessApp])
    for (const topic of topics) await subscribe(installedApp, topic);
  api = fullApp.api;
  const shoeSizeField = { key: "shoe_size", title: "Shoe size", input_type: "select", options: ["38", "39"] };
  assertOk(await api.post("/3.0/customer_attributes.json", { customer_attribute: shoeSizeField }));
});
after(() => fixture.close());

async function createCustomer(customer: object, storeApi: StoreApi = api): Promise<Customer> {
  return assertOk<{ customer: Customer }>(await storeApi.post("/3.0/customers.json", { customer })).customer;
}

async function readCustomer(id: number, storeApi: StoreApi = api, version = "3.0"): Promise<Customer> {
  return assertOk<{ customer: Customer }>(await storeApi.get(`/${version}/customers/${id}.json`)).customer;
}

async function listCustomers(path: string, storeApi: StoreApi = api): Promise<CustomerPage> {
  return assertOk<CustomerPage>(await storeApi.get(path));
}

function waitForWebhook(
  topic: string,
  isExpected: (customer: Customer) => boolean,
  { app }: InstalledApp = fullApp,
): Promise<ReceivedRequest> {
  return app.receiver.waitForRequest(
    ({ headers, body }) =>
      headers["service-topic"] === topic &&
      isExpected((JSON.parse(body.toString()) as { customer: Customer }).customer),
    10_000,
  );
}

const parseCustomer = (request: ReceivedRequest) => parsePayload<{ customer: Customer }>(request).customer;

test("CUS-1: customers can be created, changed, and found by any spelling of email or phone", async () => {
  const customerFields = {
    first_name: "Aisyah",
    last_name: "Rahman",
    email: "Aisyah@kedai.my",
    phone: "+60 12-345 6789",
  };
  const customer = await createCustomer({ ...customerFields, addresses: [{ city: "Ipoh" }] });
  assert.deepEqual([customer.email, customer.phone], ["Aisyah@kedai.my", "+60123456789"]);
  assert.equal(customer.primary_address?.city, "Ipoh");
  const response = await api.put(`/3.0/customers/${customer.id}.json`, {
    customer: { note: "Rings first." },
  });
  const changedCustomer = assertOk<{ customer: Customer }>(response).customer;
  assert.deepEqual(
    { ...changedCustomer, updated_at: "" },
    { ...customer, note: "Rings first.", updated_at: "" },
  );
  assert.ok(Date.parse(changedCustomer.updated_at) > Date.parse(customer.updated_at));
  await createCustomer({ first_name: "Somebody else" });
  for (const query of [
    "email=AISYAH%40kedai.my",
    "phone=%2B60123456789",
    "phone=%2B60%2012%20345-6789",
    "query=aisy",
  ]) {
    const foundPage = await listCustomers(`/3.0/customers/search.json?${query}`);
    assert.deepEqual([foundPage.total_count, foundPage.customers], [1, [changedCustomer]], query);
  }
  assertInvalidFields(await api.get("/3.0/customers/search.json"), "query");
  assertInvalidFields(
    await api.post("/3.0/customers.json", { customer: { email: "aisyah@KEDAI.my" } }),
    "email",
  );
  assertInvalidFields(await api.post("/3.0/customers.json", { customer: {} }), "first_name");
});

test("CUS-3: reading and writing custom fields requires the scopes for custom fields", async () => {
  const createdCustomer = await createCustomer({ first_name: "Shod", attributes: { shoe_size: "39" } });
  assert.deepEqual(createdCustomer.attributes, { shoe_size: "39" });
  assert.equal("attributes" in (await readCustomer(createdCustomer.id, plainApp.api)), false);
  assert.equal("attributes" in (await readCustomer(createdCustomer.id, plainApp.api, "4.0")), false);
  const listPage = await listCustomers(`/3.0/customers.json?ids=${createdCustomer.id}`, plainApp.api);
  assert.equal("attributes" in (listPage.customers[0] ?? {}), false);
  const customer = { attributes: { shoe_size: "38" } };
  const rejectedResponse = await plainApp.api.put(`/3.0/customers/${createdCustomer.id}.json`, { customer });
  assertRejected(rejectedResponse, 403, "scope_missing");
  assert.match(rejectedResponse.text, /"required_scope":"write_customer_attributes"/);
  const definitionsPath = "/3.0/customer_attributes.json";
  assertRejected(await plainApp.api.get(definitionsPath), 403, "scope_missing");
  assertRejected(
    await plainApp.api.post(definitionsPath, { customer_attribute: { key: "a", title: "A" } }),
    403,
    "scope_missing",
  );
  assertOk(await api.put(`/3.0/customers/${createdCustomer.id}.json`, { customer }));
  assert.deepEqual((await readCustomer(createdCustomer.id)).attributes, { shoe_size: "38" });
  const response = await api.put(`/3.0/customers/${createdCustomer.id}.json`, {
    customer: { attributes: { shoe_size: "50", hat: "L" } },
  });
  assertInvalidFields(response, "attributes.shoe_size", "attributes.hat");
});

// Also covers a part of API-5: 4.0 has the same customers.
test("LST-1: a cursor in API 4.0 lists each customer once, even while customers change", async () => {
  for (const first_name of ["One", "Two", "Three"]) await createCustomer({ first_name });
  const fullPage = await listCustomers("/3.0/customers.json?sort=id.asc&limit=250");
  const listedCustomers: Customer[] = [];
  let cursor: string | null = null;
  do {
    const cursorQuery: string = cursor === null ? "" : `&cursor=${cursor}`;
    const page: CustomerPage = await listCustomers(`/4.0/customers.json?sort=id.asc&limit=2${cursorQuery}`);
    assert.deepEqual([page.total_count, page.limit], [fullPage.total_count, 2]);
    listedCustomers.push(...page.customers);
    await api.put(`/4.0/customers/${listedCustomers[0]?.id}.json`, {
      customer: { note: `at ${listedCustomers.length}` },
    });
    cursor = page.next_cursor ?? null;
  } while (cursor !== null);
  assert.deepEqual(
    listedCustomers.map(({ id }) => id),
    fullPage.customers.map(({ id }) => id),
  );
});

test("LST-4, LST-5: for customers, sort=id.asc is stable and since_id is inclusive", async () => {
  const { customers } = await listCustomers("/3.0/customers.json?sort=id.asc");
  const ids = customers.map(({ id }) => id);
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  );
  const sincePage = await listCustomers(`/3.0/customers.json?since_id=${ids[1]}&limit=1`);
  assert.deepEqual(
    sincePage.customers.map(({ id }) => id),
    [ids[1]],
  );
  assert.equal(sincePage.total_count, ids.length - 1);
  const countResponse = await api.get(`/3.0/customers/count.json?since_id=${ids[1]}`);
  assert.deepEqual(assertOk(countResponse), { count: ids.length - 1 });
});

// Also covers a part of WHK-9 and WHK-14.
test("WHK-10: customer topics send the customer that the API returns, in a wrapper", async () => {
  const customer = await createCustomer({
    first_name: "Sample",
    email: "sample@kedai.my",
    attributes: { shoe_size: "38" },
  });
  const createWebhook = await waitForWebhook("customer/create", ({ id }) => id === customer.id);
  assert.deepEqual(parsePayload(createWebhook), { customer });
  const signature = String(createWebhook.headers["service-hmac-sha256"]);
  assert.ok(isSignedBody(createWebhook.body, signature, fullApp.app.client_secret));
  assert.equal(createWebhook.headers["service-webhook-context"], undefined);
  const address = { address: { city: "Melaka" } };
  assertOk(await api.post(`/3.0/customers/${customer.id}/addresses.json`, address));
  const updateWebhook = await waitForWebhook(
    "customer/update",
    ({ id, addresses }) => id === customer.id && addresses?.length === 1,
  );
  assert.deepEqual(parseCustomer(updateWebhook), await readCustomer(customer.id));
  const groupResponse = await api.post("/3.0/customer_groups.json", {
    customer_group: { name: "Wholesale" },
  });
  const { id: group_id } = assertOk<{ customer_group: { id: number } }>(groupResponse).customer_group;
  assertOk(
    await api.post(`/3.0/customer_groups/${group_id}/customers.json`, { customer_ids: [customer.id] }),
  );
  const groupWebhook = await waitForWebhook(
    "customer/update",
    ({ id, groups }) => id === customer.id && groups?.length === 1,
  );
  assert.deepEqual(parseCustomer(groupWebhook), await readCustomer(customer.id));
  assert.deepEqual(assertOk(await api.delete(`/3.0/customers/${customer.id}.json`)), {});
  const deleteWebhook = await waitForWebhook("customer/delete", ({ id }) => id === customer.id);
  assert.deepEqual(parsePayload(deleteWebhook), { customer: { id: customer.id } });
  assertRejected(await api.get(`/3.0/customers/${customer.id}.json`), 404, "not_found");
});

test("CUS-3, WHK-10: customer payloads omit the fields that the app has no scope for", async () => {
  const customer = await createCustomer({
    first_name: "Private",
    email: "private@kedai.my",
    attributes: { shoe_size: "38" },
  });
  const { attributes: _, ...customerWithoutAttributes } = customer;
  const plainAppWebhook = await waitForWebhook("customer/create", ({ id }) => id === customer.id, plainApp);
  assert.deepEqual(parsePayload(plainAppWebhook), { customer: customerWithoutAttributes });
  const signature = String(plainAppWebhook.headers["service-hmac-sha256"]);
  assert.ok(isSignedBody(plainAppWebhook.body, signature, plainApp.app.client_secret));
  const { id, created_at, updated_at } = customer;
  const scopelessAppWebhook = await waitForWebhook(
    "customer/create",
    (candidate) => candidate.id === id,
    scopelessApp,
  );
  assert.deepEqual(parsePayload(scopelessAppWebhook), {
    customer: { id, last_order_id: null, created_at, updated_at },
  });
});
