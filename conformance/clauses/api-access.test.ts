import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { type Installed, install, uninstall } from "../installing.ts";
import { type Merchant, newMerchant, newPartner, type Person, stockedMerchant } from "../people.ts";
import { assertDone, assertNamesFields, assertRefused } from "../refusals.ts";
import { type ShopApi, shopApi } from "../shop-api.ts";
import {
  type Level,
  levelsOf,
  locationsOf,
  type Product,
  quantityAt,
  setStock,
  shelfOf,
  type Variant,
} from "../stock.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let partner: Person;
let merchant: Merchant;
let installed: Installed;
let product: Product;
let variant: Variant;
let primary: number;

before(async () => {
  world = await openWorld();
  partner = await newPartner(world);
  merchant = await stockedMerchant(world);
  const app = await registerApp(world, partner);
  installed = await install(world, merchant, { app, scopes: ["read_products", "write_products"] });
  [product] = (await shelfOf(installed.api, "api access")) as [Product];
  [variant] = product.variants as [Variant];
  primary = (await locationsOf(installed.api)).primary.id;
  await setStock(installed.api, variant.id, { location_id: primary, quantity: 40 });
});
after(() => world.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(world, merchant, { app: await registerApp(world, partner), scopes });
}

/** Every kind of call that an app may make, harmless with ids that exist and with ids that do not. */
function calls(api: ShopApi): (() => Promise<Answer>)[] {
  const body = { variant_id: variant.id, location_id: primary };
  return [
    () => api.get("/3.0/products.json"),
    () => api.get("/3.0/products/count.json"),
    () => api.get(`/3.0/products/${product.id}.json`),
    () => api.get(`/3.0/products/${product.id}/variants.json`),
    () => api.put(`/3.0/products/${product.id}/variants.json`, { variants: [{ id: variant.id, sku: "no" }] }),
    () => api.get("/3.0/locations.json"),
    () => api.get(`/3.0/locations/${primary}.json`),
    () => api.get(`/4.0/inventory_levels.json?variant_ids=${variant.id}`),
    () => api.put("/4.0/inventory_levels/set.json", { ...body, quantity: 1 }),
    () => api.put("/4.0/inventory_levels/adjust.json", { ...body, adjustment_quantity: 1 }),
    () => api.get("/3.0/webhooks.json"),
    () =>
      api.post("/3.0/webhooks.json", { webhook: { topic: "order/create", url: "https://souk-app.dev/h" } }),
    () => api.delete("/3.0/webhooks/1.json"),
  ];
}

test("API-1: without the header every call fails with a clear JSON error", async () => {
  for (const call of calls(shopApi(world, merchant.shop.handle)))
    assertRefused(await call(), 401, "token_missing");
  const address = `${world.origins.shop(merchant.shop.handle)}/api/3.0/products.json`;
  for (const headers of [
    { authorization: `Bearer ${installed.token}` },
    { cookie: `Service-Access-Token=${installed.token}` },
    { "service-access-token": "" },
  ])
    assertRefused(await world.request(address, { headers }), 401, "token_missing");
  assertRefused(await world.request(`${address}?access_token=${installed.token}`), 401, "token_missing");
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
    const answer = await shopApi(world, merchant.shop.handle, each).get("/3.0/products.json");
    assertRefused(answer, 401, "token_invalid");
  }
  for (const call of calls(shopApi(world, merchant.shop.handle, flipped)))
    assertRefused(await call(), 401, "token_invalid");
});

test("API-1: a disabled app's and an uninstalled app's token fail on every call, each with its reason", async () => {
  const gone = await installedWith(["read_products", "write_products"]);
  assertDone(await merchant.inShop("POST", `/apps/${gone.id}/disable.json`));
  for (const call of calls(gone.api)) assertRefused(await call(), 401, "app_disabled");
  assertDone(await uninstall(gone));
  for (const call of calls(gone.api)) assertRefused(await call(), 401, "token_revoked");
  assert.equal(await quantityAt(installed.api, variant.id, primary), 40);
});

const needs: [scope: string, call: (api: ShopApi) => Promise<Answer>][] = [
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

test("API-2: a token reaches only the scopes granted; reading and writing imply nothing of each other", async () => {
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
      else assert.equal(assertRefused(answer, 403, "scope_missing").required_scope, needed);
    }
  }
});

test("API-2: locations are read with any of the scopes that concern them", async () => {
  for (const scope of ["read_shipping", "read_products", "write_locations"]) {
    const { api } = await installedWith([scope]);
    assertDone(await api.get("/3.0/locations.json"));
  }
  const { api } = await installedWith(["write_products"]);
  assertRefused(await api.get("/3.0/locations.json"), 403, "scope_missing");
});

