import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
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

interface List {
  customers: Customer[];
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
  next_cursor?: string | null;
}

const plain = ["read_customers", "write_customers"] as const;
const withFields = [...plain, "read_customer_attributes", "write_customer_attributes"] as const;
const topics = ["customer/create", "customer/update", "customer/delete"] as const;

let fixture: ConformanceFixture;
let api: StoreApi;
/** Apps in one store: with all customer scopes, with the plain customer scopes only, and with neither. */
let whole: Installed;
let narrow: Installed;
let blind: Installed;

before(async () => {
  fixture = await createConformanceFixture();
  const [partner, merchant] = [await createPartner(fixture), await createMerchant(fixture)];
  const withScopes = async (scopes: readonly string[]) =>
    install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  whole = await withScopes(withFields);
  narrow = await withScopes(plain);
  blind = await withScopes(["read_products"]);
  for (const installed of [whole, narrow, blind])
    for (const topic of topics) await subscribe(installed, topic);
  api = whole.api;
  const shoe = { key: "shoe_size", title: "Shoe size", input_type: "select", options: ["38", "39"] };
  assertDone(await api.post("/3.0/customer_attributes.json", { customer_attribute: shoe }));
});
after(() => fixture.close());

async function create(customer: object, from: StoreApi = api): Promise<Customer> {
  return assertDone<{ customer: Customer }>(await from.post("/3.0/customers.json", { customer })).customer;
}

async function read(id: number, from: StoreApi = api, version = "3.0"): Promise<Customer> {
  return assertDone<{ customer: Customer }>(await from.get(`/${version}/customers/${id}.json`)).customer;
}

async function list(path: string, from: StoreApi = api): Promise<List> {
  return assertDone<List>(await from.get(path));
}

function waitForWebhook(
  topic: string,
  check: (customer: Customer) => boolean,
  { app }: Installed = whole,
): Promise<ReceivedRequest> {
  return app.receiver.received(
    ({ headers, body }) =>
      headers["service-topic"] === topic &&
      check((JSON.parse(body.toString()) as { customer: Customer }).customer),
    10_000,
  );
}

const parseCustomer = (request: ReceivedRequest) => parsePayload<{ customer: Customer }>(request).customer;

test("CUS-1: a customer is created, changed, listed, and found by any email or phone spelling", async () => {
  const sent = {
    first_name: "Aisyah",
    last_name: "Rahman",
    email: "Aisyah@kedai.my",
    phone: "+60 12-345 6789",
  };
  const made = await create({ ...sent, addresses: [{ city: "Ipoh" }] });
  assert.deepEqual([made.email, made.phone], ["Aisyah@kedai.my", "+60123456789"]);
  assert.equal(made.primary_address?.city, "Ipoh");
  const answer = await api.put(`/3.0/customers/${made.id}.json`, { customer: { note: "Rings first." } });
  const changed = assertDone<{ customer: Customer }>(answer).customer;
  assert.deepEqual({ ...changed, updated_at: "" }, { ...made, note: "Rings first.", updated_at: "" });
  assert.ok(Date.parse(changed.updated_at) > Date.parse(made.updated_at));
  await create({ first_name: "Somebody else" });
  for (const asked of [
    "email=AISYAH%40kedai.my",
    "phone=%2B60123456789",
    "phone=%2B60%2012%20345-6789",
    "query=aisy",
  ]) {
    const found = await list(`/3.0/customers/search.json?${asked}`);
    assert.deepEqual([found.total_count, found.customers], [1, [changed]], asked);
  }
  assertNamesFields(await api.get("/3.0/customers/search.json"), "query");
  assertNamesFields(
    await api.post("/3.0/customers.json", { customer: { email: "aisyah@KEDAI.my" } }),
    "email",
  );
  assertNamesFields(await api.post("/3.0/customers.json", { customer: {} }), "first_name");
});

test("CUS-3: custom fields need scopes of their own, to be seen and to be written", async () => {
  const made = await create({ first_name: "Shod", attributes: { shoe_size: "39" } });
  assert.deepEqual(made.attributes, { shoe_size: "39" });
  assert.equal("attributes" in (await read(made.id, narrow.api)), false);
  assert.equal("attributes" in (await read(made.id, narrow.api, "4.0")), false);
  const listed = await list(`/3.0/customers.json?ids=${made.id}`, narrow.api);
  assert.equal("attributes" in (listed.customers[0] ?? {}), false);
  const customer = { attributes: { shoe_size: "38" } };
  const rejected = await narrow.api.put(`/3.0/customers/${made.id}.json`, { customer });
  assertRejected(rejected, 403, "scope_missing");
  assert.match(rejected.text, /"required_scope":"write_customer_attributes"/);
  const definitions = "/3.0/customer_attributes.json";
  assertRejected(await narrow.api.get(definitions), 403, "scope_missing");
  assertRejected(
    await narrow.api.post(definitions, { customer_attribute: { key: "a", title: "A" } }),
    403,
    "scope_missing",
  );
  assertDone(await api.put(`/3.0/customers/${made.id}.json`, { customer }));
  assert.deepEqual((await read(made.id)).attributes, { shoe_size: "38" });
  const wrong = await api.put(`/3.0/customers/${made.id}.json`, {
    customer: { attributes: { shoe_size: "50", hat: "L" } },
  });
  assertNamesFields(wrong, "attributes.shoe_size", "attributes.hat");
});

