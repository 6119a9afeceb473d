import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import { type Answer, fakeClock, type TestPlatform, testPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { createStoreApi, readError, type StoreApi } from "../../../http/testing/store-api.ts";

const path = "/3.0/currencies.json";
const scopes = ["read_currencies", "write_currencies", "read_store", "write_store"];

interface Currency {
  id: number;
  code: string;
  rate: string;
  is_default: boolean;
  rounding: string | null;
  updated_at: string;
}

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
  for (const topic of ["currency/update", "currency/delete", "store/update"]) {
    const json = { topic, url: "http://localhost:9/hooks" };
    assert.equal((await api.call("POST", "/3.0/webhooks.json", { json })).status, 200);
  }
});

function readCurrency(answer: Answer): Currency {
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(operations.getCurrency.response, answer.json()), answer.text);
  return answer.json<{ currency: Currency }>().currency;
}

const one = (word: string | number): string => `/3.0/currencies/${word}.json`;
const add = (currency: object) => api.call("POST", path, { json: { currency } });
const put = (word: string | number, currency: object) => api.call("PUT", one(word), { json: { currency } });
const get = async (word: string | number) => readCurrency(await api.call("GET", one(word)));
const remove = (word: string | number) => api.call("DELETE", one(word));
const putStore = (store: object) => api.call("PUT", "/3.0/store.json", { json: { store } });

async function codes(): Promise<string[]> {
  const { store } = (await api.call("GET", "/3.0/store.json")).json<{ store: { currencies: string[] } }>();
  return store.currencies;
}

async function all(): Promise<Record<string, [rate: string, isDefault: boolean]>> {
  const { currencies } = (await api.call("GET", path)).json<{ currencies: Currency[] }>();
  return Object.fromEntries(currencies.map(({ code, rate, is_default }) => [code, [rate, is_default]]));
}

function named(answer: Answer): string[] {
  assert.equal(answer.status, 422, answer.text);
  return readError(answer).fields?.map(({ path: field }) => field) ?? [];
}

/** Return the events since the store was created, as topics with codes; for the store its list. */
async function listEvents(): Promise<[topic: string, what: unknown][]> {
  const text = `
    select topic, payload from (
      select id, topic, payload from event_inbox where store_id = $1
      union all select sequence, topic, payload from events where store_id = $1) e order by id`;
  const rows = await testing.database.many<{ topic: string; payload: string }>(text, [api.store.id]);
  return rows.map(({ topic, payload }) => {
    const { currency, store } = JSON.parse(payload) as {
      currency?: { code: string };
      store?: { currencies: string[] };
    };
    return [topic, currency ? currency.code : store?.currencies];
  });
}

test("a new store has its own currency at a rate of 1", async () => {
  const { currencies, total_count } = (await api.call("GET", path)).json<{
    currencies: Currency[];
    total_count: number;
  }>();
  assert.equal(total_count, 1);
  const [own] = currencies;
  assert.deepEqual(
    { ...own, id: 0, created_at: "", updated_at: "" },
    { id: 0, code: "USD", rate: "1", is_default: true, rounding: null, created_at: "", updated_at: "" },
  );
  assert.deepEqual(await get(own?.id ?? 0), own);
  assert.deepEqual(await get("usd"), own);
});

test("a new currency is published together with the store's new list", async () => {
  const made = readCurrency(await add({ code: "MYR", rate: 4.1, rounding: 0.1 }));
  const { code, rate, is_default, rounding } = made;
  assert.deepEqual(
    { code, rate, is_default, rounding },
    { code: "MYR", rate: "4.1", is_default: false, rounding: "0.10" },
  );
  assert.deepEqual(await get("MYR"), made);
  assert.deepEqual(await codes(), ["USD", "MYR"]);
  assert.deepEqual(await listEvents(), [
    ["currency/update", "MYR"],
    ["store/update", ["USD", "MYR"]],
  ]);
});

