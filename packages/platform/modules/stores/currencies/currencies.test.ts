import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { operations } from "@souk/contract";
import { createFakeClock, type HttpResponse, startTestPlatform, type TestPlatform } from "@souk/testkit";
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
  for (const topic of ["currency/update", "currency/delete", "store/update"]) {
    const json = { topic, url: "http://localhost:9/hooks" };
    assert.equal((await api.call("POST", "/3.0/webhooks.json", { json })).status, 200);
  }
});

function readCurrency(response: HttpResponse): Currency {
  assert.equal(response.status, 200, response.text);
  assert.ok(Check(operations.getCurrency.response, response.json()), response.text);
  return response.json<{ currency: Currency }>().currency;
}

const currencyPath = (idOrCode: string | number): string => `/3.0/currencies/${idOrCode}.json`;
const add = (currency: object) => api.call("POST", path, { json: { currency } });
const put = (idOrCode: string | number, currency: object) =>
  api.call("PUT", currencyPath(idOrCode), { json: { currency } });
const get = async (idOrCode: string | number) => readCurrency(await api.call("GET", currencyPath(idOrCode)));
const remove = (idOrCode: string | number) => api.call("DELETE", currencyPath(idOrCode));
const putStore = (store: object) => api.call("PUT", "/3.0/store.json", { json: { store } });

/** List the currency codes in the store's settings. */
async function listStoreCodes(): Promise<string[]> {
  const { store } = (await api.call("GET", "/3.0/store.json")).json<{ store: { currencies: string[] } }>();
  return store.currencies;
}

/** Load the rates of all currencies, by code, and whether each is the store's own. */
async function loadRates(): Promise<Record<string, [rate: string, isDefault: boolean]>> {
  const { currencies } = (await api.call("GET", path)).json<{ currencies: Currency[] }>();
  return Object.fromEntries(currencies.map(({ code, rate, is_default }) => [code, [rate, is_default]]));
}

function getInvalidFields(response: HttpResponse): string[] {
  assert.equal(response.status, 422, response.text);
  return readError(response).fields?.map(({ path: field }) => field) ?? [];
}

/** List the events since the store was created: each topic with the currency's code or the store's list of codes. */
async function listEvents(): Promise<[topic: string, codes: unknown][]> {
  const text = `
    select topic, payload from (
      select id, topic, payload from event_inbox where store_id = $1
      union all select sequence, topic, payload from events where store_id = $1) e order by id`;
  const rows = await testPlatform.database.many<{ topic: string; payload: string }>(text, [api.store.id]);
  return rows.map(({ topic, payload }) => {
    const { currency, store } = JSON.parse(payload) as {
      currency?: { code: string };
      store?: { currencies: string[] };
    };
    return [topic, currency ? currency.code : store?.currencies];
  });
}

test("a new store lists its own currency at a rate of 1", async () => {
  const { currencies, total_count } = (await api.call("GET", path)).json<{
    currencies: Currency[];
    total_count: number;
  }>();
  assert.equal(total_count, 1);
  const [ownCurrency] = currencies;
  assert.deepEqual(
    { ...ownCurrency, id: 0, created_at: "", updated_at: "" },
    { id: 0, code: "USD", rate: "1", is_default: true, rounding: null, created_at: "", updated_at: "" },
  );
  assert.deepEqual(await get(ownCurrency?.id ?? 0), ownCurrency);
  assert.deepEqual(await get("usd"), ownCurrency);
});

test("creating a currency publishes the currency and the store's new list of currencies", async () => {
  const currency = readCurrency(await add({ code: "MYR", rate: 4.1, rounding: 0.1 }));
  const { code, rate, is_default, rounding } = currency;
  assert.deepEqual(
    { code, rate, is_default, rounding },
    { code: "MYR", rate: "4.1", is_default: false, rounding: "0.10" },
  );
  assert.deepEqual(await get("MYR"), currency);
  assert.deepEqual(await listStoreCodes(), ["USD", "MYR"]);
  assert.deepEqual(await listEvents(), [
    ["currency/update", "MYR"],
    ["store/update", ["USD", "MYR"]],
  ]);
});

