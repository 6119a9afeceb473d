import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import { type Answer, eventually, fakeClock, type TestPlatform, testPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";

const path = "/3.0/store.json";
const scopes = ["read_store", "write_store", "read_products", "write_products"];

type Answered = { store: Record<string, string> & { id: number } };

const clock = fakeClock();
let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  testing = await testPlatform({ clock });
});
after(() => testing.stop());
beforeEach(async () => {
  // So many sign up from one address in a minute, and no more.
  clock.advance(60_000);
  api = await createStoreApi(testing, { scopes });
});

const get = () => api.call("GET", path);
const put = (store: object) => api.call("PUT", path, { json: { store } });

function readStore(answer: Answer): Answered["store"] {
  assert.equal(answer.status, 200, answer.text);
  return answer.json<Answered>().store;
}

async function updates(): Promise<{ resource_id: number; actor_kind: string }[]> {
  const text = `
    select resource_id, actor_kind from event_inbox where store_id = $1 and topic = 'store/update'
    union all select resource_id, actor_kind from events where store_id = $1 and topic = 'store/update'`;
  return await testing.database.many<{ resource_id: number; actor_kind: string }>(text, [api.store.id]);
}

test("a store shows its settings, or only the requested fields", async () => {
  const answer = await get();
  assert.ok(Check(operations.getStore.response, answer.json()), answer.text);
  const { id, handle, domain, timezone, currencies } = readStore(answer);
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
  const some = readStore(await api.call("GET", `${path}?fields=name`));
  assert.deepEqual(Object.keys(some), ["id", "name"]);
});

test("only sent settings change, never handle or domain, and store/update is published", async () => {
  // The clock stood ahead at the last change: the next one is later all the same.
  const ahead = "update stores set updated_at = '2031-01-01T00:00:00Z' where id = $1";
  await testing.database.query(ahead, [api.store.id]);
  const first = readStore(await get());
  const sent = {
    name: "  Kedai Rotan ",
    city: " Ipoh ",
    country_code: "UK",
    locale: "ms-my",
    handle: "x",
    domain: "x",
  };
  const { updated_at, ...now } = readStore(await put(sent));
  const { updated_at: before, ...was } = first;
  assert.deepEqual(now, { ...was, name: "Kedai Rotan", city: "Ipoh", country_code: "GB", locale: "ms-MY" });
  assert.ok((updated_at ?? "") > (before ?? ""));
  assert.deepEqual(await updates(), [{ resource_id: api.store.id, actor_kind: "app" }]);
});

test("unchanged values change and publish nothing, even if the whole record is sent", async () => {
  const first = readStore(await get());
  assert.deepEqual(readStore(await put(first)), first);
  assert.deepEqual(readStore(await put({})), first);
  const cents = "update variants set price = 1.005 where store_id = $1";
  await testing.database.query(cents, [api.store.id]);
  assert.deepEqual(readStore(await put({ currency_code: "USD" })), first, "its prices are not looked at");
  assert.deepEqual(await updates(), []);
});

test("a new time zone applies at once to all dates, written and read", async () => {
  const product = `/3.0/products/${api.store.variants[0]?.product_id}.json`;
  const dates = async () =>
    (await api.call("GET", product)).json<{ product: { created_at: string } }>().product;
  assert.match((await dates()).created_at, /\+00:00$/);
  const { updated_at } = readStore(await put({ timezone: "asia/kuala_lumpur" }));
  assert.match(updated_at ?? "", /\+08:00$/);
  assert.match((await dates()).created_at, /\+08:00$/);
  assert.equal(readStore(await get()).timezone, "Asia/Kuala_Lumpur");
});

test("a new currency applies at once; with fewer decimals only if no price loses some", async () => {
  const { product_id = 0, id = 0 } = api.store.variants[0] ?? {};
  const variants = `/3.0/products/${product_id}/variants.json`;
  const price = async () =>
    (await api.call("GET", variants)).json<{ variants: { price: string }[] }>().variants[0]?.price;
  assert.equal(
    (await api.call("PUT", variants, { json: { variants: [{ id, price: "12.50" }] } })).status,
    200,
  );
  const rejected = await put({ currency_code: "JPY", name: "Another" });
  assert.equal(rejected.status, 422);
  assert.deepEqual(
    readError(rejected).fields?.map(({ path: field }) => field),
    ["currency_code"],
  );
  assert.notEqual(readStore(await get()).name, "Another", "nothing was changed");
  await testing.database.query("update variants set price = 1250, cost_price = null where store_id = $1", [
    api.store.id,
  ]);
  const { currency_code, currencies } = readStore(await put({ currency_code: "JPY" }));
  assert.deepEqual([currency_code, currencies], ["JPY", ["JPY"]]);
  assert.equal(await price(), "1250");
  assert.equal(readStore(await put({ currency_code: "MYR" })).currency_code, "MYR");
  assert.equal(await price(), "1250.00");
});

