import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertOk } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp, uninstallApp } from "../installing.ts";
import type { Merchant, Person } from "../people.ts";
import { isSignedBody } from "../signatures.ts";
import { adjustStock, type Level, loadLevels, type Product, setStock, type Variant } from "../stock.ts";
import { installStockedApp } from "../stocked-app.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";

interface QuantityUpdate {
  variant_id: number;
  location_id: number;
  inventory_quantity: number;
  adjustment: string;
  inventory_level_updated_at: string;
}

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
/** An app that subscribes to each topic tested here. */
let listeningApp: InstalledApp;
let product: Product;
let variant: Variant;
let primaryLocationId: number;

before(async () => {
  fixture = await createConformanceFixture();
  ({
    installedApp: listeningApp,
    partner,
    merchant,
    product,
    variant,
    primaryLocationId,
  } = await installStockedApp(fixture, "delivery"));
  for (const topic of [inventoryTopic, "product/update", "app/uninstall"])
    await subscribe(listeningApp, topic);
});
after(() => fixture.close());

async function installWithScopes(scopes: readonly string[]): Promise<InstalledApp> {
  return installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

/** Wait for the webhook with this level's quantity. */
function waitForLevel({ app }: InstalledApp, level: Level): Promise<ReceivedRequest> {
  return app.receiver.waitForRequest(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== inventoryTopic) return false;
    const { variant_id, location_id, inventory_quantity } = JSON.parse(body.toString()) as QuantityUpdate;
    return (
      variant_id === level.variant_id &&
      location_id === level.location_id &&
      inventory_quantity === level.inventory_quantity
    );
  }, 10_000);
}

/** Wait for a product/update in which the product fulfills a condition. */
function waitForProduct(
  { app }: InstalledApp,
  isExpected: (receivedProduct: Product) => boolean,
): Promise<ReceivedRequest> {
  return app.receiver.waitForRequest(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const receivedProduct = JSON.parse(body.toString()) as Product;
    return receivedProduct.id === product.id && isExpected(receivedProduct);
  }, 10_000);
}

/** Add one unit to the variant's stock with a call of the given app. */
function addStock(changingApp: InstalledApp = listeningApp): Promise<Level> {
  return adjustStock(changingApp.api, variant.id, { location_id: primaryLocationId, change: 1 });
}

test("WHK-4: a webhook is a JSON POST with topic, store domain and HMAC headers", async () => {
  const request = await waitForLevel(listeningApp, await addStock());
  assert.equal(request.method, "POST");
  assert.equal(request.path, `/hooks/${inventoryTopic}`);
  assert.equal(request.headers["service-topic"], inventoryTopic);
  assert.equal(request.headers["service-shop-domain"], merchant.store.domain);
  assert.equal(request.headers["content-type"], "application/json");
  assert.match(request.headers["service-hmac-sha256"] ?? "", /^[0-9a-f]{64}$/);
  assert.equal(Number(request.headers["content-length"]), request.body.length);
});

test("WHK-5: a webhook's signature is valid only for its exact body and its app's secret", async () => {
  const otherApp = await installWithScopes(["read_products"]);
  await subscribe(otherApp, inventoryTopic);
  const level = await addStock();
  for (const installedApp of [listeningApp, otherApp]) {
    const { body, headers } = await waitForLevel(installedApp, level);
    const signature = headers["service-hmac-sha256"];
    assert.ok(isSignedBody(body, signature, installedApp.app.client_secret));
    assert.ok(!isSignedBody(Buffer.from(`${body} `), signature, installedApp.app.client_secret));
    const appWithOtherSecret = installedApp === listeningApp ? otherApp : listeningApp;
    assert.ok(!isSignedBody(body, signature, appWithOtherSecret.app.client_secret));
  }
});

test("WHK-5: a webhook body with non-ASCII characters is signed as UTF-8", async () => {
  const sku = `Café-商店-${variant.id}-£`;
  const path = `/3.0/products/${product.id}/variants.json`;
  assertOk(await listeningApp.api.put(path, { variants: [{ id: variant.id, sku }] }));
  const { body, headers } = await waitForProduct(listeningApp, (receivedProduct) =>
    receivedProduct.variants.some((candidate) => candidate.sku === sku),
  );
  assert.ok(body.length > body.toString("utf8").length, "the body has only ASCII characters");
  assert.ok(isSignedBody(body, headers["service-hmac-sha256"], listeningApp.app.client_secret));
});