test("updating a currency changes only the sent fields, and publishes an event only if a value changes", async () => {
  const currency = readCurrency(await add({ code: "JPY", rate: "151.25", rounding: "10" }));
  const eventsBefore = await listEvents();
  assert.deepEqual(readCurrency(await put("JPY", currency)), currency);
  assert.deepEqual(readCurrency(await put("JPY", { rate: 151.25, rounding: 10, code: "JPY" })), currency);
  assert.deepEqual(getInvalidFields(await put("JPY", { rate: 2, code: "EUR" })), ["code"]);
  assert.deepEqual(readCurrency(await put("JPY", {})), currency);
  assert.deepEqual(await listEvents(), eventsBefore);
  const updatedCurrency = readCurrency(await put(currency.id, { rate: "0.00000004", rounding: null }));
  assert.deepEqual([updatedCurrency.rate, updatedCurrency.rounding], ["0.00000004", null]);
  assert.ok(updatedCurrency.updated_at > currency.updated_at);
  assert.equal(readCurrency(await put("JPY", { rate: 4e-8 })).updated_at, updatedCurrency.updated_at);
  assert.deepEqual((await listEvents()).slice(eventsBefore.length), [["currency/update", "JPY"]]);
});

test("a currency's invalid code, rate, rounding or is_default gets an error for its field", async () => {
  const rate = "1.5";
  for (const code of ["XXZ", "myr", "RINGGIT", ""])
    assert.deepEqual([...new Set(getInvalidFields(await add({ code, rate })))], ["code"], code);
  assert.deepEqual(getInvalidFields(await add({ code: "USD", rate })), ["code"], "listed already");
  assert.deepEqual(getInvalidFields(await add({ code: "EUR" })), ["rate"]);
  for (const invalidRate of [0, -1, "0", "-2", "much", "", "1e9", "1.", 1e10, 1e-10, "0.0000000001"])
    assert.deepEqual(
      [...new Set(getInvalidFields(await add({ code: "EUR", rate: invalidRate })))],
      ["rate"],
      String(invalidRate),
    );
  for (const rounding of [0, "0.001", "-1", "coarse", 1_000_001])
    assert.deepEqual(
      [...new Set(getInvalidFields(await add({ code: "EUR", rate, rounding })))],
      ["rounding"],
    );
  assert.deepEqual(
    getInvalidFields(await add({ code: "JPY", rate, rounding: "0.5" })),
    ["rounding"],
    "yen have no decimals",
  );
  assert.deepEqual(getInvalidFields(await add({ code: "EUR", rate, is_default: true })), ["is_default"]);
  assert.deepEqual(await listStoreCodes(), ["USD"]);
  assert.deepEqual(await listEvents(), []);
});

test("the store's currency has a rate of 1 and can't be deleted or unset as default", async () => {
  await add({ code: "MYR", rate: 4 });
  assert.deepEqual(getInvalidFields(await put("USD", { rate: 2 })), ["rate"]);
  assert.deepEqual(getInvalidFields(await put("USD", { is_default: false })), ["is_default"]);
  assert.deepEqual(getInvalidFields(await put("MYR", { is_default: true })), ["is_default"]);
  const response = await remove("USD");
  assert.deepEqual([response.status, readError(response).code], [409, "conflict"]);
  const ownCurrency = readCurrency(await put("USD", { rate: "1.0", is_default: true, rounding: "0.05" }));
  assert.deepEqual([ownCurrency.rate, ownCurrency.rounding, ownCurrency.is_default], ["1", "0.05", true]);
});

test("deleting a currency publishes its code and the store's new list of currencies", async () => {
  const { id } = readCurrency(await add({ code: "SGD", rate: 1.35 }));
  const eventCount = (await listEvents()).length;
  assert.deepEqual((await remove("sgd")).json(), {});
  assert.deepEqual((await listEvents()).slice(eventCount), [
    ["currency/delete", "SGD"],
    ["store/update", ["USD"]],
  ]);
  for (const idOrCode of ["SGD", id, "0", "99999999999999999999", "USDX"])
    assert.equal((await remove(idOrCode)).status, 404, String(idOrCode));
  const tombstone =
    "select 1 from tombstones where store_id = $1 and resource = 'currencies' and record_id = $2";
  assert.equal((await testPlatform.database.query(tombstone, [api.store.id, id])).rowCount, 1);
  assert.equal(readCurrency(await add({ code: "SGD", rate: 1.35 })).code, "SGD");
});

