import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone, assertRejected } from "../assertions.ts";
import { listAllCalls } from "../calls.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install, uninstall } from "../installing.ts";
import { listCallsOfAllOrders, listCallsOfOrder } from "../order-calls.ts";
import { readOrder } from "../orders.ts";
import type { Merchant, Person } from "../people.ts";
import { createSoldOrder, type SoldIds, soldScopes } from "../sold-order.ts";
import { type Product, readQuantity, setStock, type Variant } from "../stock.ts";
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

before(async () => {
  fixture = await createConformanceFixture();
  const stocked = await installStockedApp(fixture, "access", soldScopes);
  ({ partner, merchant, installed, product, variant, primary } = stocked);
  sold = await createSoldOrder(fixture, installed);
  await setStock(installed.api, variant.id, { location_id: primary, quantity: 40 });
});
after(() => fixture.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

function calls(api: StoreApi): (() => Promise<Answer>)[] {
  return listAllCalls(api, { product: product.id, variant: variant.id, location: primary, sold });
}

test("API-1: without the header every call fails with a clear JSON error", async () => {
  for (const call of calls(createStoreApi(fixture, merchant.store.handle)))
    assertRejected(await call(), 401, "token_missing");
  const address = `${fixture.origins.store(merchant.store.handle)}/api/3.0/products.json`;
  for (const headers of [
    { authorization: `Bearer ${installed.token}` },
    { cookie: `Service-Access-Token=${installed.token}` },
    { "service-access-token": "" },
  ])
    assertRejected(await fixture.request(address, { headers }), 401, "token_missing");
  assertRejected(await fixture.request(`${address}?access_token=${installed.token}`), 401, "token_missing");
});

test("API-1: an unknown or malformed token fails on every call", async () => {
  const { token } = installed;
  const flipped = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
  const wrong = [
    `${token}x`,
    token.slice(1),
    flipped,
    token.toUpperCase(),
    "null",
    "x".repeat(4000),
    "'; --",
  ];
  for (const each of wrong) {
    const answer = await createStoreApi(fixture, merchant.store.handle, each).get("/3.0/products.json");
    assertRejected(answer, 401, "token_invalid");
  }
  for (const call of calls(createStoreApi(fixture, merchant.store.handle, flipped)))
    assertRejected(await call(), 401, "token_invalid");
});

test("API-1: tokens of disabled and uninstalled apps fail on every call, each with its reason", async () => {
  const uninstalled = await installedWith(["read_products", "write_products", ...soldScopes]);
  const was = await readOrder(installed.api, sold.order);
  assertDone(await merchant.callStore("POST", `/apps/${uninstalled.id}/disable.json`));
  for (const call of calls(uninstalled.api)) assertRejected(await call(), 401, "app_disabled");
  assertDone(await uninstall(uninstalled));
  for (const call of calls(uninstalled.api)) assertRejected(await call(), 401, "token_revoked");
  assert.equal(await readQuantity(installed.api, variant.id, primary), 40);
  assert.deepEqual(await readOrder(installed.api, sold.order), was);
});

const needs: [scope: string, call: (api: StoreApi) => Promise<Answer>][] = [
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
        location_id: primary,
        quantity: 40,
      }),
  ],
  [
    "write_products",
    (api) =>
      api.put("/4.0/inventory_levels/adjust.json", {
        variant_id: variant.id,
        location_id: primary,
        adjustment_quantity: 0,
      }),
  ],
];

test("API-2: a token reaches only granted scopes; read and write do not imply each other", async () => {
  const tokens = {
    read_products: await installedWith(["read_products"]),
    write_products: await installedWith(["write_products"]),
    read_orders: await installedWith(["read_orders"]),
  };
  for (const [needed, call] of needs) {
    for (const [granted, { api, scope }] of Object.entries(tokens)) {
      assert.equal(scope, granted);
      const answer = await call(api);
      if (granted === needed) assert.ok(answer.status === 200 || answer.status === 422, answer.text);
      else assert.equal(assertRejected(answer, 403, "scope_missing").required_scope, needed);
    }
  }
});

test("API-2: order resources each need their own scope; fulfillments need both of two scopes", async () => {
  for (const scope of ["read_orders", "write_orders", "read_fulfillments", "write_fulfillments"]) {
    const { api } = await installedWith([scope]);
    for (const { needs, send } of [...listCallsOfOrder(api, sold), ...listCallsOfAllOrders(api)]) {
      const missing = needs.filter((needed) => needed !== scope);
      const answer = await send();
      if (missing.length === 0) assert.ok(![401, 403].includes(answer.status), answer.text);
      else assert.equal(assertRejected(answer, 403, "scope_missing").required_scope, missing[0]);
    }
  }
  const { api } = await installedWith(["read_orders", "read_fulfillments"]);
  assertDone(await api.get(`/3.0/orders/${sold.order}/fulfillments/${sold.fulfillment}.json`));
  const more = await api.post(`/3.0/orders/${sold.order}/fulfillments.json`, {});
  assert.equal(assertRejected(more, 403, "scope_missing").required_scope, "write_orders");
});

test("API-2: locations are read with any of the scopes that concern them", async () => {
  for (const scope of ["read_shipping", "read_products", "write_locations"]) {
    const { api } = await installedWith([scope]);
    assertDone(await api.get("/3.0/locations.json"));
  }
  const { api } = await installedWith(["write_products"]);
  assertRejected(await api.get("/3.0/locations.json"), 403, "scope_missing");
});

test("API-2: webhooks need no scope", async () => {
  const { api } = await installedWith(["read_tags"]);
  const webhook = { topic: "order/create", url: "https://hooks.souk-app.dev/orders" };
  const { id } = assertDone<{ id: number }>(await api.post("/3.0/webhooks.json", { webhook }));
  assertDone(await api.get("/3.0/webhooks.json"));
  assertDone(await api.delete(`/3.0/webhooks/${id}.json`));
});