test("WHK-6: only product/update and inventory topics have a context header", async () => {
  const level = await addStock();
  const stockWebhook = await waitForLevel(listeningApp, level);
  assert.equal(stockWebhook.headers["service-webhook-context"], "inventory_level/update");
  const productWebhook = await waitForProduct(
    listeningApp,
    ({ variants }) =>
      (variants.find(({ id }) => id === variant.id)?.inventory_quantity ?? 0) >= level.inventory_quantity,
  );
  assert.ok(productWebhook.headers["service-webhook-context"]);
  const changes = [{ id: variant.id, price: "77.10" }];
  assertOk(await listeningApp.api.put(`/3.0/products/${product.id}/variants.json`, { variants: changes }));
  const priceWebhook = await waitForProduct(listeningApp, ({ variants }) =>
    variants.some(({ id, price }) => id === variant.id && price === "77.10"),
  );
  assert.equal(priceWebhook.headers["service-webhook-context"], "product/update");
  const uninstalledApp = await installWithScopes(["read_products"]);
  await subscribe(uninstalledApp, "app/uninstall");
  assertOk(await uninstallApp(uninstalledApp));
  const uninstallWebhook = await uninstalledApp.app.receiver.waitForRequest(
    ({ method }) => method === "POST",
    10_000,
  );
  assert.equal(uninstallWebhook.headers["service-webhook-context"], undefined);
  assert.equal(uninstallWebhook.headers["service-webhook-trigger-by-app"], undefined);
});

test("WHK-6: a stock webhook has the handle of the app that changed the stock", async () => {
  const otherApp = await installWithScopes(["write_products"]);
  const firstWebhook = await waitForLevel(listeningApp, await addStock());
  assert.equal(firstWebhook.headers["service-webhook-trigger-by-app"], listeningApp.app.handle);
  const secondWebhook = await waitForLevel(listeningApp, await addStock(otherApp));
  assert.equal(secondWebhook.headers["service-webhook-trigger-by-app"], otherApp.app.handle);
});

test("WHK-8: webhooks are sent to an app only while it is enabled in the store", async () => {
  const disabledApp = await installWithScopes(["read_products"]);
  await subscribe(disabledApp, inventoryTopic);
  await waitForLevel(disabledApp, await addStock());
  assertOk(await merchant.callStore("POST", `/apps/${disabledApp.id}/disable.json`));
  const unsentLevel = await addStock();
  await waitForLevel(listeningApp, unsentLevel);
  assertOk(await merchant.callStore("POST", `/apps/${disabledApp.id}/enable.json`));
  await waitForLevel(disabledApp, await addStock());
  const updates = disabledApp.app.receiver.requests
    .filter(({ method }) => method === "POST")
    .map((request) => ({
      id: request.headers["service-webhook-id"],
      ...parsePayload<QuantityUpdate>(request),
    }))
    .filter(({ variant_id }) => variant_id === variant.id);
  // If the app was disabled before a delivery's response was recorded, the delivery may be sent again with the same id.
  assert.equal(new Set(updates.map(({ id }) => id)).size, 2);
  assert.ok(updates.every(({ inventory_quantity }) => inventory_quantity !== unsentLevel.inventory_quantity));
});