// Part of API-5: 4.0 has the same customers.
test("LST-1: 4.0 lists the same customers; a cursor walk shows each once during changes", async () => {
  for (const first_name of ["One", "Two", "Three"]) await create({ first_name });
  const all = await list("/3.0/customers.json?sort=id.asc&limit=250");
  const seen: Customer[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: List = await list(`/4.0/customers.json?sort=id.asc&limit=2${cursor && `&cursor=${cursor}`}`);
    assert.deepEqual([page.total_count, page.limit], [all.total_count, 2]);
    seen.push(...page.customers);
    await api.put(`/4.0/customers/${seen[0]?.id}.json`, { customer: { note: `at ${seen.length}` } });
    cursor = page.next_cursor ?? null;
  }
  assert.deepEqual(
    seen.map(({ id }) => id),
    all.customers.map(({ id }) => id),
  );
});

test("LST-4, LST-5: sort=id.asc is stable, and since_id is inclusive", async () => {
  const { customers } = await list("/3.0/customers.json?sort=id.asc");
  const ids = customers.map(({ id }) => id);
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  );
  const since = await list(`/3.0/customers.json?since_id=${ids[1]}&limit=1`);
  assert.deepEqual(
    since.customers.map(({ id }) => id),
    [ids[1]],
  );
  assert.equal(since.total_count, ids.length - 1);
  const count = await api.get(`/3.0/customers/count.json?since_id=${ids[1]}`);
  assert.deepEqual(assertDone(count), { count: ids.length - 1 });
});

// Part of WHK-9 and WHK-14, too.
test("WHK-10: customer topics send the customer in a wrapper, as fetched by its id", async () => {
  const made = await create({
    first_name: "Sample",
    email: "sample@kedai.my",
    attributes: { shoe_size: "38" },
  });
  const created = await waitForWebhook("customer/create", ({ id }) => id === made.id);
  assert.deepEqual(parsePayload(created), { customer: made });
  const signature = String(created.headers["service-hmac-sha256"]);
  assert.ok(isSignedBody(created.body, signature, whole.app.client_secret));
  assert.equal(created.headers["service-webhook-context"], undefined);
  const address = { address: { city: "Melaka" } };
  assertDone(await api.post(`/3.0/customers/${made.id}/addresses.json`, address));
  const updated = await waitForWebhook(
    "customer/update",
    ({ id, addresses }) => id === made.id && addresses?.length === 1,
  );
  assert.deepEqual(parseCustomer(updated), await read(made.id));
  const group = await api.post("/3.0/customer_groups.json", { customer_group: { name: "Wholesale" } });
  const { id: group_id } = assertDone<{ customer_group: { id: number } }>(group).customer_group;
  assertDone(await api.post(`/3.0/customer_groups/${group_id}/customers.json`, { customer_ids: [made.id] }));
  const grouped = await waitForWebhook(
    "customer/update",
    ({ id, groups }) => id === made.id && groups?.length === 1,
  );
  assert.deepEqual(parseCustomer(grouped), await read(made.id));
  assert.deepEqual(assertDone(await api.delete(`/3.0/customers/${made.id}.json`)), {});
  const deleted = await waitForWebhook("customer/delete", ({ id }) => id === made.id);
  assert.deepEqual(parsePayload(deleted), { customer: { id: made.id } });
  assertRejected(await api.get(`/3.0/customers/${made.id}.json`), 404, "not_found");
});

test("CUS-3, WHK-10: without the scopes a payload lacks custom fields, or holds only ids and times", async () => {
  const made = await create({
    first_name: "Private",
    email: "private@kedai.my",
    attributes: { shoe_size: "38" },
  });
  const { attributes: _, ...rest } = made;
  const toNarrow = await waitForWebhook("customer/create", ({ id }) => id === made.id, narrow);
  assert.deepEqual(parsePayload(toNarrow), { customer: rest });
  const signature = String(toNarrow.headers["service-hmac-sha256"]);
  assert.ok(isSignedBody(toNarrow.body, signature, narrow.app.client_secret));
  const { id, created_at, updated_at } = made;
  const toBlind = await waitForWebhook("customer/create", (customer) => customer.id === id, blind);
  assert.deepEqual(parsePayload(toBlind), { customer: { id, last_order_id: null, created_at, updated_at } });
});
