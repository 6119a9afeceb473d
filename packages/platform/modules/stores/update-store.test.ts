import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import { type Answer, eventually, fakeClock, type TestPlatform, testPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { errorOf, type ShopApi, shopApi } from "../../http/testing/shop-api.ts";

const path = "/3.0/store.json";
const scopes = ["read_store", "write_store", "read_products", "write_products"];

type Answered = { store: Record<string, string> & { id: number } };

const clock = fakeClock();
let testing: TestPlatform;
let api: ShopApi;

before(async () => {
  testing = await testPlatform({ clock });
});
after(() => testing.stop());
beforeEach(async () => {
  // So many sign up from one address in a minute, and no more.
  clock.advance(60_000);
  api = await shopApi(testing, { scopes });
});

const get = () => api.call("GET", path);
const put = (store: object) => api.call("PUT", path, { json: { store } });

function storeOf(answer: Answer): Answered["store"] {
  assert.equal(answer.status, 200, answer.text);
  return answer.json<Answered>().store;
}

async function updates(): Promise<{ resource_id: number; actor_kind: string }[]> {
  const text = `
    select resource_id, actor_kind from event_inbox where store_id = $1 and topic = 'store/update'
    union all select resource_id, actor_kind from events where store_id = $1 and topic = 'store/update'`;
  return (await testing.database.query<{ resource_id: number; actor_kind: string }>(text, [api.shop.id]))
    .rows;
}

test("a store shows its settings, or only the fields that are asked for", async () => {
  const answer = await get();
  assert.ok(Check(operations.getStore.answer, answer.json()), answer.text);
  const { id, handle, domain, timezone, currencies } = storeOf(answer);
  assert.deepEqual(
    { id, handle, domain, timezone, currencies },
    {
      id: api.shop.id,
      handle: api.shop.handle,
      domain: `${api.shop.handle}.souk.localhost`,
      timezone: "UTC",
      currencies: ["USD"],
    },
  );
  const some = storeOf(await api.call("GET", `${path}?fields=name`));
  assert.deepEqual(Object.keys(some), ["id", "name"]);
});

test("only what is sent is changed, a handle and a domain never, and store/update is raised with the change", async () => {
  // The clock stood ahead at the last change: the next one is later all the same.
  const ahead = "update stores set updated_at = '2031-01-01T00:00:00Z' where id = $1";
  await testing.database.query(ahead, [api.shop.id]);
  const first = storeOf(await get());
  const sent = {
    name: "  Kedai Rotan ",
    city: " Ipoh ",
    country_code: "UK",
    locale: "ms-my",
    handle: "x",
    domain: "x",
  };
  const { updated_at, ...now } = storeOf(await put(sent));
  const { updated_at: before, ...was } = first;
  assert.deepEqual(now, { ...was, name: "Kedai Rotan", city: "Ipoh", country_code: "GB", locale: "ms-MY" });
  assert.ok((updated_at ?? "") > (before ?? ""));
  assert.deepEqual(await updates(), [{ resource_id: api.shop.id, actor_kind: "app" }]);
});

test("what is already as asked changes nothing and raises nothing, also when the whole record comes back", async () => {
  const first = storeOf(await get());
  assert.deepEqual(storeOf(await put(first)), first);
  assert.deepEqual(storeOf(await put({})), first);
  const cents = "update variants set price = 1.005 where store_id = $1";
  await testing.database.query(cents, [api.shop.id]);
  assert.deepEqual(storeOf(await put({ currency_code: "USD" })), first, "its prices are not looked at");
  assert.deepEqual(await updates(), []);
});

test("a new time zone counts at once in every date, also of products, and in how dates are read", async () => {
  const product = `/3.0/products/${api.shop.variants[0]?.product_id}.json`;
  const dates = async () =>
    (await api.call("GET", product)).json<{ product: { created_at: string } }>().product;
  assert.match((await dates()).created_at, /\+00:00$/);
  const { updated_at } = storeOf(await put({ timezone: "asia/kuala_lumpur" }));
  assert.match(updated_at ?? "", /\+08:00$/);
  assert.match((await dates()).created_at, /\+08:00$/);
  assert.equal(storeOf(await get()).timezone, "Asia/Kuala_Lumpur");
});

test("a new currency counts at once; one with fewer decimals only when no price is cut", async () => {
  const { product_id = 0, id = 0 } = api.shop.variants[0] ?? {};
  const variants = `/3.0/products/${product_id}/variants.json`;
  const price = async () =>
    (await api.call("GET", variants)).json<{ variants: { price: string }[] }>().variants[0]?.price;
  assert.equal(
    (await api.call("PUT", variants, { json: { variants: [{ id, price: "12.50" }] } })).status,
    200,
  );
  const refused = await put({ currency_code: "JPY", name: "Another" });
  assert.equal(refused.status, 422);
  assert.deepEqual(
    errorOf(refused).fields?.map(({ path: field }) => field),
    ["currency_code"],
  );
  assert.notEqual(storeOf(await get()).name, "Another", "nothing was changed");
  await testing.database.query("update variants set price = 1250, cost_price = null where store_id = $1", [
    api.shop.id,
  ]);
  const { currency_code, currencies } = storeOf(await put({ currency_code: "JPY" }));
  assert.deepEqual([currency_code, currencies], ["JPY", ["JPY"]]);
  assert.equal(await price(), "1250");
  assert.equal(storeOf(await put({ currency_code: "MYR" })).currency_code, "MYR");
  assert.equal(await price(), "1250.00");
});

test("every wrong setting is named, and nothing is changed", async () => {
  const wrong: [string, unknown[]][] = [
    ["name", ["", "   ", "x".repeat(256), 7]],
    ["email", ["", "nobody", "a@b@c"]],
    ["country_code", ["my", "MYS", "M1", "XX", "ZZ", "EU"]],
    ["currency_code", ["ringgit", "XXZ", ""]],
    ["timezone", ["", "Mars/Olympus", "+08:00", "\0"]],
    ["locale", ["", "english, please", "e"]],
    ["phone", ["1".repeat(256)]],
  ];
  const first = storeOf(await get());
  for (const [field, values] of wrong) {
    for (const value of values) {
      const answer = await put({ city: "Ipoh", [field]: value });
      assert.equal(answer.status, 422, `${field} ${JSON.stringify(value)}: ${answer.text}`);
      const named = new Set(errorOf(answer).fields?.map(({ path: each }) => each));
      assert.deepEqual([...named], [field], answer.text);
    }
  }
  const two = errorOf(await put({ name: " ", timezone: "Mars/Olympus" })).fields;
  assert.deepEqual(two?.map(({ path: named }) => named).sort(), ["name", "timezone"]);
  assert.deepEqual(storeOf(await get()), first);
  assert.deepEqual(await updates(), []);
});

test("of two changes at once neither is lost", async () => {
  await Promise.all([put({ city: "Ipoh" }), put({ phone: "123" }), put({ zip: "30000" })]);
  const { city, phone, zip } = storeOf(await get());
  assert.deepEqual([city, phone, zip], ["Ipoh", "123", "30000"]);
  assert.equal((await updates()).length, 3);
});

test("the event carries the store as it is now, for an app that may see it", async () => {
  const url = "http://localhost:9/hooks";
  assert.equal(
    (await api.call("POST", "/3.0/webhooks.json", { json: { topic: "store/update", url } })).status,
    200,
  );
  const now = storeOf(await put({ timezone: "Asia/Tokyo", name: "Tokyo" }));
  const payload = async () => {
    const { rows } = await testing.database.query<{ payload: string }>(
      "select payload from events where store_id = $1 and topic = 'store/update'",
      [api.shop.id],
    );
    return rows[0]?.payload;
  };
  await eventually(async () => (await payload()) !== undefined);
  assert.deepEqual(JSON.parse((await payload()) ?? ""), { store: now });
});

test("settings are read and changed with their own scopes, and by the shop's people", async () => {
  const reader = await shopApi(testing, { scopes: ["read_products"] });
  assert.equal(errorOf(await reader.call("GET", path)).required_scope, "read_store");
  const changed = await reader.call("PUT", path, { json: { name: "x" } });
  assert.equal(errorOf(changed).required_scope, "write_store");
  const { owner, host_url } = reader.shop;
  const answer = await owner.browser.call("PUT", `${host_url}/api${path}`, { name: "By its owner" });
  assert.equal(storeOf(answer).name, "By its owner");
});

test("a currency with fewer decimals is refused while a customer's store credit would be cut", async () => {
  const whole =
    "update variants set price = 12, compare_at_price = null, cost_price = null where store_id = $1";
  await testing.database.query(whole, [api.shop.id]);
  const add = "insert into customers (store_id, first_name, total_credit) values ($1, 'Aisyah', 2.50)";
  await testing.database.query(add, [api.shop.id]);
  const [field] = errorOf(await put({ currency_code: "JPY" })).fields ?? [];
  assert.equal(field?.path, "currency_code");
  assert.match(field?.message ?? "", /store credit has more decimals than JPY/);
  await testing.database.query("update customers set total_credit = 2 where store_id = $1", [api.shop.id]);
  assert.equal(storeOf(await put({ currency_code: "JPY" })).currency_code, "JPY");
});