test("changing the store's own currency to a listed one recalculates all currency rates", async () => {
  for (const [code, rate] of [
    ["MYR", "4"],
    ["SGD", "1.35"],
    ["BND", "1.35"],
  ])
    await add({ code, rate });
  const firstCount = (await listEvents()).length;
  assert.equal((await putStore({ currency_code: "SGD" })).status, 200);
  assert.deepEqual(await loadRates(), {
    USD: ["0.740740740741", false],
    MYR: ["2.962962962963", false],
    SGD: ["1", true],
    BND: ["1", false],
  });
  assert.deepEqual(await listStoreCodes(), ["SGD", "USD", "MYR", "BND"]);
  assert.deepEqual((await listEvents()).slice(firstCount), [
    ["store/update", ["SGD", "USD", "MYR", "BND"]],
    ["currency/update", "USD"],
    ["currency/update", "MYR"],
    ["currency/update", "SGD"],
    ["currency/update", "BND"],
  ]);
  const secondCount = (await listEvents()).length;
  assert.equal((await putStore({ currency_code: "BND" })).status, 200);
  assert.deepEqual(
    (await listEvents()).slice(secondCount + 1),
    [
      ["currency/update", "SGD"],
      ["currency/update", "BND"],
    ],
    "no other rate changes, because the two currencies have equal rates",
  );
});

test("the store's currency can change to an unlisted currency only if no other currency is listed", async () => {
  assert.equal((await putStore({ currency_code: "EUR" })).status, 200);
  assert.deepEqual(await loadRates(), { EUR: ["1", true] });
  assert.deepEqual(await listEvents(), [
    ["store/update", ["EUR"]],
    ["currency/delete", "USD"],
    ["currency/update", "EUR"],
  ]);
  await add({ code: "MYR", rate: 5 });
  const response = await putStore({ currency_code: "GBP", name: "Another name" });
  assert.deepEqual(getInvalidFields(response), ["currency_code"]);
  assert.deepEqual(await listStoreCodes(), ["EUR", "MYR"]);
});

test("currencies can be listed and counted by code, id and creation time", async () => {
  for (const code of ["MYR", "SGD", "THB"]) await add({ code, rate: 2 });
  const listCodes = async (query: string): Promise<string[]> => {
    const response = await api.call("GET", `${path}?${query}`);
    const { currencies, total_count } = response.json<{ currencies: Currency[]; total_count: number }>();
    const filters = new URLSearchParams(query);
    filters.delete("sort");
    const countResponse = await api.call("GET", `/3.0/currencies/count.json?${filters}`);
    assert.deepEqual(countResponse.json(), { count: total_count }, query);
    return currencies.map(({ code }) => code);
  };
  assert.deepEqual(await listCodes("sort=code.desc"), ["USD", "THB", "SGD", "MYR"]);
  assert.deepEqual(await listCodes("codes=sgd,USD,XYZ"), ["USD", "SGD"]);
  const { id } = await get("SGD");
  assert.deepEqual(await listCodes(`since_id=${id}`), ["SGD", "THB"]);
  assert.deepEqual(await listCodes(`ids=${id}`), ["SGD"]);
  assert.deepEqual(await listCodes("created_at_max=2001-01-01T00:00:00Z"), []);
  const response = await api.call("GET", `${currencyPath("SGD")}?fields=rate`);
  assert.deepEqual(response.json(), { currency: { id, rate: "2" } });
});

test("simultaneous changes of a store's currencies leave its currency lists consistent", async () => {
  await add({ code: "MYR", rate: 4 });
  const changes = [
    () => putStore({ currency_code: "MYR" }),
    () => add({ code: "SGD", rate: 1.3 }),
    () => remove("SGD"),
    () => remove("MYR"),
    () => putStore({ currency_code: "USD" }),
    () => add({ code: "SGD", rate: 1.3 }),
    () => remove("SGD"),
    () => remove("USD"),
  ];
  const requests = [...changes, ...changes, ...changes].map((change) => change());
  for (const { status, text } of await Promise.all(requests))
    assert.ok([200, 404, 409, 422].includes(status), `${status} ${text}`);
  const rates = Object.entries(await loadRates());
  assert.equal(rates.filter(([, [rate, isDefault]]) => isDefault && rate === "1").length, 1);
  assert.deepEqual(new Set(rates.map(([code]) => code)), new Set(await listStoreCodes()));
});

test("an app needs separate scopes to read and write currencies, and finds only its store's currencies", async () => {
  const { id } = readCurrency(await add({ code: "MYR", rate: 4 }));
  const writer = await createStoreApi(testPlatform, { scopes: ["write_currencies"] });
  assert.equal(readError(await writer.call("GET", path)).required_scope, "read_currencies");
  assert.equal((await writer.call("PUT", currencyPath(id), { json: { rate: 5 } })).status, 404);
  assert.equal((await writer.call("PUT", currencyPath("MYR"), { json: { rate: 5 } })).status, 404);
  const reader = await createStoreApi(testPlatform, { scopes: ["read_currencies"] });
  const response = await reader.call("POST", path, { json: { code: "MYR", rate: 4 } });
  assert.equal(readError(response).required_scope, "write_currencies");
  assert.equal((await get("MYR")).rate, "4");
});
