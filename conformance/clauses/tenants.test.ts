import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { assertDone, assertRejected } from "../assertions.ts";
import { listAllCalls } from "../calls.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { listCallsOfOrder } from "../order-calls.ts";
import { readOrder } from "../orders.ts";
import { createMerchant, type Merchant, type Person } from "../people.ts";
import { createSoldOrder, type SoldIds, soldScopes, unknownIds } from "../sold-order.ts";
import { loadLevels, loadLocations, type Product, type Variant } from "../stock.ts";
import { installStockedApp } from "../stocked-app.ts";
import { createStoreApi, type StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let installed: Installed;
let product: Product;
let variant: Variant;
let primary: number;
let sold: SoldIds;

const scopes = ["read_products", "write_products", "read_shipping", ...soldScopes];

before(async () => {
  fixture = await createConformanceFixture();
  const stocked = await installStockedApp(fixture, "tenants", scopes.slice(2));
  ({ partner, merchant, installed, product, variant, primary } = stocked);
  sold = await createSoldOrder(fixture, installed);
});
after(() => fixture.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

async function createForeignStore(): Promise<{
  api: StoreApi;
  location: number;
  other: Installed;
  app: App;
}> {
  const owner = await createMerchant(fixture);
  const app = await registerApp(fixture, partner);
  const other = await install(fixture, owner, { app, scopes });
  return { api: other.api, location: (await loadLocations(other.api)).primary.id, other, app };
}

test("API-3: a token of one store opens no other store's host, whatever the request contains", async () => {
  const { other } = await createForeignStore();
  const { handle, domain } = merchant.store;
  const ids = { product: product.id, variant: variant.id, location: primary, sold };
  for (const call of listAllCalls(createStoreApi(fixture, handle, other.token), ids))
    assertRejected(await call(), 401, "token_invalid");
  const own = fixture.origins.store(other.merchant.store.handle);
  const attempts: [path: string, headers: Record<string, string>][] = [
    ["/api/3.0/products.json", { "x-forwarded-host": domain, forwarded: `host=${domain}` }],
    ["/api/3.0/products.json", { "x-original-host": domain, "x-store": handle, "x-shop": handle }],
    [`/api/3.0/products.json?shop=${domain}&store=${handle}&store_id=1`, {}],
  ];
  for (const [path, headers] of attempts) {
    const answer = await fixture.request(`${own}${path}`, { token: other.token, headers });
    assert.equal(assertDone<{ total_count: number }>(answer).total_count, 0, path);
  }
});

test("API-3: another store's id responds as an unknown id, and its record is unchanged", async () => {
  const { api } = await createForeignStore();
  const paths = (productId: number, variantId: number, locationId: number): string[] => [
    `/3.0/products/${productId}.json`,
    `/3.0/products/${productId}/variants.json`,
    `/3.0/products/${productId}/variants/count.json`,
    `/3.0/products/${productId}/variants/${variantId}.json`,
    `/3.0/locations/${locationId}.json`,
  ];
  const theirs = paths(product.id, variant.id, primary);
  const missing = paths(unknownIds.order, unknownIds.order, unknownIds.order);
  for (const [at, path] of theirs.entries()) {
    const answer = await api.get(path);
    assertRejected(answer, 404, "not_found");
    assert.equal(withoutRequestId(answer), withoutRequestId(await api.get(missing[at] as string)), path);
  }
  for (const path of [
    `/3.0/products.json?ids=${product.id}`,
    `/4.0/inventory_levels.json?variant_ids=${variant.id}`,
    `/4.0/inventory_levels.json?location_ids=${primary}`,
    `/4.0/inventory_levels.json?variant_ids=${variant.id}&location_ids=${primary}`,
  ])
    assert.equal(assertDone<{ total_count: number }>(await api.get(path)).total_count, 0, path);
});

function withoutRequestId(answer: Answer): string {
  return answer.text.replaceAll(String(answer.headers["x-request-id"]), "");
}

test("API-3: another store's variant or location cannot be written, even beside own ids", async () => {
  const { api, location } = await createForeignStore();
  const before = await loadLevels(installed.api, variant.id);
  const bodies = [
    { variant_id: variant.id, location_id: primary },
    { variant_id: variant.id, location_id: location },
  ];
  for (const body of bodies) {
    assertRejected(
      await api.put("/4.0/inventory_levels/set.json", { ...body, quantity: 7 }),
      404,
      "not_found",
    );
    const adjusted = await api.put("/4.0/inventory_levels/adjust.json", { ...body, adjustment_quantity: 7 });
    assertRejected(adjusted, 404, "not_found");
    const extra = { ...body, quantity: 7, store_id: 1, shop: merchant.store.domain };
    assertRejected(await api.put("/4.0/inventory_levels/set.json", extra), 404, "not_found");
  }
  const variants = [{ id: variant.id, price: "0.01" }];
  assertRejected(await api.put(`/3.0/products/${product.id}/variants.json`, { variants }), 404, "not_found");
  const mine = { variant_id: variant.id, location_id: location, quantity: 7 };
  assertRejected(await installed.api.put("/4.0/inventory_levels/set.json", mine), 404, "not_found");
  assert.deepEqual(await loadLevels(installed.api, variant.id), before);
});

test("API-3: another store's order and its parts respond as unknown ids and stay unchanged", async () => {
  const { api } = await createForeignStore();
  const was = await readOrder(installed.api, sold.order);
  const missing = listCallsOfOrder(api, unknownIds);
  for (const [at, { send }] of listCallsOfOrder(api, sold).entries()) {
    const answer = await send();
    assertRejected(answer, 404, "not_found");
    const missingAnswer = (await missing[at]?.send()) ?? assert.fail("no such call");
    assert.equal(withoutRequestId(answer), withoutRequestId(missingAnswer));
  }
  for (const path of [
    `/3.0/orders.json?ids=${sold.order}`,
    `/3.0/fulfillments.json?order_id=${sold.order}`,
    `/4.0/returns.json?ids=${sold.order_return}`,
    `/4.0/fulfillment_requests.json?ids=${sold.request}`,
  ])
    assert.equal(assertDone<{ total_count: number }>(await api.get(path)).total_count, 0, path);
  const items = [{ variant_id: variant.id, quantity: 1 }];
  assertRejected(await api.post("/3.0/orders.json", { order: { line_items: items } }), 422, "invalid");
  const parcel = { destination: { country_code: "MY" }, items };
  const asked = await api.post("/3.0/shipping_rates.json", { shipping_rate: parcel });
  assertRejected(asked, 422, "invalid");
  assert.deepEqual(await readOrder(installed.api, sold.order), was);
});

test("API-3: another app's webhooks in the same store cannot be seen or touched", async () => {
  const other = await installedWith(["read_products"]);
  const webhook = { topic: "order/create", url: "https://hooks.souk-app.dev/orders" };
  const { id } = assertDone<{ id: number }>(await other.api.post("/3.0/webhooks.json", { webhook }));
  const path = `/3.0/webhooks/${id}.json`;
  assertRejected(await installed.api.get(path), 404, "not_found");
  assertRejected(
    await installed.api.put(path, { webhook: { url: "https://elsewhere.souk-app.dev/" } }),
    404,
    "not_found",
  );
  assertRejected(await installed.api.delete(path), 404, "not_found");
  assertDone(await other.api.get(path));
});
