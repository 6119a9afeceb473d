import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertDone, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { install } from "../installing.ts";
import { createMerchant, createPartner, createUniqueName, signInStockedMerchant } from "../people.ts";
import type { Product } from "../stock.ts";
import { createStoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;

before(async () => {
  fixture = await createConformanceFixture();
});
after(() => fixture.close());

test("SVC-1: a store has a hostname below the store domain suffix, and its API responds there", async () => {
  const handle = createUniqueName("store");
  const { store } = await createMerchant(fixture, handle);
  assert.equal(store.domain, `${handle}.${fixture.origins.domain}`);
  assert.equal(store.host_url, `${fixture.origins.admin}/${handle}`);
  for (const version of ["3.0", "4.0"]) {
    const path = version === "3.0" ? "products.json" : "inventory_levels.json?variant_ids=1";
    const answer = await fixture.request(`${fixture.origins.store(handle)}/api/${version}/${path}`);
    assertRejected(answer, 401, "token_missing");
  }
});

test("SVC-1: the hostname is read without regard to case, as DNS does", async () => {
  const { store } = await createMerchant(fixture);
  const answer = await fixture.request(`${fixture.origins.store(store.handle)}/api/3.0/products.json`, {
    headers: { host: `${store.handle.toUpperCase()}.${fixture.baseUrl.host.toUpperCase()}` },
  });
  assertRejected(answer, 401, "token_missing");
});

test("SVC-1: a hostname of no store gets the unknown-store response, whatever its suffix", async () => {
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
    const address = `${fixture.origins.store(store.handle)}/api/3.0/products.json`;
    const answer = await fixture.request(address, { headers: { host } });
    assert.equal(answer.status, 404, `${host}: ${answer.text}`);
    assert.doesNotMatch(answer.text, new RegExp(store.name));
  }
});

test("SVC-2: one token and one header work on both versions, mixed as the app likes", async () => {
  const merchant = await signInStockedMerchant(fixture);
  const app = await registerApp(fixture, await createPartner(fixture));
  const { token } = await install(fixture, merchant, { app, scopes: ["read_products", "write_products"] });
  const api = createStoreApi(fixture, merchant.store.handle, token);
  const { products } = assertDone<{ products: Product[] }>(await api.get("/3.0/products.json?limit=1"));
  const variant = products[0]?.variants[0] ?? assert.fail("the store has no product");
  assertDone(await api.get(`/4.0/inventory_levels.json?variant_ids=${variant.id}`));
  assertDone(await api.get("/3.0/locations.json"));
  for (const name of ["Service-Access-Token", "SERVICE-ACCESS-TOKEN", "service-access-token"]) {
    const address = `${fixture.origins.store(merchant.store.handle)}/api/4.0/inventory_levels/count.json`;
    assertDone(await fixture.request(`${address}?variant_ids=${variant.id}`, { headers: { [name]: token } }));
  }
});
