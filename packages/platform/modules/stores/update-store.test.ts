import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import {
  createFakeClock,
  eventually,
  type HttpResponse,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";

const path = "/3.0/store.json";
const scopes = ["read_store", "write_store", "read_products", "write_products"];

type StoreResponse = { store: Record<string, string> & { id: number } };

const clock = createFakeClock();
let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform({ clock });
});
after(() => testPlatform.stop());
beforeEach(async () => {
  // The number of sign-ups per minute from one IP address is limited.
  clock.advance(60_000);
  api = await createStoreApi(testPlatform, { scopes });
});

const get = () => api.call("GET", path);
const put = (store: object) => api.call("PUT", path, { json: { store } });

function readStore(response: HttpResponse): StoreResponse["store"] {
  assert.equal(response.status, 200, response.text);
  return response.json<StoreResponse>().store;
}

/** List the store/update events of the store. */
async function listUpdateEvents(): Promise<{ resource_id: number; actor_kind: string }[]> {
  const text = `
    select resource_id, actor_kind from event_inbox where store_id = $1 and topic = 'store/update'
    union all select resource_id, actor_kind from events where store_id = $1 and topic = 'store/update'`;
  return await testPlatform.database.many<{ resource_id: number; actor_kind: string }>(text, [api.store.id]);
}

test("a store's settings are returned completely or with only the requested fields", async () => {
  const response = await get();
  assert.ok(Check(operations.getStore.response, response.json()), response.text);
  const { id, handle, domain, timezone, currencies } = readStore(response);
  assert.deepEqual(
    { id, handle, domain, timezone, currencies },
    {
      id: api.store.id,
      handle: api.store.handle,
      domain: `${api.store.handle}.souk.localhost`,
      timezone: "UTC",
      currencies: ["USD"],
    },
  );
  const selectedFields = readStore(await api.call("GET", `${path}?fields=name`));
  assert.deepEqual(Object.keys(selectedFields), ["id", "name"]);
});

test("updating a store changes the sent settings, except the handle and the domain", async () => {
  // Simulate that the last update was made with a clock that is ahead. updated_at must increase nevertheless.
  const setUpdatedAtText = "update stores set updated_at = '2031-01-01T00:00:00Z' where id = $1";
  await testPlatform.database.query(setUpdatedAtText, [api.store.id]);
  const store = readStore(await get());
  const changes = {
    name: "  Kedai Rotan ",
    city: " Ipoh ",
    country_code: "UK",
    locale: "ms-my",
    handle: "x",
    domain: "x",
  };
  const { updated_at: updatedAt, ...updatedSettings } = readStore(await put(changes));
  const { updated_at: previousUpdatedAt, ...previousSettings } = store;
  assert.deepEqual(updatedSettings, {
    ...previousSettings,
    name: "Kedai Rotan",
    city: "Ipoh",
    country_code: "GB",
    locale: "ms-MY",
  });
  assert.ok((updatedAt ?? "") > (previousUpdatedAt ?? ""));
  assert.deepEqual(await listUpdateEvents(), [{ resource_id: api.store.id, actor_kind: "app" }]);
});

test("sending a store's current settings does not update the store and publishes no event", async () => {
  const store = readStore(await get());
  assert.deepEqual(readStore(await put(store)), store);
  assert.deepEqual(readStore(await put({})), store);
  const setPriceText = "update variants set price = 1.005 where store_id = $1";
  await testPlatform.database.query(setPriceText, [api.store.id]);
  assert.deepEqual(readStore(await put({ currency_code: "USD" })), store, "prices are not checked");
  assert.deepEqual(await listUpdateEvents(), []);
});

test("a store's new time zone applies at once to the times in responses", async () => {
  const productPath = `/3.0/products/${api.store.variants[0]?.product_id}.json`;
  const getProduct = async () =>
    (await api.call("GET", productPath)).json<{ product: { created_at: string } }>().product;
  assert.match((await getProduct()).created_at, /\+00:00$/);
  const { updated_at } = readStore(await put({ timezone: "asia/kuala_lumpur" }));
  assert.match(updated_at ?? "", /\+08:00$/);
  assert.match((await getProduct()).created_at, /\+08:00$/);
  assert.equal(readStore(await get()).timezone, "Asia/Kuala_Lumpur");
});