test("API-2: webhooks need no scope", async () => {
  const { api } = await installedWith(["read_tags"]);
  const webhook = { topic: "order/create", url: "https://hooks.souk-app.dev/orders" };
  const { id } = assertDone<{ id: number }>(await api.post("/3.0/webhooks.json", { webhook }));
  assertDone(await api.get("/3.0/webhooks.json"));
  assertDone(await api.delete(`/3.0/webhooks/${id}.json`));
});

async function foreignShop(): Promise<{ api: ShopApi; location: number; other: Installed; app: App }> {
  const owner = await newMerchant(world);
  const app = await registerApp(world, partner);
  const other = await install(world, owner, { app, scopes: ["read_products", "write_products"] });
  return { api: other.api, location: (await locationsOf(other.api)).primary.id, other, app };
}

test("API-3: a token of one store opens no other store's host, whatever else the request says", async () => {
  const { other } = await foreignShop();
  const { handle, domain } = merchant.shop;
  for (const call of calls(shopApi(world, handle, other.token)))
    assertRefused(await call(), 401, "token_invalid");
  const own = world.origins.shop(other.merchant.shop.handle);
  const attempts: [path: string, headers: Record<string, string>][] = [
    ["/api/3.0/products.json", { "x-forwarded-host": domain, forwarded: `host=${domain}` }],
    ["/api/3.0/products.json", { "x-original-host": domain, "x-store": handle, "x-shop": handle }],
    [`/api/3.0/products.json?shop=${domain}&store=${handle}&store_id=1`, {}],
  ];
  for (const [path, headers] of attempts) {
    const answer = await world.request(`${own}${path}`, { token: other.token, headers });
    assert.equal(assertDone<{ total_count: number }>(answer).total_count, 0, path);
  }
});

