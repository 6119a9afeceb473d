import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp, uninstallApp } from "../installing.ts";
import { createPartner, type Merchant, type Person, signInStockedMerchant } from "../people.ts";
import { listProductsInRange, loadLocations, type Product } from "../stock.ts";
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
let installedApp: InstalledApp;
let api: StoreApi;
/** The API paths of the metafields of the store itself and of one record of each other kind. */
let paths: Record<"store" | "product" | "variant" | "collection" | "location", string>;
let namespace: string;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await signInStockedMerchant(fixture);
  installedApp = await installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  api = installedApp.api;
  namespace = `test-${installedApp.id}`;
  const [product] = (await listProductsInRange(api, "metafields")) as [Product];
  const response = await api.post("/3.0/collections.json", {
    collection: { title: `Fields ${installedApp.id}` },
  });
  const { collection } = assertOk<{ collection: { id: number } }>(response);
  paths = {
    store: "/3.0/metafields",
    product: `/3.0/products/${product.id}/metafields`,
    variant: `/3.0/variants/${product.variants[0]?.id}/metafields`,
    collection: `/3.0/collections/${collection.id}/metafields`,
    location: `/3.0/locations/${(await loadLocations(api)).primary.id}/metafields`,
  };
});
after(() => fixture.close());

async function createMetafield(path: string, field: object): Promise<Metafield> {
  const response = await api.post(`${path}.json`, { metafield: { namespace, ...field } });
  return assertOk<{ metafield: Metafield }>(response).metafield;
}

async function listMetafields(storeApi: StoreApi, path: string): Promise<Metafield[]> {
  const response = await storeApi.get(`${path}.json?namespace=${namespace}&limit=250`);
  return assertOk<{ metafields: Metafield[] }>(response).metafields;
}

const values = [
  ["text", "String", "café 🛍️"],
  ["number", "Integer", -12],
  ["object", "Json", { sizes: ["S", "M"], measured: { chest: 92.5 }, none: null }],
  ["list", "Json", [1, "two", false]],
] as const;

test("SNP-3: the store and each kind of record can have text, number and JSON metafields", async () => {
  for (const [kind, path] of Object.entries(paths)) {
    for (const [key, value_type, value] of values) {
      const createdMetafield = await createMetafield(path, { key, value, value_type });
      assert.deepEqual(
        [createdMetafield.value, createdMetafield.value_type, createdMetafield.is_private],
        [value, value_type, false],
        kind,
      );
      const { metafield } = assertOk<{ metafield: Metafield }>(
        await api.get(`${path}/${createdMetafield.id}.json`),
      );
      assert.deepEqual(metafield, createdMetafield);
    }
    const allMetafields = await listMetafields(api, path);
    assert.deepEqual(
      allMetafields.map(({ key, value }) => [key, value]),
      values.map(([key, , value]) => [key, value]),
      kind,
    );
    const { count } = assertOk<{ count: number }>(await api.get(`${path}/count.json?namespace=${namespace}`));
    assert.equal(count, values.length);
    const metafieldPath = `${path}/${allMetafields[0]?.id}.json`;
    const response = await api.put(metafieldPath, {
      metafield: { value: "other", description: "Now another" },
    });
    const { metafield } = assertOk<{ metafield: Metafield }>(response);
    assert.deepEqual([metafield.value, metafield.description], ["other", "Now another"]);
    assertOk(await api.delete(metafieldPath));
    assertRejected(await api.get(metafieldPath), 404, "not_found");
  }
});

test("SNP-3: a metafield with a key in use or a value that is not of its value_type is rejected", async () => {
  const path = paths.product;
  await createMetafield(path, { key: "once", value: "v" });
  const post = (field: object) =>
    api.post(`${path}.json`, { metafield: { namespace, key: "other", ...field } });
  assertInvalidFields(await post({ key: "once", value: "w" }), "key");
  assertInvalidFields(await post({ value: "1.5", value_type: "Integer" }), "value");
  assertInvalidFields(await post({ value: "{", value_type: "Json" }), "value");
  assertInvalidFields(await post({ value: 5 }), "value");
  assertInvalidFields(await post({ value: "v", value_type: "Float" }), "value_type");
  assertInvalidFields(await api.post(`${path}.json`, { metafield: {} }), "namespace", "key", "value");
  assert.ok(!(await listMetafields(api, path)).some(({ key }) => key === "other"));
});

test("SNP-3: a private metafield is visible only to the app that created it", async () => {
  const otherApp = await installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
  for (const path of Object.values(paths)) {
    const { id } = await createMetafield(path, { key: "secret", value: "mine", is_private: true });
    assert.ok((await listMetafields(api, path)).some(({ key }) => key === "secret"));
    assert.ok(!(await listMetafields(otherApp.api, path)).some(({ key }) => key === "secret"), path);
    assertRejected(await otherApp.api.get(`${path}/${id}.json`), 404, "not_found");
    assertRejected(await otherApp.api.delete(`${path}/${id}.json`), 404, "not_found");
  }
});

test("SNP-3: store metafields outside the app's own namespace require a scope", async () => {
  const app = await registerApp(fixture, partner);
  const appWithoutStoreScopes = await installApp(fixture, merchant, { app, scopes: ["read_script_tags"] });
  const bodyInOwnNamespace = { metafield: { namespace: app.handle, key: "mine", value: "v" } };
  assertOk(await appWithoutStoreScopes.api.post("/3.0/metafields.json", bodyInOwnNamespace));
  const { metafields } = assertOk<{ metafields: Metafield[] }>(
    await appWithoutStoreScopes.api.get("/3.0/metafields.json"),
  );
  assert.deepEqual(
    metafields.map(({ key }) => key),
    ["mine"],
  );
  const bodyInOtherNamespace = { metafield: { namespace, key: "theirs", value: "v" } };
  const error = assertRejected(
    await appWithoutStoreScopes.api.post("/3.0/metafields.json", bodyInOtherNamespace),
    403,
    "scope_missing",
  );
  assert.equal(error.required_scope, "write_store");
  assertRejected(
    await appWithoutStoreScopes.api.get(`/3.0/metafields.json?namespace=${namespace}`),
    403,
    "scope_missing",
  );
  assertRejected(await appWithoutStoreScopes.api.get(`${paths.product}.json`), 403, "scope_missing");
});

test("SNP-3: metafields survive their app's uninstall, but not the deletion of their record", async () => {
  const uninstalledApp = await installApp(fixture, merchant, {
    app: await registerApp(fixture, partner),
    scopes,
  });
  const body = { metafield: { namespace, key: "of uninstalled app", value: "v" } };
  assertOk(await uninstalledApp.api.post(`${paths.collection}.json`, body));
  await uninstallApp(uninstalledApp);
  assert.ok((await listMetafields(api, paths.collection)).some(({ key }) => key === "of uninstalled app"));
  assertOk(await api.delete(`${paths.collection.replace("/metafields", "")}.json`));
  assertRejected(await api.get(`${paths.collection}.json`), 404, "not_found");
});
