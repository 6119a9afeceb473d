import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { createStoreApi, readError } from "../../http/testing/store-api.ts";

type List = OperationResponse<typeof operations.listAuditEntries>;
type Entry = List["audit_entries"][number];

let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;

before(async () => {
  testing = await testPlatform();
  receiver = await recordingReceiver();
  store = await seedStore(testing, { products: 3, locations: 2 });
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { store, app }));
});
after(async () => {
  await receiver.stop();
  await testing.stop();
});

async function list(query: string, seededStore = store): Promise<List> {
  const url = `${seededStore.host_url}/api/console/audit_entries.json?${query}`;
  const answer = await seededStore.owner.browser.call("GET", url);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(operations.listAuditEntries.response, answer.json()), answer.text);
  return answer.json<List>();
}

async function entries(query: string, seededStore = store): Promise<Entry[]> {
  return (await list(query, seededStore)).audit_entries;
}

async function api(method: string, path: string, json?: object) {
  return testing.request(`${store.origin}/api${path}`, { method, token, ...(json ? { json } : {}) });
}

async function people(method: string, path: string, json?: object) {
  const answer = await store.owner.browser.call(method, `${store.host_url}/api${path}`, json);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

async function create(title: string): Promise<{ id: number; variants: { id: number }[] }> {
  const answer = await api("POST", "/3.0/products.json", { product: { title, variants: [{ price: "5" }] } });
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ product: { id: number; variants: { id: number }[] } }>().product;
}

test("an app's change is logged with before and after, the actor and the request", async () => {
  const { id } = await create("Teapot");
  const answer = await api("PUT", `/3.0/products/${id}.json`, { product: { title: "Iron teapot" } });
  const [entry, ...more] = await entries(`resource=product&resource_ids=${id}&action=update`);
  assert.equal(more.length, 0);
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
      request_id: answer.headers["x-request-id"],
    },
  );
});

test("a person's change is logged with their name, and found by its product", async () => {
  const { id, variants } = await create("Cup");
  const [variant] = variants;
  await people("PUT", `/3.0/products/${id}/variants/${variant?.id}.json`, { variant: { price: "7.5" } });
  const [entry] = await entries(`product_id=${id}`);
  assert.deepEqual(
    [entry?.resource, entry?.resource_id, entry?.parent_id, entry?.actor.kind],
    ["variant", variant?.id, id, "account"],
  );
  assert.match(entry?.actor.name ?? "", /@seeds\.test$/);
  assert.deepEqual([Number(entry?.before?.price), Number(entry?.after?.price)], [5, 7.5]);
  const all = await entries(`product_id=${id}`);
  assert.deepEqual(new Set(all.map(({ resource }) => resource)), new Set(["product", "variant"]));
  assert.deepEqual((await entries(`account_id=${entry?.actor.id}&product_id=${id}`))[0], entry);
  assert.ok((await entries(`app=${app.handle}`)).every(({ actor }) => actor.id === app.handle));
});

test("a deletion is logged with the former record", async () => {
  const { id } = await create("Saucer");
  assert.equal((await api("DELETE", `/3.0/products/${id}.json`)).status, 200);
  const deleted = await entries(`resource=product&resource_ids=${id}&action=delete`);
  assert.deepEqual(
    deleted.map(({ label, after, before }) => [label, after, before?.title]),
    [["Saucer", null, "Saucer"]],
  );
});

test("rejected requests, requests without a change and changes of stock are not logged", async () => {
  const { id, variants } = await create("Tray");
  const before = (await list("")).total_count;
  assert.equal((await api("PUT", `/3.0/products/${id}.json`, { product: { title: 7 } })).status, 422);
  assert.equal((await api("PUT", `/3.0/products/${id}.json`, { product: { title: "Tray" } })).status, 200);
  const level = { variant_id: variants[0]?.id, location_id: store.locations[0]?.id, quantity: 4 };
  const stocked = await api("PUT", "/4.0/inventory_levels/set.json", level);
  assert.equal(stocked.status, 200, stocked.text);
  assert.equal((await list(`created_at_min=${new Date(0).toISOString()}`)).total_count, before);
});

test("disabling an app and subscriptions are logged without secrets", async () => {
  const webhook = { webhook: { topic: "product/update", url: `${receiver.url}/hook` } };
  assert.equal((await api("POST", "/3.0/webhooks.json", webhook)).status, 200);
  const [subscribed] = await entries("resource=webhook");
  assert.deepEqual([subscribed?.action, subscribed?.label], ["create", "product/update"]);
  const other = await registerApp(testing, receiver.url);
  await installApp(testing, { store, app: other });
  const id = await loadInstallationId(store, other);
  await people("POST", `/console/apps/${id}/disable.json`);
  const [disabled] = await entries("resource=installation&action=update");
  assert.deepEqual([disabled?.before, disabled?.after], [{ status: "enabled" }, { status: "disabled" }]);
  assert.equal(disabled?.actor.kind, "account");
});

test("only the beginning of a long text is stored", async () => {
  const { id } = await create("Long");
  const html = "x".repeat(5_000);
  assert.equal((await api("PUT", `/3.0/products/${id}.json`, { product: { body_html: html } })).status, 200);
  const [entry] = await entries(`resource=product&resource_ids=${id}&action=update`);
  assert.equal(entry?.after?.body_html, `${"x".repeat(4_000)}…`);
});

