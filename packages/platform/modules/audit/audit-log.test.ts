import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { createStoreApi, readError } from "../../http/testing/store-api.ts";

type AuditList = OperationResponse<typeof operations.listAuditEntries>;
type Entry = AuditList["audit_entries"][number];

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;

before(async () => {
  testPlatform = await startTestPlatform();
  receiver = await startRecordingReceiver();
  store = await seedStore(testPlatform, { products: 3, locations: 2 });
  app = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app }));
});
after(async () => {
  await receiver.stop();
  await testPlatform.stop();
});

async function listAuditEntries(query: string, seededStore = store): Promise<AuditList> {
  const url = `${seededStore.host_url}/api/console/audit_entries.json?${query}`;
  const response = await seededStore.owner.browser.call("GET", url);
  assert.equal(response.status, 200, response.text);
  assert.ok(Check(operations.listAuditEntries.response, response.json()), response.text);
  return response.json<AuditList>();
}

async function loadEntries(query: string, seededStore = store): Promise<Entry[]> {
  return (await listAuditEntries(query, seededStore)).audit_entries;
}

async function callAsApp(method: string, path: string, json?: object) {
  return testPlatform.request(`${store.origin}/api${path}`, { method, token, ...(json ? { json } : {}) });
}

async function callAsOwner(method: string, path: string, json?: object) {
  const response = await store.owner.browser.call(method, `${store.host_url}/api${path}`, json);
  assert.equal(response.status, 200, response.text);
  return response;
}

async function createProduct(title: string): Promise<{ id: number; variants: { id: number }[] }> {
  const response = await callAsApp("POST", "/3.0/products.json", {
    product: { title, variants: [{ price: "5" }] },
  });
  assert.equal(response.status, 200, response.text);
  return response.json<{ product: { id: number; variants: { id: number }[] } }>().product;
}

test("the audit log has an app's change with old and new values, the app and the request id", async () => {
  const { id } = await createProduct("Teapot");
  const response = await callAsApp("PUT", `/3.0/products/${id}.json`, { product: { title: "Iron teapot" } });
  const [entry, ...otherEntries] = await loadEntries(`resource=product&resource_ids=${id}&action=update`);
  assert.equal(otherEntries.length, 0);
  assert.deepEqual(
    { ...entry, id: 0, created_at: "" },
    {
      id: 0,
      created_at: "",
      action: "update",
      resource: "product",
      resource_id: id,
      parent_id: null,
      label: "Iron teapot",
      before: { title: "Teapot" },
      after: { title: "Iron teapot" },
      actor: { kind: "app", id: app.handle, name: app.name },
      request_id: response.headers["x-request-id"],
    },
  );
});

test("the audit log of a product has a person's change with the person's name", async () => {
  const { id, variants } = await createProduct("Cup");
  const [variant] = variants;
  await callAsOwner("PUT", `/3.0/products/${id}/variants/${variant?.id}.json`, { variant: { price: "7.5" } });
  const [entry] = await loadEntries(`product_id=${id}`);
  assert.deepEqual(
    [entry?.resource, entry?.resource_id, entry?.parent_id, entry?.actor.kind],
    ["variant", variant?.id, id, "account"],
  );
  assert.match(entry?.actor.name ?? "", /@seeds\.test$/);
  assert.deepEqual([Number(entry?.before?.price), Number(entry?.after?.price)], [5, 7.5]);
  const productEntries = await loadEntries(`product_id=${id}`);
  assert.deepEqual(new Set(productEntries.map(({ resource }) => resource)), new Set(["product", "variant"]));
  assert.deepEqual((await loadEntries(`account_id=${entry?.actor.id}&product_id=${id}`))[0], entry);
  assert.ok((await loadEntries(`app=${app.handle}`)).every(({ actor }) => actor.id === app.handle));
});

test("the audit log has a deletion with the values of the deleted record", async () => {
  const { id } = await createProduct("Saucer");
  assert.equal((await callAsApp("DELETE", `/3.0/products/${id}.json`)).status, 200);
  const deleteEntries = await loadEntries(`resource=product&resource_ids=${id}&action=delete`);
  assert.deepEqual(
    deleteEntries.map(({ label, after, before }) => [label, after, before?.title]),
    [["Saucer", null, "Saucer"]],
  );
});