test("a new store currency with fewer decimals is rejected if a price would lose decimals", async () => {
  const { product_id = 0, id = 0 } = api.store.variants[0] ?? {};
  const variantsPath = `/3.0/products/${product_id}/variants.json`;
  const getPrice = async () =>
    (await api.call("GET", variantsPath)).json<{ variants: { price: string }[] }>().variants[0]?.price;
  assert.equal(
    (await api.call("PUT", variantsPath, { json: { variants: [{ id, price: "12.50" }] } })).status,
    200,
  );
  const response = await put({ currency_code: "JPY", name: "Another" });
  assert.equal(response.status, 422);
  assert.deepEqual(
    readError(response).fields?.map(({ path: field }) => field),
    ["currency_code"],
  );
  assert.notEqual(readStore(await get()).name, "Another", "nothing was changed");
  await testPlatform.database.query(
    "update variants set price = 1250, cost_price = null where store_id = $1",
    [api.store.id],
  );
  const { currency_code, currencies } = readStore(await put({ currency_code: "JPY" }));
  assert.deepEqual([currency_code, currencies], ["JPY", ["JPY"]]);
  assert.equal(await getPrice(), "1250");
  assert.equal(readStore(await put({ currency_code: "MYR" })).currency_code, "MYR");
  assert.equal(await getPrice(), "1250.00");
});

test("each invalid store setting gets an error for its field, and nothing is changed", async () => {
  const invalidValues: [string, unknown[]][] = [
    ["name", ["", "   ", "x".repeat(256), 7]],
    ["email", ["", "nobody", "a@b@c"]],
    ["country_code", ["my", "MYS", "M1", "XX", "ZZ", "EU"]],
    ["currency_code", ["ringgit", "XXZ", ""]],
    ["timezone", ["", "Mars/Olympus", "+08:00", "\0"]],
    ["locale", ["", "english, please", "e"]],
    ["phone", ["1".repeat(256)]],
  ];
  const store = readStore(await get());
  for (const [field, values] of invalidValues) {
    for (const value of values) {
      const response = await put({ city: "Ipoh", [field]: value });
      assert.equal(response.status, 422, `${field} ${JSON.stringify(value)}: ${response.text}`);
      const invalidFields = new Set(readError(response).fields?.map((error) => error.path));
      assert.deepEqual([...invalidFields], [field], response.text);
    }
  }
  const { fields } = readError(await put({ name: " ", timezone: "Mars/Olympus" }));
  assert.deepEqual(fields?.map((error) => error.path).sort(), ["name", "timezone"]);
  assert.deepEqual(readStore(await get()), store);
  assert.deepEqual(await listUpdateEvents(), []);
});

test("simultaneous updates of different store settings are all applied", async () => {
  await Promise.all([put({ city: "Ipoh" }), put({ phone: "123" }), put({ zip: "30000" })]);
  const { city, phone, zip } = readStore(await get());
  assert.deepEqual([city, phone, zip], ["Ipoh", "123", "30000"]);
  assert.equal((await listUpdateEvents()).length, 3);
});

test("the payload of store/update contains the store's new settings", async () => {
  const url = "http://localhost:9/hooks";
  assert.equal(
    (await api.call("POST", "/3.0/webhooks.json", { json: { topic: "store/update", url } })).status,
    200,
  );
  const updatedStore = readStore(await put({ timezone: "Asia/Tokyo", name: "Tokyo" }));
  const loadPayload = async () => {
    const row = await testPlatform.database.maybeOne<{ payload: string }>(
      "select payload from events where store_id = $1 and topic = 'store/update'",
      [api.store.id],
    );
    return row?.payload;
  };
  await eventually(async () => (await loadPayload()) !== undefined);
  assert.deepEqual(JSON.parse((await loadPayload()) ?? ""), { store: updatedStore });
});

test("apps need separate scopes to read and write store settings, but the owner needs no scope", async () => {
  const reader = await createStoreApi(testPlatform, { scopes: ["read_products"] });
  assert.equal(readError(await reader.call("GET", path)).required_scope, "read_store");
  const rejectedResponse = await reader.call("PUT", path, { json: { name: "x" } });
  assert.equal(readError(rejectedResponse).required_scope, "write_store");
  const { owner, host_url } = reader.store;
  const response = await owner.browser.call("PUT", `${host_url}/api${path}`, { name: "By its owner" });
  assert.equal(readStore(response).name, "By its owner");
});

test("a new store currency is rejected if it has fewer decimals than a store credit balance", async () => {
  const setPricesText =
    "update variants set price = 12, compare_at_price = null, cost_price = null where store_id = $1";
  await testPlatform.database.query(setPricesText, [api.store.id]);
  const insertCustomerText =
    "insert into customers (store_id, first_name, total_credit) values ($1, 'Aisyah', 2.50)";
  await testPlatform.database.query(insertCustomerText, [api.store.id]);
  const [field] = readError(await put({ currency_code: "JPY" })).fields ?? [];
  assert.equal(field?.path, "currency_code");
  assert.match(field?.message ?? "", /store credit has more decimal places than JPY/);
  await testPlatform.database.query("update customers set total_credit = 2 where store_id = $1", [
    api.store.id,
  ]);
  assert.equal(readStore(await put({ currency_code: "JPY" })).currency_code, "JPY");
});
