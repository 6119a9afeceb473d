import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install, uninstall } from "../installing.ts";
import { createPartner, type Merchant, type Person, signInStockedMerchant } from "../people.ts";
import { listShelfProducts, loadLocations, type Product } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";

interface Metafield {
  id: number;
  namespace: string;
  key: string;
  value: unknown;
  value_type: string;
  description: string;
  is_private: boolean;
}

const scopes = ["read_products", "write_products", "write_locations", "read_store", "write_store"];

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let installed: Installed;
let api: StoreApi;
/** The paths of the metafields of each kind of record, below the version. */
let places: Record<"store" | "product" | "variant" | "collection" | "location", string>;
let namespace: string;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await signInStockedMerchant(fixture);
  installed = await install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  api = installed.api;
  namespace = `test-${installed.id}`;
  const [product] = (await listShelfProducts(api, "metafields")) as [Product];
  const made = await api.post("/3.0/collections.json", { collection: { title: `Fields ${installed.id}` } });
  const { collection } = assertDone<{ collection: { id: number } }>(made);
  places = {
    store: "/3.0/metafields",
    product: `/3.0/products/${product.id}/metafields`,
    variant: `/3.0/variants/${product.variants[0]?.id}/metafields`,
    collection: `/3.0/collections/${collection.id}/metafields`,
    location: `/3.0/locations/${(await loadLocations(api)).primary.id}/metafields`,
  };
});
after(() => fixture.close());

async function create(place: string, field: object): Promise<Metafield> {
  const answer = await api.post(`${place}.json`, { metafield: { namespace, ...field } });
  return assertDone<{ metafield: Metafield }>(answer).metafield;
}

async function listed(by: StoreApi, place: string): Promise<Metafield[]> {
  const answer = await by.get(`${place}.json?namespace=${namespace}&limit=250`);
  return assertDone<{ metafields: Metafield[] }>(answer).metafields;
}

const values = [
  ["text", "String", "café 🛍️"],
  ["number", "Integer", -12],
  ["object", "Json", { sizes: ["S", "M"], measured: { chest: 92.5 }, none: null }],
  ["list", "Json", [1, "two", false]],
] as const;

test("SNP-3: metafields keep text, numbers and JSON on the store and on each kind of record", async () => {
  for (const [kind, place] of Object.entries(places)) {
    for (const [key, value_type, value] of values) {
      const made = await create(place, { key, value, value_type });
      assert.deepEqual([made.value, made.value_type, made.is_private], [value, value_type, false], kind);
      const { metafield } = assertDone<{ metafield: Metafield }>(await api.get(`${place}/${made.id}.json`));
      assert.deepEqual(metafield, made);
    }
    const all = await listed(api, place);
    assert.deepEqual(
      all.map(({ key, value }) => [key, value]),
      values.map(([key, , value]) => [key, value]),
      kind,
    );
    const { count } = assertDone<{ count: number }>(
      await api.get(`${place}/count.json?namespace=${namespace}`),
    );
    assert.equal(count, values.length);
    const one = `${place}/${all[0]?.id}.json`;
    const changed = await api.put(one, { metafield: { value: "other", description: "Now another" } });
    const { metafield } = assertDone<{ metafield: Metafield }>(changed);
    assert.deepEqual([metafield.value, metafield.description], ["other", "Now another"]);
    assertDone(await api.delete(one));
    assertRejected(await api.get(one), 404, "not_found");
  }
});

test("SNP-3: one namespace of a record holds a key once, and a value is of its type", async () => {
  const place = places.product;
  await create(place, { key: "once", value: "v" });
  const post = (field: object) =>
    api.post(`${place}.json`, { metafield: { namespace, key: "other", ...field } });
  assertNamesFields(await post({ key: "once", value: "w" }), "key");
  assertNamesFields(await post({ value: "1.5", value_type: "Integer" }), "value");
  assertNamesFields(await post({ value: "{", value_type: "Json" }), "value");
  assertNamesFields(await post({ value: 5 }), "value");
  assertNamesFields(await post({ value: "v", value_type: "Float" }), "value_type");
  assertNamesFields(await api.post(`${place}.json`, { metafield: {} }), "namespace", "key", "value");
  assert.ok(!(await listed(api, place)).some(({ key }) => key === "other"));
});

test("SNP-3: a private metafield is for the app that made it alone", async () => {
  const other = await install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  for (const place of Object.values(places)) {
    const { id } = await create(place, { key: "secret", value: "mine", is_private: true });
    assert.ok((await listed(api, place)).some(({ key }) => key === "secret"));
    assert.ok(!(await listed(other.api, place)).some(({ key }) => key === "secret"), place);
    assertRejected(await other.api.get(`${place}/${id}.json`), 404, "not_found");
    assertRejected(await other.api.delete(`${place}/${id}.json`), 404, "not_found");
  }
});

test("SNP-3: store metafields in the namespace of the app's handle need no scope, others do", async () => {
  const app = await registerApp(fixture, partner);
  const bare = await install(fixture, merchant, { app, scopes: ["read_script_tags"] });
  const own = { metafield: { namespace: app.handle, key: "mine", value: "v" } };
  assertDone(await bare.api.post("/3.0/metafields.json", own));
  const { metafields } = assertDone<{ metafields: Metafield[] }>(await bare.api.get("/3.0/metafields.json"));
  assert.deepEqual(
    metafields.map(({ key }) => key),
    ["mine"],
  );
  const theirs = { metafield: { namespace, key: "theirs", value: "v" } };
  const rejected = assertRejected(await bare.api.post("/3.0/metafields.json", theirs), 403, "scope_missing");
  assert.equal(rejected.required_scope, "write_store");
  assertRejected(await bare.api.get(`/3.0/metafields.json?namespace=${namespace}`), 403, "scope_missing");
  assertRejected(await bare.api.get(`${places.product}.json`), 403, "scope_missing");
});

test("SNP-3: metafields stay after their app's uninstall, and go with their deleted record", async () => {
  const leaving = await install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  const field = { metafield: { namespace, key: "left behind", value: "v" } };
  assertDone(await leaving.api.post(`${places.collection}.json`, field));
  await uninstall(leaving);
  assert.ok((await listed(api, places.collection)).some(({ key }) => key === "left behind"));
  assertDone(await api.delete(`${places.collection.replace("/metafields", "")}.json`));
  assertRejected(await api.get(`${places.collection}.json`), 404, "not_found");
});