test("only sent fields change, once; the same values change and publish nothing", async () => {
  const made = readCurrency(await add({ code: "JPY", rate: "151.25", rounding: "10" }));
  const before = await listEvents();
  assert.deepEqual(readCurrency(await put("JPY", made)), made);
  assert.deepEqual(readCurrency(await put("JPY", { rate: 151.25, rounding: 10, code: "JPY" })), made);
  assert.deepEqual(named(await put("JPY", { rate: 2, code: "EUR" })), ["code"]);
  assert.deepEqual(readCurrency(await put("JPY", {})), made);
  assert.deepEqual(await listEvents(), before);
  const changed = readCurrency(await put(made.id, { rate: "0.00000004", rounding: null }));
  assert.deepEqual([changed.rate, changed.rounding], ["0.00000004", null]);
  assert.ok(changed.updated_at > made.updated_at);
  assert.equal(readCurrency(await put("JPY", { rate: 4e-8 })).updated_at, changed.updated_at);
  assert.deepEqual((await listEvents()).slice(before.length), [["currency/update", "JPY"]]);
});

test("every wrong field is named, and nothing changes", async () => {
  const rate = "1.5";
  for (const code of ["XXZ", "myr", "RINGGIT", ""])
    assert.deepEqual([...new Set(named(await add({ code, rate })))], ["code"], code);
  assert.deepEqual(named(await add({ code: "USD", rate })), ["code"], "listed already");
  assert.deepEqual(named(await add({ code: "EUR" })), ["rate"]);
  for (const wrong of [0, -1, "0", "-2", "much", "", "1e9", "1.", 1e10, 1e-10, "0.0000000001"])
    assert.deepEqual([...new Set(named(await add({ code: "EUR", rate: wrong })))], ["rate"], String(wrong));
  for (const wrong of [0, "0.001", "-1", "coarse", 1_000_001])
    assert.deepEqual([...new Set(named(await add({ code: "EUR", rate, rounding: wrong })))], ["rounding"]);
  assert.deepEqual(named(await add({ code: "JPY", rate, rounding: "0.5" })), ["rounding"], "no sen");
  assert.deepEqual(named(await add({ code: "EUR", rate, is_default: true })), ["is_default"]);
  assert.deepEqual(await codes(), ["USD"]);
  assert.deepEqual(await listEvents(), []);
});

test("the store's own currency keeps its rate of 1 and changes only in the settings", async () => {
  await add({ code: "MYR", rate: 4 });
  assert.deepEqual(named(await put("USD", { rate: 2 })), ["rate"]);
  assert.deepEqual(named(await put("USD", { is_default: false })), ["is_default"]);
  assert.deepEqual(named(await put("MYR", { is_default: true })), ["is_default"]);
  const rejected = await remove("USD");
  assert.deepEqual([rejected.status, readError(rejected).code], [409, "conflict"]);
  const kept = readCurrency(await put("USD", { rate: "1.0", is_default: true, rounding: "0.05" }));
  assert.deepEqual([kept.rate, kept.rounding, kept.is_default], ["1", "0.05", true]);
});

test("a removed currency leaves the list and is published with its code", async () => {
  const { id } = readCurrency(await add({ code: "SGD", rate: 1.35 }));
  const before = (await listEvents()).length;
  assert.deepEqual((await remove("sgd")).json(), {});
  assert.deepEqual((await listEvents()).slice(before), [
    ["currency/delete", "SGD"],
    ["store/update", ["USD"]],
  ]);
  for (const word of ["SGD", id, "0", "99999999999999999999", "USDX"])
    assert.equal((await remove(word)).status, 404, String(word));
  const tombstone =
    "select 1 from tombstones where store_id = $1 and resource = 'currencies' and record_id = $2";
  assert.equal((await testing.database.query(tombstone, [api.store.id, id])).rowCount, 1);
  assert.equal(readCurrency(await add({ code: "SGD", rate: 1.35 })).code, "SGD");
});

test("a listed currency that becomes the store's own is the base of all rates", async () => {
  for (const [code, rate] of [
    ["MYR", "4"],
    ["SGD", "1.35"],
    ["BND", "1.35"],
  ])
    await add({ code, rate });
  const before = (await listEvents()).length;
  assert.equal((await putStore({ currency_code: "SGD" })).status, 200);
  assert.deepEqual(await all(), {
    USD: ["0.740740740741", false],
    MYR: ["2.962962962963", false],
    SGD: ["1", true],
    BND: ["1", false],
  });
  assert.deepEqual(await codes(), ["SGD", "USD", "MYR", "BND"]);
  assert.deepEqual((await listEvents()).slice(before), [
    ["store/update", ["SGD", "USD", "MYR", "BND"]],
    ["currency/update", "USD"],
    ["currency/update", "MYR"],
    ["currency/update", "SGD"],
    ["currency/update", "BND"],
  ]);
  const second = (await listEvents()).length;
  assert.equal((await putStore({ currency_code: "BND" })).status, 200);
  assert.deepEqual(
    (await listEvents()).slice(second + 1),
    [
      ["currency/update", "SGD"],
      ["currency/update", "BND"],
    ],
    "at a rate of 1 to each other no other rate moves",
  );
});