test("rejected requests, requests without a change and changes of stock are not in the audit log", async () => {
  const { id, variants } = await createProduct("Tray");
  const countBefore = (await listAuditEntries("")).total_count;
  assert.equal((await callAsApp("PUT", `/3.0/products/${id}.json`, { product: { title: 7 } })).status, 422);
  assert.equal(
    (await callAsApp("PUT", `/3.0/products/${id}.json`, { product: { title: "Tray" } })).status,
    200,
  );
  const level = { variant_id: variants[0]?.id, location_id: store.locations[0]?.id, quantity: 4 };
  const stockChange = await callAsApp("PUT", "/4.0/inventory_levels/set.json", level);
  assert.equal(stockChange.status, 200, stockChange.text);
  assert.equal(
    (await listAuditEntries(`created_at_min=${new Date(0).toISOString()}`)).total_count,
    countBefore,
  );
});

test("the audit log has new webhook subscriptions and changed statuses of installed apps", async () => {
  const webhook = { webhook: { topic: "product/update", url: `${receiver.url}/hook` } };
  assert.equal((await callAsApp("POST", "/3.0/webhooks.json", webhook)).status, 200);
  const [subscriptionEntry] = await loadEntries("resource=webhook");
  assert.deepEqual([subscriptionEntry?.action, subscriptionEntry?.label], ["create", "product/update"]);
  const otherApp = await registerApp(testPlatform, receiver.url);
  await installApp(testPlatform, { store, app: otherApp });
  const id = await loadInstallationId(store, otherApp);
  await callAsOwner("POST", `/console/apps/${id}/disable.json`);
  const [disableEntry] = await loadEntries("resource=installation&action=update");
  assert.deepEqual(
    [disableEntry?.before, disableEntry?.after],
    [{ status: "enabled" }, { status: "disabled" }],
  );
  assert.equal(disableEntry?.actor.kind, "account");
});

test("the audit log stores only the first 4,000 characters of a long text", async () => {
  const { id } = await createProduct("Long");
  const html = "x".repeat(5_000);
  assert.equal(
    (await callAsApp("PUT", `/3.0/products/${id}.json`, { product: { body_html: html } })).status,
    200,
  );
  const [entry] = await loadEntries(`resource=product&resource_ids=${id}&action=update`);
  assert.equal(entry?.after?.body_html, `${"x".repeat(4_000)}…`);
});

test("reading the audit log by cursor returns each counted entry exactly once", async () => {
  const { total_count } = await listAuditEntries("limit=1");
  const ids: number[] = [];
  let query = "limit=2";
  for (;;) {
    const response: AuditList = await listAuditEntries(query);
    ids.push(...response.audit_entries.map(({ id }) => id));
    if (response.next_cursor === null) break;
    query = `limit=2&cursor=${response.next_cursor}`;
  }
  assert.equal(ids.length, total_count);
  assert.equal(new Set(ids).size, total_count);
  const url = `${store.host_url}/api/console/audit_entries/count.json`;
  assert.deepEqual((await store.owner.browser.call("GET", url)).json(), { count: total_count });
});

test("only members of a store with the right to view its audit log can read its entries", async () => {
  const otherStore = await seedStore(testPlatform, { handle: "elsewhere" });
  const ids = (await loadEntries("", otherStore)).map(({ id }) => id);
  assert.deepEqual(
    (await loadEntries(`ids=${ids.join(",")}`)).map(({ id }) => id),
    [],
  );
  assert.ok(ids.length > 0);
  const updateText = "update memberships set role = 'custom', rights = '{products.view}' where store_id = $1";
  await testPlatform.database.query(updateText, [otherStore.id]);
  const url = `${otherStore.host_url}/api/console/audit_entries.json`;
  const response = await otherStore.owner.browser.call("GET", url);
  assert.deepEqual([response.status, readError(response).code], [403, "right_missing"]);
});