test("WHK-10: inventory_quantity_update sends five fields, with SET, INCREASE or DECREASE", async () => {
  const currentLevel = (await loadLevels(listeningApp.api, variant.id)).find(
    ({ location_id }) => location_id === primaryLocationId,
  );
  const startQuantity = (currentLevel?.inventory_quantity ?? 0) + 1_000;
  const steps: [adjustment: string, changeLevel: () => Promise<Level>][] = [
    [
      "SET",
      () =>
        setStock(listeningApp.api, variant.id, { location_id: primaryLocationId, quantity: startQuantity }),
    ],
    [
      "INCREASE",
      () => adjustStock(listeningApp.api, variant.id, { location_id: primaryLocationId, change: 17 }),
    ],
    [
      "DECREASE",
      () => adjustStock(listeningApp.api, variant.id, { location_id: primaryLocationId, change: -4 }),
    ],
  ];
  let lastUpdate = 0;
  for (const [adjustment, changeLevel] of steps) {
    const level = await changeLevel();
    const update = parsePayload<QuantityUpdate>(await waitForLevel(listeningApp, level));
    assert.deepEqual(update, {
      variant_id: variant.id,
      location_id: primaryLocationId,
      inventory_quantity: level.inventory_quantity,
      adjustment,
      inventory_level_updated_at: level.updated_at,
    });
    assert.ok(Date.parse(update.inventory_level_updated_at) > lastUpdate, "updated_at did not increase");
    lastUpdate = Date.parse(update.inventory_level_updated_at);
  }
});

test("WHK-10: product topics send the fields of the API's product without a wrapper", async () => {
  const level = await addStock();
  const request = await waitForProduct(
    listeningApp,
    ({ variants }) =>
      (variants.find(({ id }) => id === variant.id)?.inventory_quantity ?? 0) >= level.inventory_quantity,
  );
  const payload = parsePayload<Product>(request);
  const response = await listeningApp.api.get(`/3.0/products/${product.id}.json`);
  const { product: currentProduct } = assertOk<{ product: Product }>(response);
  assert.deepEqual(Object.keys(payload).sort(), Object.keys(currentProduct).sort());
  assert.equal(payload.title, currentProduct.title);
  assert.equal(request.headers["service-topic"], "product/update");
});

test("WHK-10: without the topic's read scope, a payload has only ids, status and times", async () => {
  const appWithoutReadScope = await installWithScopes(["write_products"]);
  await subscribe(appWithoutReadScope, "product/update");
  await addStock();
  const request = await appWithoutReadScope.app.receiver.waitForRequest(
    ({ method }) => method === "POST",
    10_000,
  );
  const payload = parsePayload<Record<string, unknown>>(request);
  assert.ok(!("title" in payload) && !("variants" in payload), JSON.stringify(payload));
  assert.equal(typeof payload["id"], "number");
  assert.ok(
    isSignedBody(request.body, request.headers["service-hmac-sha256"], appWithoutReadScope.app.client_secret),
  );
});

test("WHK-13: a change of a variant or its stock sends product/update with the new values", async () => {
  const path = `/3.0/products/${product.id}/variants.json`;
  assertOk(await listeningApp.api.put(path, { variants: [{ id: variant.id, price: "88.30" }] }));
  await waitForProduct(listeningApp, ({ variants }) =>
    variants.some(({ id, price }) => id === variant.id && price === "88.30"),
  );
  const level = await setStock(listeningApp.api, variant.id, {
    location_id: primaryLocationId,
    quantity: 4_321,
  });
  const otherLevels = (await loadLevels(listeningApp.api, variant.id)).filter(
    ({ location_id }) => location_id !== primaryLocationId,
  );
  const total = otherLevels.reduce(
    (sum, { inventory_quantity }) => sum + inventory_quantity,
    level.inventory_quantity,
  );
  const request = await waitForProduct(listeningApp, ({ variants }) =>
    variants.some(({ id, inventory_quantity }) => id === variant.id && inventory_quantity === total),
  );
  const { variants, total_quantity } = parsePayload<Product>(request);
  assert.equal(
    total_quantity,
    variants.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0),
  );
});

test("WHK-13: setting stock to its current quantity sends no webhook", async () => {
  const level = await setStock(listeningApp.api, variant.id, {
    location_id: primaryLocationId,
    quantity: 77,
  });
  await waitForLevel(listeningApp, level);
  assert.deepEqual(
    await setStock(listeningApp.api, variant.id, { location_id: primaryLocationId, quantity: 77 }),
    level,
  );
  await waitForLevel(listeningApp, await addStock());
  const matchingWebhooks = listeningApp.app.receiver.requests.filter((request) => {
    if (request.headers["service-topic"] !== inventoryTopic) return false;
    const { variant_id, inventory_quantity } = parsePayload<QuantityUpdate>(request);
    return variant_id === variant.id && inventory_quantity === 77;
  });
  assert.equal(matchingWebhooks.length, 1);
});
