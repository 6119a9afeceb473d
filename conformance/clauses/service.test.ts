import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { installApp } from "../installing.ts";
import { createMerchant, createPartner, createUniqueName, signInStockedMerchant } from "../people.ts";
import type { Product } from "../stock.ts";
import { createStoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;

before(async () => {
  fixture = await createConformanceFixture();
});
after(() => fixture.close());

test("SVC-1: a store's API responds at the store's subdomain of the platform's domain", async () => {
  const handle = createUniqueName("store");
  const { store } = await createMerchant(fixture, handle);
  assert.equal(store.domain, `${handle}.${fixture.origins.domain}`);
  assert.equal(store.host_url, `${fixture.origins.admin}/${handle}`);
  for (const version of ["3.0", "4.0"]) {
    const path = version === "3.0" ? "products.json" : "inventory_levels.json?variant_ids=1";
    const response = await fixture.request(`${fixture.origins.store(handle)}/api/${version}/${path}`);
    assertRejected(response, 401, "token_missing");
  }
});

test("SVC-1: a store's hostname is case-insensitive, as in DNS", async () => {
  const { store } = await createMerchant(fixture);
  const response = await fixture.request(`${fixture.origins.store(store.handle)}/api/3.0/products.json`, {
    headers: { host: `${store.handle.toUpperCase()}.${fixture.baseUrl.host.toUpperCase()}` },
  });
  assertRejected(response, 401, "token_missing");
});

test("SVC-1: a hostname that belongs to no store gets 404", async () => {
  const { store } = await createMerchant(fixture);
  const port = fixture.baseUrl.port === "" ? "" : `:${fixture.baseUrl.port}`;
  const hosts = [
    `${createUniqueName("nobody")}.${fixture.baseUrl.host}`,
    `${store.domain}.evil.test${port}`,
    `${store.handle}.evil.test${port}`,
    `${store.handle}${fixture.baseUrl.host}`,
    `a.${store.handle}.${fixture.baseUrl.host}`,
    `${store.handle}.${fixture.baseUrl.host}.`,
  ];
  for (const host of hosts) {
    const url = `${fixture.origins.store(store.handle)}/api/3.0/products.json`;
    const response = await fixture.request(url, { headers: { host } });
    assert.equal(response.status, 404, `${host}: ${response.text}`);
    assert.doesNotMatch(response.text, new RegExp(store.name));
  }
});

test("SVC-2: one token in one header works for both API versions", async () => {
  const merchant = await signInStockedMerchant(fixture);
  const app = await registerApp(fixture, await createPartner(fixture));
  const { token } = await installApp(fixture, merchant, { app, scopes: ["read_products", "write_products"] });
  const api = createStoreApi(fixture, merchant.store.handle, token);
  const { products } = assertOk<{ products: Product[] }>(await api.get("/3.0/products.json?limit=1"));
  const variant = products[0]?.variants[0] ?? assert.fail("the store has no product");
  assertOk(await api.get(`/4.0/inventory_levels.json?variant_ids=${variant.id}`));
  assertOk(await api.get("/3.0/locations.json"));
  for (const name of ["Service-Access-Token", "SERVICE-ACCESS-TOKEN", "service-access-token"]) {
    const url = `${fixture.origins.store(merchant.store.handle)}/api/4.0/inventory_levels/count.json`;
    assertOk(await fixture.request(`${url}?variant_ids=${variant.id}`, { headers: { [name]: token } }));
  }
});