test("every wrong setting is named, and nothing changes", async () => {
  const wrong: [string, unknown[]][] = [
    ["name", ["", "   ", "x".repeat(256), 7]],
    ["email", ["", "nobody", "a@b@c"]],
    ["country_code", ["my", "MYS", "M1", "XX", "ZZ", "EU"]],
    ["currency_code", ["ringgit", "XXZ", ""]],
    ["timezone", ["", "Mars/Olympus", "+08:00", "\0"]],
    ["locale", ["", "english, please", "e"]],
    ["phone", ["1".repeat(256)]],
  ];
  const first = readStore(await get());
  for (const [field, values] of wrong) {
    for (const value of values) {
      const answer = await put({ city: "Ipoh", [field]: value });
      assert.equal(answer.status, 422, `${field} ${JSON.stringify(value)}: ${answer.text}`);
      const named = new Set(readError(answer).fields?.map(({ path: each }) => each));
      assert.deepEqual([...named], [field], answer.text);
    }
  }
  const two = readError(await put({ name: " ", timezone: "Mars/Olympus" })).fields;
  assert.deepEqual(two?.map(({ path: named }) => named).sort(), ["name", "timezone"]);
  assert.deepEqual(readStore(await get()), first);
  assert.deepEqual(await updates(), []);
});

test("two simultaneous changes are both kept", async () => {
  await Promise.all([put({ city: "Ipoh" }), put({ phone: "123" }), put({ zip: "30000" })]);
  const { city, phone, zip } = readStore(await get());
  assert.deepEqual([city, phone, zip], ["Ipoh", "123", "30000"]);
  assert.equal((await updates()).length, 3);
});

test("the event has the store's current state, for an app that may see it", async () => {
  const url = "http://localhost:9/hooks";
  assert.equal(
    (await api.call("POST", "/3.0/webhooks.json", { json: { topic: "store/update", url } })).status,
    200,
  );
  const now = readStore(await put({ timezone: "Asia/Tokyo", name: "Tokyo" }));
  const payload = async () => {
    const row = await testing.database.maybeOne<{ payload: string }>(
      "select payload from events where store_id = $1 and topic = 'store/update'",
      [api.store.id],
    );
    return row?.payload;
  };
  await eventually(async () => (await payload()) !== undefined);
  assert.deepEqual(JSON.parse((await payload()) ?? ""), { store: now });
});

test("settings are read and changed with their own scopes, and by the store's people", async () => {
  const reader = await createStoreApi(testing, { scopes: ["read_products"] });
  assert.equal(readError(await reader.call("GET", path)).required_scope, "read_store");
  const changed = await reader.call("PUT", path, { json: { name: "x" } });
  assert.equal(readError(changed).required_scope, "write_store");
  const { owner, host_url } = reader.store;
  const answer = await owner.browser.call("PUT", `${host_url}/api${path}`, { name: "By its owner" });
  assert.equal(readStore(answer).name, "By its owner");
});

test("a currency is rejected if a customer's store credit would lose decimals in it", async () => {
  const whole =
    "update variants set price = 12, compare_at_price = null, cost_price = null where store_id = $1";
  await testing.database.query(whole, [api.store.id]);
  const add = "insert into customers (store_id, first_name, total_credit) values ($1, 'Aisyah', 2.50)";
  await testing.database.query(add, [api.store.id]);
  const [field] = readError(await put({ currency_code: "JPY" })).fields ?? [];
  assert.equal(field?.path, "currency_code");
  assert.match(field?.message ?? "", /store credit has more decimals than JPY/);
  await testing.database.query("update customers set total_credit = 2 where store_id = $1", [api.store.id]);
  assert.equal(readStore(await put({ currency_code: "JPY" })).currency_code, "JPY");
});