test("the audit log has changes of a private metafield without its value, which only the metafield's app may read", async () => {
  const metafield = { namespace: "own", key: "card", value: "shown to no one", value_type: "String" };
  const createResponse = await callAsApp("POST", "/3.0/metafields.json", {
    metafield: { ...metafield, is_private: true },
  });
  const { id } = createResponse.json<{ metafield: { id: number } }>().metafield;
  await callAsApp("PUT", `/3.0/metafields/${id}.json`, { metafield: { value: "shown to no one either" } });
  await callAsApp("DELETE", `/3.0/metafields/${id}.json`);
  const metafieldEntries = await loadEntries(`resource=metafield&resource_ids=${id}`);
  assert.deepEqual(
    metafieldEntries.map(({ action, label }) => [action, label]),
    [
      ["delete", "card"],
      ["update", "card"],
      ["create", "card"],
    ],
  );
  assert.doesNotMatch(JSON.stringify(metafieldEntries), /shown to no one/);
});

test("the API can filter the audit log by exactly the resources that are audited", async () => {
  const rows = await testPlatform.database.many<{ resource: string }>(
    `select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as resource
     from pg_trigger where tgfoid = 'souk_audit'::regproc`,
  );
  const apiResources = [...operations.listAuditEntries.query.resource.of].sort();
  assert.deepEqual(rows.map(({ resource }) => resource).sort(), apiResources);
});

test("the audit log has an order with its number, and payments and refunds with their order", async () => {
  const lines = { line_items: [{ name: "Cup", price: "5.00", quantity: 1 }] };
  const sale = { kind: "sale", amount: "5.00" };
  const url = `${store.host_url}/api/3.0/orders`;
  const createResponse = await store.owner.browser.call("POST", `${url}.json`, {
    ...lines,
    transactions: [sale],
  });
  const { order } = createResponse.json<{ order: { id: number; order_number: string } }>();
  await callAsOwner("PUT", `/3.0/orders/${order.id}.json`, { remark: "Knows the owner." });
  await callAsOwner("POST", `/3.0/orders/${order.id}/refund.json`, { amount: "5.00" });
  const [entry] = await loadEntries("resource=order");
  assert.deepEqual([entry?.resource_id, entry?.label], [order.id, order.order_number]);
  const childEntries = [
    ...(await loadEntries("resource=transaction")),
    ...(await loadEntries("resource=refund")),
  ];
  assert.deepEqual(
    childEntries.map(({ parent_id }) => parent_id),
    [order.id, order.id],
  );
});

test("the audit log does not have the creation of an order, but has the creation of its customer", async () => {
  const areas = ["customers", "orders"];
  const { store: otherStore, call } = await createStoreApi(testPlatform, {
    scopes: areas.flatMap((area) => [`read_${area}`, `write_${area}`]),
  });
  const customer = await testPlatform.database.maybeOne<{ id: number }>(
    "insert into customers (store_id, first_name, total_credit) values ($1, 'Aisyah', 20) returning id",
    [otherStore.id],
  );
  const order = { line_items: [{ name: "Cup", price: "5.00", quantity: 1 }] };
  const createOrder = async (fields: object, headers = {}) => {
    const response = await call("POST", "/3.0/orders.json", {
      json: { order: { ...order, ...fields } },
      headers,
    });
    assert.equal(response.status, 200, response.text);
  };
  const lastId = (await loadEntries("", otherStore))[0]?.id ?? 0;
  for (const type of ["manual", "credit"]) {
    const paidOrder = {
      customer_id: customer?.id,
      transactions: [{ kind: "sale", amount: "5.00", gateway: { type } }],
    };
    await createOrder(paidOrder);
    await createOrder(paidOrder, { "idempotency-key": `paid by ${type}` });
  }
  await createOrder({ customer: { email: "new@kedai.test" } });
  const newEntries = (await loadEntries("", otherStore)).filter(({ id }) => id > lastId);
  assert.deepEqual(
    newEntries.map(({ action, resource }) => [action, resource]),
    [["create", "customer"]],
  );
});
