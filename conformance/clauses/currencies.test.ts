import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { type Installed, install } from "../installing.ts";
import { newMerchant, newPartner } from "../people.ts";
import { assertDone, assertNamesFields, assertRefused } from "../refusals.ts";
import type { ShopApi } from "../shop-api.ts";
import { isSignedBody } from "../signatures.ts";
import { payloadOf, receivedOf, subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

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

let world: World;
let installed: Installed;
let reader: Installed;
let api: ShopApi;

before(async () => {
  world = await openWorld();
  const [partner, merchant] = [await newPartner(world), await newMerchant(world)];
  const withScopes = async (scopes: readonly string[]) =>
    install(world, merchant, { app: await registerApp(world, partner), scopes });
  installed = await withScopes(["read_currencies", "write_currencies", "read_store", "write_store"]);
  reader = await withScopes(["read_products"]);
  api = installed.api;
  for (const topic of ["currency/update", "currency/delete", "store/update"])
    await subscribe(installed, topic);
  for (const topic of ["currency/update", "currency/delete"]) await subscribe(reader, topic);
});
after(() => world.close());

async function add(currency: object): Promise<Currency> {
  return assertDone<{ currency: Currency }>(await api.post("/3.0/currencies.json", { currency })).currency;
}

async function read(word: string | number): Promise<Currency> {
  return assertDone<{ currency: Currency }>(await api.get(`/3.0/currencies/${word}.json`)).currency;
}

async function settings(): Promise<Settings> {
  return assertDone<{ store: Settings }>(await api.get("/3.0/store.json")).store;
}

/** The webhook of a topic about a currency, when it has come. */
function toldOf(
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
test("WHK-10: currency/update tells a currency that is added or changed, as it can be fetched by its id and its code", async () => {
  const made = await add({ code: "SGD", rate: "0.3057", rounding: "0.05" });
  assert.deepEqual([made.rate, made.rounding, made.is_default], ["0.3057", "0.05", false]);
  const added = await toldOf("currency/update", ({ code, rate }) => code === "SGD" && rate === "0.3057");
  assert.deepEqual(payloadOf(added), { currency: made });
  const signature = String(added.headers["service-hmac-sha256"]);
  assert.ok(isSignedBody(added.body, signature, installed.app.client_secret));
  assert.equal(added.headers["service-webhook-context"], undefined);
  assert.deepEqual(await read(made.id), made);
  const answer = await api.put(`/3.0/currencies/${made.id}.json`, { currency: { rate: 0.31 } });
  const changed = assertDone<{ currency: Currency }>(answer).currency;
  assert.ok(Date.parse(changed.updated_at) > Date.parse(made.updated_at));
  const told = await toldOf("currency/update", ({ code, rate }) => code === "SGD" && rate === "0.31");
  assert.deepEqual(payloadOf(told), { currency: changed });
  assert.deepEqual(await read("SGD"), changed);
});

// Part of WHK-9, too.
test("WHK-10: currency/delete tells the code; the store's list is told by store/update", async () => {
  const { id } = await add({ code: "THB", rate: 8 });
  assert.ok((await settings()).currencies.includes("THB"));
  assert.deepEqual(assertDone(await api.delete(`/3.0/currencies/${id}.json`)), {});
  const gone = await toldOf("currency/delete", ({ code }) => code === "THB");
  assert.deepEqual(payloadOf(gone), { currency: { code: "THB" } });
  assertRefused(await api.get(`/3.0/currencies/${id}.json`), 404, "not_found");
  assertRefused(await api.delete("/3.0/currencies/THB.json"), 404, "not_found");
  const lists = () =>
    receivedOf(installed, "store/update").map(
      (request) => payloadOf<{ store: Settings }>(request).store.currencies,
    );
  await installed.app.receiver.received(
    ({ headers }) => headers["service-topic"] === "store/update" && lists().at(-1)?.includes("THB") === false,
    10_000,
  );
  assert.ok(lists().some((codes) => codes.includes("THB")));
});

test("WHK-10: without read_currencies a payload holds no rate", async () => {
  const made = await add({ code: "IDR", rate: 3500 });
  const told = await toldOf("currency/update", ({ id }) => id === made.id, reader);
  const { currency } = payloadOf<{ currency: Record<string, unknown> }>(told);
  assert.equal(currency.id, made.id);
  for (const field of ["rate", "rounding", "is_default"]) assert.ok(!(field in currency), field);
});

test("exactly one currency is the store's own: it stands first, keeps its rate and cannot be removed", async () => {
  const { currency_code, currencies } = await settings();
  assert.equal(currencies[0], currency_code);
  const path = `/3.0/currencies/${currency_code}.json`;
  const own = await read(currency_code);
  assert.deepEqual([own.rate, own.is_default], ["1", true]);
  assertNamesFields(await api.put(path, { currency: { rate: 2 } }), "rate");
  assertRefused(await api.delete(path), 409, "conflict");
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

test("a currency that is none, or is listed already, and a rate that is none, are refused by name", async () => {
  const post = (currency: object) => api.post("/3.0/currencies.json", { currency });
  assertNamesFields(await post({ code: "XXZ", rate: 1 }), "code");
  assertNamesFields(await post({ code: (await settings()).currency_code, rate: 1 }), "code");
  assertNamesFields(await post({ code: "EUR", rate: 0 }), "rate");
  assertNamesFields(await post({ code: "EUR", rate: 1, rounding: "0.001" }), "rounding");
});
