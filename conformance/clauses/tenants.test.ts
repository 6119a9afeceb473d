import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertOk, assertRejected } from "../assertions.ts";
import { listAllCalls } from "../calls.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { listCallsOfOrder } from "../order-calls.ts";
import {
  createOrderWithRecords,
  type OrderRecordIds,
  orderRecordScopes,
  unknownIds,
} from "../order-records.ts";
import { readOrder } from "../orders.ts";
import { createMerchant, type Merchant, type Person } from "../people.ts";
import { loadLevels, loadLocations, type Product, type Variant } from "../stock.ts";
import { installStockedApp } from "../stocked-app.ts";
import { createStoreApi, type StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let installedApp: InstalledApp;
let product: Product;
let variant: Variant;
let primaryLocationId: number;
let orderRecordIds: OrderRecordIds;

const extraScopes = ["read_shipping", ...orderRecordScopes];
const allScopes = ["read_products", "write_products", ...extraScopes];

before(async () => {
  fixture = await createConformanceFixture();
  const stockedApp = await installStockedApp(fixture, "tenants", extraScopes);
  ({ partner, merchant, installedApp, product, variant, primaryLocationId } = stockedApp);
  orderRecordIds = await createOrderWithRecords(fixture, installedApp);
});
after(() => fixture.close());

async function installWithScopes(scopes: readonly string[]): Promise<InstalledApp> {
  return installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

/** Create another store, and install a new app of the same partner in it. */
async function createForeignStore(): Promise<{
  api: StoreApi;
  locationId: number;
  foreignApp: InstalledApp;
}> {
  const owner = await createMerchant(fixture);
  const app = await registerApp(fixture, partner);
  const foreignApp = await installApp(fixture, owner, { app, scopes: allScopes });
  return {
    api: foreignApp.api,
    locationId: (await loadLocations(foreignApp.api)).primary.id,
    foreignApp,
  };
}

test("API-3: a store's token never gives access to another store, whatever the request's headers", async () => {
  const { foreignApp } = await createForeignStore();
  const { handle, domain } = merchant.store;
  const ids = { product: product.id, variant: variant.id, location: primaryLocationId, orderRecordIds };
  for (const call of listAllCalls(createStoreApi(fixture, handle, foreignApp.token), ids))
    assertRejected(await call(), 401, "token_invalid");
  const foreignOrigin = fixture.origins.store(foreignApp.merchant.store.handle);
  const attempts: [path: string, headers: Record<string, string>][] = [
    ["/api/3.0/products.json", { "x-forwarded-host": domain, forwarded: `host=${domain}` }],
    ["/api/3.0/products.json", { "x-original-host": domain, "x-store": handle, "x-shop": handle }],
    [`/api/3.0/products.json?shop=${domain}&store=${handle}&store_id=1`, {}],
  ];
  for (const [path, headers] of attempts) {
    const response = await fixture.request(`${foreignOrigin}${path}`, { token: foreignApp.token, headers });
    assert.equal(assertOk<{ total_count: number }>(response).total_count, 0, path);
  }
});

test("API-3: the id of another store's record gets the same response as an unknown id", async () => {
  const { api } = await createForeignStore();
  const buildPaths = (productId: number, variantId: number, locationId: number): string[] => [
    `/3.0/products/${productId}.json`,
    `/3.0/products/${productId}/variants.json`,
    `/3.0/products/${productId}/variants/count.json`,
    `/3.0/products/${productId}/variants/${variantId}.json`,
    `/3.0/locations/${locationId}.json`,
  ];
  const pathsOfOtherStore = buildPaths(product.id, variant.id, primaryLocationId);
  const unknownId = unknownIds.order;
  const pathsOfUnknownIds = buildPaths(unknownId, unknownId, unknownId);
  for (const [index, path] of pathsOfOtherStore.entries()) {
    const response = await api.get(path);
    assertRejected(response, 404, "not_found");
    assert.equal(
      removeRequestId(response),
      removeRequestId(await api.get(pathsOfUnknownIds[index] as string)),
      path,
    );
  }
  for (const path of [
    `/3.0/products.json?ids=${product.id}`,
    `/4.0/inventory_levels.json?variant_ids=${variant.id}`,
    `/4.0/inventory_levels.json?location_ids=${primaryLocationId}`,
    `/4.0/inventory_levels.json?variant_ids=${variant.id}&location_ids=${primaryLocationId}`,
  ])
    assert.equal(assertOk<{ total_count: number }>(await api.get(path)).total_count, 0, path);
});

function removeRequestId(response: HttpResponse): string {
  return response.text.replaceAll(String(response.headers["x-request-id"]), "");
}

test("API-3: stock of another store's variant or location cannot be changed", async () => {
  const { api, locationId } = await createForeignStore();
  const levelsBefore = await loadLevels(installedApp.api, variant.id);
  const bodies = [
    { variant_id: variant.id, location_id: primaryLocationId },
    { variant_id: variant.id, location_id: locationId },
  ];
  for (const body of bodies) {
    assertRejected(
      await api.put("/4.0/inventory_levels/set.json", { ...body, quantity: 7 }),
      404,
      "not_found",
    );
    const response = await api.put("/4.0/inventory_levels/adjust.json", { ...body, adjustment_quantity: 7 });
    assertRejected(response, 404, "not_found");
    const bodyWithStore = { ...body, quantity: 7, store_id: 1, shop: merchant.store.domain };
    assertRejected(await api.put("/4.0/inventory_levels/set.json", bodyWithStore), 404, "not_found");
  }
  const variants = [{ id: variant.id, price: "0.01" }];
  assertRejected(await api.put(`/3.0/products/${product.id}/variants.json`, { variants }), 404, "not_found");
  const bodyWithForeignLocation = { variant_id: variant.id, location_id: locationId, quantity: 7 };
  assertRejected(
    await installedApp.api.put("/4.0/inventory_levels/set.json", bodyWithForeignLocation),
    404,
    "not_found",
  );
  assert.deepEqual(await loadLevels(installedApp.api, variant.id), levelsBefore);
});

test("API-3: the ids of another store's order and its records get the same response as unknown ids", async () => {
  const { api } = await createForeignStore();
  const orderBefore = await readOrder(installedApp.api, orderRecordIds.order);
  const callsWithUnknownIds = listCallsOfOrder(api, unknownIds);
  for (const [index, { send }] of listCallsOfOrder(api, orderRecordIds).entries()) {
    const response = await send();
    assertRejected(response, 404, "not_found");
    const unknownIdResponse = (await callsWithUnknownIds[index]?.send()) ?? assert.fail("no such call");
    assert.equal(removeRequestId(response), removeRequestId(unknownIdResponse));
  }
  for (const path of [
    `/3.0/orders.json?ids=${orderRecordIds.order}`,
    `/3.0/fulfillments.json?order_id=${orderRecordIds.order}`,
    `/4.0/returns.json?ids=${orderRecordIds.order_return}`,
    `/4.0/fulfillment_requests.json?ids=${orderRecordIds.request}`,
  ])
    assert.equal(assertOk<{ total_count: number }>(await api.get(path)).total_count, 0, path);
  const items = [{ variant_id: variant.id, quantity: 1 }];
  assertRejected(await api.post("/3.0/orders.json", { order: { line_items: items } }), 422, "invalid");
  const parcel = { destination: { country_code: "MY" }, items };
  const response = await api.post("/3.0/shipping_rates.json", { shipping_rate: parcel });
  assertRejected(response, 422, "invalid");
  assert.deepEqual(await readOrder(installedApp.api, orderRecordIds.order), orderBefore);
});

test("API-3: an app cannot read or change another app's webhook subscriptions", async () => {
  const otherInstallation = await installWithScopes(["read_products"]);
  const webhook = { topic: "order/create", url: "https://hooks.souk-app.dev/orders" };
  const { id } = assertOk<{ id: number }>(
    await otherInstallation.api.post("/3.0/webhooks.json", { webhook }),
  );
  const path = `/3.0/webhooks/${id}.json`;
  assertRejected(await installedApp.api.get(path), 404, "not_found");
  assertRejected(
    await installedApp.api.put(path, { webhook: { url: "https://elsewhere.souk-app.dev/" } }),
    404,
    "not_found",
  );
  assertRejected(await installedApp.api.delete(path), 404, "not_found");
  assertOk(await otherInstallation.api.get(path));
});