test("API-3: another store's id is answered exactly as an id that nobody has, and nothing of it changes", async () => {
  const { api } = await foreignShop();
  const nobodys = 900_719_925_474_099;
  const paths = (productId: number, variantId: number, locationId: number): string[] => [
    `/3.0/products/${productId}.json`,
    `/3.0/products/${productId}/variants.json`,
    `/3.0/products/${productId}/variants/count.json`,
    `/3.0/products/${productId}/variants/${variantId}.json`,
    `/3.0/locations/${locationId}.json`,
  ];
  const theirs = paths(product.id, variant.id, primary);
  const missing = paths(nobodys, nobodys, nobodys);
  for (const [at, path] of theirs.entries()) {
    const answer = await api.get(path);
    assertRefused(answer, 404, "not_found");
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

test("API-3: another store's variant or location cannot be written, not even beside ids of one's own", async () => {
  const { api, location } = await foreignShop();
  const before = await levelsOf(installed.api, variant.id);
  const bodies = [
    { variant_id: variant.id, location_id: primary },
    { variant_id: variant.id, location_id: location },
  ];
  for (const body of bodies) {
    assertRefused(
      await api.put("/4.0/inventory_levels/set.json", { ...body, quantity: 7 }),
      404,
      "not_found",
    );
    const adjusted = await api.put("/4.0/inventory_levels/adjust.json", { ...body, adjustment_quantity: 7 });
    assertRefused(adjusted, 404, "not_found");
    const extra = { ...body, quantity: 7, store_id: 1, shop: merchant.shop.domain };
    assertRefused(await api.put("/4.0/inventory_levels/set.json", extra), 404, "not_found");
  }
  const variants = [{ id: variant.id, price: "0.01" }];
  assertRefused(await api.put(`/3.0/products/${product.id}/variants.json`, { variants }), 404, "not_found");
  const mine = { variant_id: variant.id, location_id: location, quantity: 7 };
  assertRefused(await installed.api.put("/4.0/inventory_levels/set.json", mine), 404, "not_found");
  assert.deepEqual(await levelsOf(installed.api, variant.id), before);
});

test("API-3: another app's webhooks in the same store cannot be seen or touched", async () => {
  const other = await installedWith(["read_products"]);
  const webhook = { topic: "order/create", url: "https://hooks.souk-app.dev/orders" };
  const { id } = assertDone<{ id: number }>(await other.api.post("/3.0/webhooks.json", { webhook }));
  const path = `/3.0/webhooks/${id}.json`;
  assertRefused(await installed.api.get(path), 404, "not_found");
  assertRefused(
    await installed.api.put(path, { webhook: { url: "https://elsewhere.souk-app.dev/" } }),
    404,
    "not_found",
  );
  assertRefused(await installed.api.delete(path), 404, "not_found");
  assertDone(await other.api.get(path));
});

function setLevel(options: { body?: string; headers?: Record<string, string> }): Promise<Answer> {
  const address = `${world.origins.shop(merchant.shop.handle)}/api/4.0/inventory_levels/set.json`;
  const { headers = { "content-type": "application/json" }, body = "" } = options;
  return world.request(address, { method: "PUT", token: installed.token, headers, body });
}

test("API-4: a body that is no JSON is refused clearly and changes nothing", async () => {
  const right = JSON.stringify({ variant_id: variant.id, location_id: primary, quantity: 3 });
  for (const body of [
    right.slice(0, -1),
    `${right}}`,
    right.replaceAll('"', "'"),
    `${right},`,
    "variant_id=1&quantity=3",
    "\u0000",
    "{",
    "NaN",
  ])
    assertRefused(await setLevel({ body }), 400, "malformed_json");
  const notUtf8 = Buffer.concat([
    Buffer.from(right.slice(0, -1)),
    Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ]);
  const address = `${world.origins.shop(merchant.shop.handle)}/api/4.0/inventory_levels/set.json`;
  const headers = { "content-type": "application/json" };
  const sent = { method: "PUT", token: installed.token, headers, body: notUtf8 };
  assertRefused(await world.request(address, sent), 400, "malformed_json");
  assert.equal(await quantityAt(installed.api, variant.id, primary), 40);
});

test("API-4: another content type is refused, however it is written", async () => {
  const body = JSON.stringify({ variant_id: variant.id, location_id: primary, quantity: 3 });
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "application/json\t;x",
    "multipart/form-data",
    "",
  ])
    assertRefused(await setLevel({ body, headers: { "content-type": type } }), 415, "unsupported_media_type");
  assertRefused(await setLevel({ body, headers: {} }), 415, "unsupported_media_type");
  assert.equal(await quantityAt(installed.api, variant.id, primary), 40);
});

test("API-4: a wrongly typed body names every wrong field and changes nothing", async () => {
  const right = { variant_id: variant.id, location_id: primary, quantity: 3 };
  const put = (body: unknown) => installed.api.put("/4.0/inventory_levels/set.json", body);
  for (const wrong of ["3", 3.5, null, true, [3], {}, -1, 1e15])
    assertNamesFields(await put({ ...right, quantity: wrong }), "quantity");
  for (const wrong of [String(variant.id), null, 0, -1, 1.5, "abc"])
    assertNamesFields(await put({ ...right, variant_id: wrong }), "variant_id");
  assertNamesFields(await put({}), "location_id", "quantity", "variant_id");
  assertNamesFields(
    await put({ variant_id: "1", location_id: primary, quantity: "3" }),
    "quantity",
    "variant_id",
  );
  assertNamesFields(await put({ inventory_level: { ...right, quantity: "3" } }), "quantity");
  for (const body of [[right], "text", 3, null]) {
    const { fields = [] } = assertRefused(await put(body), 422, "invalid");
    assert.ok(fields.length > 0, `no field named for ${JSON.stringify(body)}`);
  }
  assert.equal(await quantityAt(installed.api, variant.id, primary), 40);
});

test("API-4: one wrong entry of a list is named by its place, and none of the list is done", async () => {
  const path = `/3.0/products/${product.id}/variants.json`;
  const variants = [
    { id: variant.id, price: "1.23", sku: "CHANGED" },
    { id: variant.id + 1, price: {} },
  ];
  assertNamesFields(await installed.api.put(path, { variants }), "variants.1.price");
  const sku = [{ id: variant.id, price: "1.23", sku: 12 }];
  assertNamesFields(await installed.api.put(path, { variants: sku }), "variants.0.sku");
  assertNamesFields(await installed.api.put(path, { variants: [] }), "variants");
  assertNamesFields(await installed.api.put(path, {}), "variants");
  const { product: now } = assertDone<{ product: Product }>(
    await installed.api.get(`/3.0/products/${product.id}.json`),
  );
  const same = now.variants.find(({ id }) => id === variant.id);
  assert.deepEqual([same?.sku, same?.price], [variant.sku, variant.price]);
});

test("API-4: a body may come wrapped or bare, and unknown fields are let pass", async () => {
  const body = { variant_id: variant.id, location_id: primary, quantity: 41, colour: "red" };
  const put = async (sent: unknown): Promise<Level> =>
    assertDone<{ inventory_level: Level }>(await installed.api.put("/4.0/inventory_levels/set.json", sent))
      .inventory_level;
  assert.equal((await put(body)).inventory_quantity, 41);
  assert.equal((await put({ inventory_level: { ...body, quantity: 40 } })).inventory_quantity, 40);
});
