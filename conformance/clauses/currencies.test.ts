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
import { listReceivedWebhooks, parsePayload, subscribe } from "../webhooks.ts";

interface Currency {
  id: number;
  code: string;
  rate: string;
  is_default: boolean;
  rounding: string | null;
  updated_at: string;
}

interface StoreSettings {
  currency_code: string;
  currencies: string[];
}

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let appWithoutCurrencyScopes: InstalledApp;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  const [partner, merchant] = [await createPartner(fixture), await createMerchant(fixture)];
  const installWithScopes = async (scopes: readonly string[]) =>
    installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  installedApp = await installWithScopes([
    "read_currencies",
    "write_currencies",
    "read_store",
    "write_store",
  ]);
  appWithoutCurrencyScopes = await installWithScopes(["read_products"]);
  api = installedApp.api;
  for (const topic of ["currency/update", "currency/delete", "store/update"])
    await subscribe(installedApp, topic);
  for (const topic of ["currency/update", "currency/delete"])
    await subscribe(appWithoutCurrencyScopes, topic);
});
after(() => fixture.close());

async function createCurrency(currency: object): Promise<Currency> {
  return assertOk<{ currency: Currency }>(await api.post("/3.0/currencies.json", { currency })).currency;
}

async function readCurrency(idOrCode: string | number): Promise<Currency> {
  return assertOk<{ currency: Currency }>(await api.get(`/3.0/currencies/${idOrCode}.json`)).currency;
}

async function readSettings(): Promise<StoreSettings> {
  return assertOk<{ store: StoreSettings }>(await api.get("/3.0/store.json")).store;
}

/** Wait for a webhook of a topic whose currency fulfills a condition. */
function waitForWebhook(
  topic: string,
  isExpected: (currency: Currency) => boolean,
  { app }: InstalledApp = installedApp,
): Promise<ReceivedRequest> {
  return app.receiver.waitForRequest(
    ({ headers, body }) =>
      headers["service-topic"] === topic &&
      isExpected((JSON.parse(body.toString()) as { currency: Currency }).currency),
    10_000,
  );
}

// Also covers a part of WHK-9 and WHK-14.
test("WHK-10: currency/update sends the added or changed currency that the API returns", async () => {
  const createdCurrency = await createCurrency({ code: "SGD", rate: "0.3057", rounding: "0.05" });
  assert.deepEqual(
    [createdCurrency.rate, createdCurrency.rounding, createdCurrency.is_default],
    ["0.3057", "0.05", false],
  );
  const createWebhook = await waitForWebhook(
    "currency/update",
    ({ code, rate }) => code === "SGD" && rate === "0.3057",
  );
  assert.deepEqual(parsePayload(createWebhook), { currency: createdCurrency });
  const signature = String(createWebhook.headers["service-hmac-sha256"]);
  assert.ok(isSignedBody(createWebhook.body, signature, installedApp.app.client_secret));
  assert.equal(createWebhook.headers["service-webhook-context"], undefined);
  assert.deepEqual(await readCurrency(createdCurrency.id), createdCurrency);
  const response = await api.put(`/3.0/currencies/${createdCurrency.id}.json`, { currency: { rate: 0.31 } });
  const changedCurrency = assertOk<{ currency: Currency }>(response).currency;
  assert.ok(Date.parse(changedCurrency.updated_at) > Date.parse(createdCurrency.updated_at));
  const updateWebhook = await waitForWebhook(
    "currency/update",
    ({ code, rate }) => code === "SGD" && rate === "0.31",
  );
  assert.deepEqual(parsePayload(updateWebhook), { currency: changedCurrency });
  assert.deepEqual(await readCurrency("SGD"), changedCurrency);
});

// Also covers a part of WHK-9.
test("WHK-10: deleting a currency sends its code and, in store/update, the remaining currencies", async () => {
  const { id } = await createCurrency({ code: "THB", rate: 8 });
  assert.ok((await readSettings()).currencies.includes("THB"));
  assert.deepEqual(assertOk(await api.delete(`/3.0/currencies/${id}.json`)), {});
  const deleteWebhook = await waitForWebhook("currency/delete", ({ code }) => code === "THB");
  assert.deepEqual(parsePayload(deleteWebhook), { currency: { code: "THB" } });
  assertRejected(await api.get(`/3.0/currencies/${id}.json`), 404, "not_found");
  assertRejected(await api.delete("/3.0/currencies/THB.json"), 404, "not_found");
  const listReceivedCurrencies = () =>
    listReceivedWebhooks(installedApp, "store/update").map(
      (request) => parsePayload<{ store: StoreSettings }>(request).store.currencies,
    );
  await installedApp.app.receiver.waitForRequest(
    ({ headers }) =>
      headers["service-topic"] === "store/update" &&
      listReceivedCurrencies().at(-1)?.includes("THB") === false,
    10_000,
  );
  assert.ok(listReceivedCurrencies().some((codes) => codes.includes("THB")));
});

test("WHK-10: a currency payload to an app without read_currencies contains no rate", async () => {
  const createdCurrency = await createCurrency({ code: "IDR", rate: 3500 });
  const updateWebhook = await waitForWebhook(
    "currency/update",
    ({ id }) => id === createdCurrency.id,
    appWithoutCurrencyScopes,
  );
  const { currency } = parsePayload<{ currency: Record<string, unknown> }>(updateWebhook);
  assert.equal(currency.id, createdCurrency.id);
  for (const field of ["rate", "rounding", "is_default"]) assert.ok(!(field in currency), field);
});

test("the store's default currency is listed first, has rate 1 and cannot be removed", async () => {
  const { currency_code, currencies } = await readSettings();
  assert.equal(currencies[0], currency_code);
  const path = `/3.0/currencies/${currency_code}.json`;
  const defaultCurrency = await readCurrency(currency_code);
  assert.deepEqual([defaultCurrency.rate, defaultCurrency.is_default], ["1", true]);
  assertInvalidFields(await api.put(path, { currency: { rate: 2 } }), "rate");
  assertRejected(await api.delete(path), 409, "conflict");
  const createdCurrency = await createCurrency({ code: "BHD", rate: "0.5" });
  assertOk(await api.put("/3.0/store.json", { store: { currency_code: "BHD" } }));
  const newDefaultCurrency = await readCurrency(createdCurrency.id);
  assert.deepEqual([newDefaultCurrency.rate, newDefaultCurrency.is_default], ["1", true]);
  const formerDefaultCurrency = await readCurrency(currency_code);
  assert.deepEqual([formerDefaultCurrency.rate, formerDefaultCurrency.is_default], ["2", false]);
  assertOk(await api.put("/3.0/store.json", { store: { currency_code } }));
  const list = assertOk<{ currencies: Currency[] }>(await api.get("/3.0/currencies.json?limit=250"));
  assert.deepEqual(
    list.currencies.filter(({ is_default }) => is_default).map(({ code }) => code),
    [currency_code],
  );
});

test("a currency with an unknown or used code, or an invalid rate or rounding, is rejected", async () => {
  const post = (currency: object) => api.post("/3.0/currencies.json", { currency });
  assertInvalidFields(await post({ code: "XXZ", rate: 1 }), "code");
  assertInvalidFields(await post({ code: (await readSettings()).currency_code, rate: 1 }), "code");
  assertInvalidFields(await post({ code: "EUR", rate: 0 }), "rate");
  assertInvalidFields(await post({ code: "EUR", rate: 1, rounding: "0.001" }), "rounding");
});
