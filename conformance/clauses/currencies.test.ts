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
import { listReceived, parsePayload, subscribe } from "../webhooks.ts";

interface Currency {
  id: number;
  code: string;
  rate: string;
  is_default: boolean;
  rounding: string | null;
  updated_at: string;
}

interface Settings {
  currency_code: string;
  currencies: string[];
}

let fixture: ConformanceFixture;
let installed: Installed;
let reader: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  const [partner, merchant] = [await createPartner(fixture), await createMerchant(fixture)];
  const withScopes = async (scopes: readonly string[]) =>
    install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  installed = await withScopes(["read_currencies", "write_currencies", "read_store", "write_store"]);
  reader = await withScopes(["read_products"]);
  api = installed.api;
  for (const topic of ["currency/update", "currency/delete", "store/update"])
    await subscribe(installed, topic);
  for (const topic of ["currency/update", "currency/delete"]) await subscribe(reader, topic);
});
after(() => fixture.close());

async function add(currency: object): Promise<Currency> {
  return assertDone<{ currency: Currency }>(await api.post("/3.0/currencies.json", { currency })).currency;
}

async function read(word: string | number): Promise<Currency> {
  return assertDone<{ currency: Currency }>(await api.get(`/3.0/currencies/${word}.json`)).currency;
}

async function settings(): Promise<Settings> {
  return assertDone<{ store: Settings }>(await api.get("/3.0/store.json")).store;
}

/** Return the webhook of a topic about a currency, once received. */
function waitForWebhook(
  topic: string,
  check: (currency: Currency) => boolean,
  { app }: Installed = installed,
): Promise<ReceivedRequest> {
  return app.receiver.received(
    ({ headers, body }) =>
      headers["service-topic"] === topic &&
      check((JSON.parse(body.toString()) as { currency: Currency }).currency),
    10_000,
  );
}

// Part of WHK-9 and WHK-14, too.
test("WHK-10: currency/update sends an added or changed currency, as fetched by id and code", async () => {
  const created = await add({ code: "SGD", rate: "0.3057", rounding: "0.05" });
  assert.deepEqual([created.rate, created.rounding, created.is_default], ["0.3057", "0.05", false]);
  const added = await waitForWebhook(
    "currency/update",
    ({ code, rate }) => code === "SGD" && rate === "0.3057",
  );
  assert.deepEqual(parsePayload(added), { currency: created });
  const signature = String(added.headers["service-hmac-sha256"]);
  assert.ok(isSignedBody(added.body, signature, installed.app.client_secret));
  assert.equal(added.headers["service-webhook-context"], undefined);
  assert.deepEqual(await read(created.id), created);
  const answer = await api.put(`/3.0/currencies/${created.id}.json`, { currency: { rate: 0.31 } });
  const changed = assertDone<{ currency: Currency }>(answer).currency;
  assert.ok(Date.parse(changed.updated_at) > Date.parse(created.updated_at));
  const updated = await waitForWebhook(
    "currency/update",
    ({ code, rate }) => code === "SGD" && rate === "0.31",
  );
  assert.deepEqual(parsePayload(updated), { currency: changed });
  assert.deepEqual(await read("SGD"), changed);
});

// Part of WHK-9, too.
test("WHK-10: currency/delete sends the code; store/update sends the store's list", async () => {
  const { id } = await add({ code: "THB", rate: 8 });
  assert.ok((await settings()).currencies.includes("THB"));
  assert.deepEqual(assertDone(await api.delete(`/3.0/currencies/${id}.json`)), {});
  const deleted = await waitForWebhook("currency/delete", ({ code }) => code === "THB");
  assert.deepEqual(parsePayload(deleted), { currency: { code: "THB" } });
  assertRejected(await api.get(`/3.0/currencies/${id}.json`), 404, "not_found");
  assertRejected(await api.delete("/3.0/currencies/THB.json"), 404, "not_found");
  const lists = () =>
    listReceived(installed, "store/update").map(
      (request) => parsePayload<{ store: Settings }>(request).store.currencies,
    );
  await installed.app.receiver.received(
    ({ headers }) => headers["service-topic"] === "store/update" && lists().at(-1)?.includes("THB") === false,
    10_000,
  );
  assert.ok(lists().some((codes) => codes.includes("THB")));
});

test("WHK-10: without read_currencies a payload holds no rate", async () => {
  const created = await add({ code: "IDR", rate: 3500 });
  const updated = await waitForWebhook("currency/update", ({ id }) => id === created.id, reader);
  const { currency } = parsePayload<{ currency: Record<string, unknown> }>(updated);
  assert.equal(currency.id, created.id);
  for (const field of ["rate", "rounding", "is_default"]) assert.ok(!(field in currency), field);
});

test("the store's own currency is unique: listed first, rate fixed, not removable", async () => {
  const { currency_code, currencies } = await settings();
  assert.equal(currencies[0], currency_code);
  const path = `/3.0/currencies/${currency_code}.json`;
  const own = await read(currency_code);
  assert.deepEqual([own.rate, own.is_default], ["1", true]);
  assertNamesFields(await api.put(path, { currency: { rate: 2 } }), "rate");
  assertRejected(await api.delete(path), 409, "conflict");
  const next = await add({ code: "BHD", rate: "0.5" });
  assertDone(await api.put("/3.0/store.json", { store: { currency_code: "BHD" } }));
  assert.deepEqual([(await read(next.id)).rate, (await read(next.id)).is_default], ["1", true]);
  const former = await read(currency_code);
  assert.deepEqual([former.rate, former.is_default], ["2", false]);
  assertDone(await api.put("/3.0/store.json", { store: { currency_code } }));
  const listed = assertDone<{ currencies: Currency[] }>(await api.get("/3.0/currencies.json?limit=250"));
  assert.deepEqual(
    listed.currencies.filter(({ is_default }) => is_default).map(({ code }) => code),
    [currency_code],
  );
});

test("an invalid or already listed currency and an invalid rate are rejected by name", async () => {
  const post = (currency: object) => api.post("/3.0/currencies.json", { currency });
  assertNamesFields(await post({ code: "XXZ", rate: 1 }), "code");
  assertNamesFields(await post({ code: (await settings()).currency_code, rate: 1 }), "code");
  assertNamesFields(await post({ code: "EUR", rate: 0 }), "rate");
  assertNamesFields(await post({ code: "EUR", rate: 1, rounding: "0.001" }), "rounding");
});
