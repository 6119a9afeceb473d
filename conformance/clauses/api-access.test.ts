import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertOk, assertRejected } from "../assertions.ts";
import { listAllCalls } from "../calls.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp, uninstallApp } from "../installing.ts";
import { listCallsOfAllOrders, listCallsOfOrder } from "../order-calls.ts";
import { createOrderWithRecords, type OrderRecordIds, orderRecordScopes } from "../order-records.ts";
import { readOrder } from "../orders.ts";
import type { Merchant, Person } from "../people.ts";
import { type Product, readQuantity, setStock, type Variant } from "../stock.ts";
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

before(async () => {
  fixture = await createConformanceFixture();
  const stockedApp = await installStockedApp(fixture, "access", orderRecordScopes);
  ({ partner, merchant, installedApp, product, variant, primaryLocationId } = stockedApp);
  orderRecordIds = await createOrderWithRecords(fixture, installedApp);
  await setStock(installedApp.api, variant.id, { location_id: primaryLocationId, quantity: 40 });
});
after(() => fixture.close());

async function installWithScopes(scopes: readonly string[]): Promise<InstalledApp> {
  return installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

function listCalls(api: StoreApi): (() => Promise<HttpResponse>)[] {
  return listAllCalls(api, {
    product: product.id,
    variant: variant.id,
    location: primaryLocationId,
    orderRecordIds,
  });
}

test("API-1: every call without the token header fails with a JSON error", async () => {
  for (const call of listCalls(createStoreApi(fixture, merchant.store.handle)))
    assertRejected(await call(), 401, "token_missing");
  const url = `${fixture.origins.store(merchant.store.handle)}/api/3.0/products.json`;
  for (const headers of [
    { authorization: `Bearer ${installedApp.token}` },
    { cookie: `Service-Access-Token=${installedApp.token}` },
    { "service-access-token": "" },
  ])
    assertRejected(await fixture.request(url, { headers }), 401, "token_missing");
  assertRejected(await fixture.request(`${url}?access_token=${installedApp.token}`), 401, "token_missing");
});

test("API-1: every call with an unknown or malformed token fails", async () => {
  const { token } = installedApp;
  const alteredToken = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
  const invalidTokens = [
    `${token}x`,
    token.slice(1),
    alteredToken,
    token.toUpperCase(),
    "null",
    "x".repeat(4000),
    "'; --",
  ];
  for (const invalidToken of invalidTokens) {
    const response = await createStoreApi(fixture, merchant.store.handle, invalidToken).get(
      "/3.0/products.json",
    );
    assertRejected(response, 401, "token_invalid");
  }
  for (const call of listCalls(createStoreApi(fixture, merchant.store.handle, alteredToken)))
    assertRejected(await call(), 401, "token_invalid");
});

test("API-1: every call with a disabled or uninstalled app's token gets an error that says so", async () => {
  const removedApp = await installWithScopes(["read_products", "write_products", ...orderRecordScopes]);
  const orderBefore = await readOrder(installedApp.api, orderRecordIds.order);
  assertOk(await merchant.callStore("POST", `/apps/${removedApp.id}/disable.json`));
  for (const call of listCalls(removedApp.api)) assertRejected(await call(), 401, "app_disabled");
  assertOk(await uninstallApp(removedApp));
  for (const call of listCalls(removedApp.api)) assertRejected(await call(), 401, "token_revoked");
  assert.equal(await readQuantity(installedApp.api, variant.id, primaryLocationId), 40);
  assert.deepEqual(await readOrder(installedApp.api, orderRecordIds.order), orderBefore);
});

const callsWithScope: [requiredScope: string, call: (api: StoreApi) => Promise<HttpResponse>][] = [
  ["read_products", (api) => api.get("/3.0/products.json?limit=1")],
  ["read_products", (api) => api.get("/3.0/products/count.json")],
  ["read_products", (api) => api.get(`/3.0/products/${product.id}.json`)],
  ["read_products", (api) => api.get(`/3.0/products/${product.id}/variants.json`)],
  ["read_products", (api) => api.get(`/3.0/products/${product.id}/variants/${variant.id}.json`)],
  ["read_products", (api) => api.get(`/4.0/inventory_levels.json?variant_ids=${variant.id}`)],
  ["read_products", (api) => api.get(`/4.0/inventory_levels/count.json?variant_ids=${variant.id}`)],
  [
    "write_products",
    (api) =>
      api.put(`/3.0/products/${product.id}/variants.json`, {
        variants: [{ id: variant.id, sku: variant.sku }],
      }),
  ],
  [
    "write_products",
    (api) =>
      api.put("/4.0/inventory_levels/set.json", {
        variant_id: variant.id,
        location_id: primaryLocationId,
        quantity: 40,
      }),
  ],
  [
    "write_products",
    (api) =>
      api.put("/4.0/inventory_levels/adjust.json", {
        variant_id: variant.id,
        location_id: primaryLocationId,
        adjustment_quantity: 0,
      }),
  ],
];

test("API-2: a call requires its exact scope; read and write do not imply each other", async () => {
  const installedApps = {
    read_products: await installWithScopes(["read_products"]),
    write_products: await installWithScopes(["write_products"]),
    read_orders: await installWithScopes(["read_orders"]),
  };
  for (const [requiredScope, call] of callsWithScope) {
    for (const [grantedScope, { api, scope }] of Object.entries(installedApps)) {
      assert.equal(scope, grantedScope);
      const response = await call(api);
      if (grantedScope === requiredScope)
        assert.ok(response.status === 200 || response.status === 422, response.text);
      else assert.equal(assertRejected(response, 403, "scope_missing").required_scope, requiredScope);
    }
  }
});

test("API-2: each call for an order or a fulfillment requires all of its scopes", async () => {
  for (const scope of ["read_orders", "write_orders", "read_fulfillments", "write_fulfillments"]) {
    const { api } = await installWithScopes([scope]);
    for (const { requiredScopes, send } of [
      ...listCallsOfOrder(api, orderRecordIds),
      ...listCallsOfAllOrders(api),
    ]) {
      const missingScopes = requiredScopes.filter((requiredScope) => requiredScope !== scope);
      const response = await send();
      if (missingScopes.length === 0) assert.ok(![401, 403].includes(response.status), response.text);
      else assert.equal(assertRejected(response, 403, "scope_missing").required_scope, missingScopes[0]);
    }
  }
  const { api } = await installWithScopes(["read_orders", "read_fulfillments"]);
  assertOk(
    await api.get(`/3.0/orders/${orderRecordIds.order}/fulfillments/${orderRecordIds.fulfillment}.json`),
  );
  const createResponse = await api.post(`/3.0/orders/${orderRecordIds.order}/fulfillments.json`, {});
  assert.equal(assertRejected(createResponse, 403, "scope_missing").required_scope, "write_orders");
});

test("API-2: reading locations requires one of three scopes", async () => {
  for (const scope of ["read_shipping", "read_products", "write_locations"]) {
    const { api } = await installWithScopes([scope]);
    assertOk(await api.get("/3.0/locations.json"));
  }
  const { api } = await installWithScopes(["write_products"]);
  assertRejected(await api.get("/3.0/locations.json"), 403, "scope_missing");
});

test("API-2: webhook subscriptions require no scope", async () => {
  const { api } = await installWithScopes(["read_tags"]);
  const webhook = { topic: "order/create", url: "https://hooks.souk-app.dev/orders" };
  const { id } = assertOk<{ id: number }>(await api.post("/3.0/webhooks.json", { webhook }));
  assertOk(await api.get("/3.0/webhooks.json"));
  assertOk(await api.delete(`/3.0/webhooks/${id}.json`));
});