test("a walk by cursor returns every entry once, newest first, and count is the same", async () => {
  const { total_count } = await list("limit=1");
  const met: number[] = [];
  let query = "limit=2";
  for (;;) {
    const answer: List = await list(query);
    met.push(...answer.audit_entries.map(({ id }) => id));
    if (answer.next_cursor === null) break;
    query = `limit=2&cursor=${answer.next_cursor}`;
  }
  assert.equal(met.length, total_count);
  assert.equal(new Set(met).size, total_count);
  const url = `${store.host_url}/api/console/audit_entries/count.json`;
  assert.deepEqual((await store.owner.browser.call("GET", url)).json(), { count: total_count });
});

test("a store's log is its own, and staff may not read it", async () => {
  const other = await seedStore(testing, { handle: "elsewhere" });
  const ids = (await entries("", other)).map(({ id }) => id);
  assert.deepEqual(
    (await entries(`ids=${ids.join(",")}`)).map(({ id }) => id),
    [],
  );
  assert.ok(ids.length > 0);
  const change = "update memberships set role = 'staff', scopes = '{read_products}' where store_id = $1";
  await testing.database.query(change, [other.id]);
  const url = `${other.host_url}/api/console/audit_entries.json`;
  const rejectedAnswer = await other.owner.browser.call("GET", url);
  assert.deepEqual([rejectedAnswer.status, readError(rejectedAnswer).code], [403, "not_allowed"]);
});

test("a private metafield is logged without its value, which only its app sees", async () => {
  const metafield = { namespace: "own", key: "card", value: "shown to no one", value_type: "String" };
  const made = await api("POST", "/3.0/metafields.json", { metafield: { ...metafield, is_private: true } });
  const { id } = made.json<{ metafield: { id: number } }>().metafield;
  await api("PUT", `/3.0/metafields/${id}.json`, { metafield: { value: "shown to no one either" } });
  await api("DELETE", `/3.0/metafields/${id}.json`);
  const logged = await entries(`resource=metafield&resource_ids=${id}`);
  assert.deepEqual(
    logged.map(({ action, label }) => [action, label]),
    [
      ["delete", "card"],
      ["update", "card"],
      ["create", "card"],
    ],
  );
  assert.doesNotMatch(JSON.stringify(logged), /shown to no one/);
});

test("the database logs exactly the resources that the interface lists", async () => {
  const rows = await testing.database.many<{ resource: string }>(
    `select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as resource
     from pg_trigger where tgfoid = 'souk_audit'::regproc`,
  );
  const known = [...operations.listAuditEntries.query.resource.of].sort();
  assert.deepEqual(rows.map(({ resource }) => resource).sort(), known);
});

test("an order is logged by its number, and its parts with their order", async () => {
  const lines = { line_items: [{ name: "Cup", price: "5.00", quantity: 1 }] };
  const sale = { kind: "sale", amount: "5.00" };
  const url = `${store.host_url}/api/3.0/orders`;
  const made = await store.owner.browser.call("POST", `${url}.json`, { ...lines, transactions: [sale] });
  const { order } = made.json<{ order: { id: number; order_number: string } }>();
  await people("PUT", `/3.0/orders/${order.id}.json`, { remark: "Knows the owner." });
  await people("POST", `/3.0/orders/${order.id}/refund.json`, { amount: "5.00" });
  const [entry] = await entries("resource=order");
  assert.deepEqual([entry?.resource_id, entry?.label], [order.id, order.order_number]);
  const parts = [...(await entries("resource=transaction")), ...(await entries("resource=refund"))];
  assert.deepEqual(
    parts.map(({ parent_id }) => parent_id),
    [order.id, order.id],
  );
});

test("a placed order is not logged, however it is paid; a customer created with it is", async () => {
  const areas = ["customers", "orders"];
  const { store: other, call } = await createStoreApi(testing, {
    scopes: areas.flatMap((area) => [`read_${area}`, `write_${area}`]),
  });
  const added = await testing.database.maybeOne<{ id: number }>(
    "insert into customers (store_id, first_name, total_credit) values ($1, 'Aisyah', 20) returning id",
    [other.id],
  );
  const order = { line_items: [{ name: "Cup", price: "5.00", quantity: 1 }] };
  const place = async (more: object, headers = {}) => {
    const answer = await call("POST", "/3.0/orders.json", {
      json: { order: { ...order, ...more } },
      headers,
    });
    assert.equal(answer.status, 200, answer.text);
  };
  const last = (await entries("", other))[0]?.id ?? 0;
  for (const type of ["manual", "credit"]) {
    const paid = {
      customer_id: added?.id,
      transactions: [{ kind: "sale", amount: "5.00", gateway: { type } }],
    };
    await place(paid);
    await place(paid, { "idempotency-key": `paid by ${type}` });
  }
  await place({ customer: { email: "new@kedai.test" } });
  const newEntries = (await entries("", other)).filter(({ id }) => id > last);
  assert.deepEqual(
    newEntries.map(({ action, resource }) => [action, resource]),
    [["create", "customer"]],
  );
});