test("a currency without a rate can replace the only currency, but not one of several", async () => {
  assert.equal((await putStore({ currency_code: "EUR" })).status, 200);
  assert.deepEqual(await all(), { EUR: ["1", true] });
  assert.deepEqual(await listEvents(), [
    ["store/update", ["EUR"]],
    ["currency/delete", "USD"],
    ["currency/update", "EUR"],
  ]);
  await add({ code: "MYR", rate: 5 });
  const rejected = await putStore({ currency_code: "GBP", name: "Another name" });
  assert.deepEqual(named(rejected), ["currency_code"]);
  assert.deepEqual(await codes(), ["EUR", "MYR"]);
});

test("currencies are found by code, id and time, and counted by the same filters", async () => {
  for (const code of ["MYR", "SGD", "THB"]) await add({ code, rate: 2 });
  const found = async (query: string): Promise<string[]> => {
    const answer = await api.call("GET", `${path}?${query}`);
    const { currencies, total_count } = answer.json<{ currencies: Currency[]; total_count: number }>();
    const filters = new URLSearchParams(query);
    filters.delete("sort");
    const counted = await api.call("GET", `/3.0/currencies/count.json?${filters}`);
    assert.deepEqual(counted.json(), { count: total_count }, query);
    return currencies.map(({ code }) => code);
  };
  assert.deepEqual(await found("sort=code.desc"), ["USD", "THB", "SGD", "MYR"]);
  assert.deepEqual(await found("codes=sgd,USD,XYZ"), ["USD", "SGD"]);
  const { id } = await get("SGD");
  assert.deepEqual(await found(`since_id=${id}`), ["SGD", "THB"]);
  assert.deepEqual(await found(`ids=${id}`), ["SGD"]);
  assert.deepEqual(await found("created_at_max=2001-01-01T00:00:00Z"), []);
  const some = await api.call("GET", `${one("SGD")}?fields=rate`);
  assert.deepEqual(some.json(), { currency: { id, rate: "2" } });
});

test("many simultaneous changes of currencies leave the list consistent", async () => {
  await add({ code: "MYR", rate: 4 });
  const work = Array.from({ length: 24 }, (_, n) =>
    n % 4 === 0
      ? putStore({ currency_code: n % 8 === 0 ? "MYR" : "USD" })
      : n % 4 === 1
        ? add({ code: "SGD", rate: 1.3 })
        : n % 4 === 2
          ? remove("SGD")
          : remove(n % 8 === 3 ? "MYR" : "USD"),
  );
  for (const { status, text } of await Promise.all(work))
    assert.ok([200, 404, 409, 422].includes(status), `${status} ${text}`);
  const now = Object.entries(await all());
  assert.equal(now.filter(([, [rate, isDefault]]) => isDefault && rate === "1").length, 1);
  assert.deepEqual(new Set(now.map(([code]) => code)), new Set(await codes()));
});

test("currencies need their own scopes, and another store's currencies are not found", async () => {
  const { id } = readCurrency(await add({ code: "MYR", rate: 4 }));
  const other = await createStoreApi(testing, { scopes: ["write_currencies"] });
  assert.equal(readError(await other.call("GET", path)).required_scope, "read_currencies");
  assert.equal((await other.call("PUT", one(id), { json: { rate: 5 } })).status, 404);
  assert.equal((await other.call("PUT", one("MYR"), { json: { rate: 5 } })).status, 404);
  const reader = await createStoreApi(testing, { scopes: ["read_currencies"] });
  const rejected = await reader.call("POST", path, { json: { code: "MYR", rate: 4 } });
  assert.equal(readError(rejected).required_scope, "write_currencies");
  assert.equal((await get("MYR")).rate, "4");
});
