import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { findInstalledRecord, type InstalledApp, installApp, uninstallApp } from "../installing.ts";
import { isSignedUrl } from "../signatures.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { createStoreApi } from "../store-api.ts";
import { listReceivedWebhooks, parsePayload, subscribe } from "../webhooks.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";
const scopes = ["read_products", "write_products"];

let fixture: ConformanceFixture;
/** An app that changes its store's stock and stays enabled. */
let stockedApp: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stockedApp = await installStockedApp(fixture, "installed app");
});
after(() => fixture.close());

function listReceivedQuantities(installedApp: InstalledApp): number[] {
  return listReceivedWebhooks(installedApp, inventoryTopic)
    .map((request) => parsePayload<{ variant_id: number; inventory_quantity: number }>(request))
    .filter(({ variant_id }) => variant_id === stockedApp.variant.id)
    .map(({ inventory_quantity }) => inventory_quantity);
}

async function waitForQuantity({ app }: InstalledApp, quantity: number): Promise<void> {
  await app.receiver.waitForRequest(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== inventoryTopic) return false;
    const payload = JSON.parse(body.toString()) as { variant_id: number; inventory_quantity: number };
    return payload.variant_id === stockedApp.variant.id && payload.inventory_quantity === quantity;
  }, 10_000);
}

function changeInstallation({ id }: InstalledApp, action: string) {
  return stockedApp.merchant.callStore("POST", `/apps/${id}/${action}.json`);
}

async function openApp(installedApp: InstalledApp): Promise<URL> {
  return new URL(
    assertOk<{ open: { url: string } }>(await changeInstallation(installedApp, "open")).open.url,
  );
}

test("INS-14: each time an installed app is opened, the parameters of its URL are freshly signed", async () => {
  const installedApp = await stockedApp.installAnotherApp(scopes);
  const firstUrl = await openApp(installedApp);
  await fixture.advanceTime(1_100);
  const secondUrl = await openApp(installedApp);
  for (const url of [firstUrl, secondUrl]) {
    assert.equal(`${url.origin}${url.pathname}`, installedApp.app.app_url);
    assert.equal(url.searchParams.get("shop"), stockedApp.merchant.store.domain);
    assert.equal(url.searchParams.get("host_url"), stockedApp.merchant.store.host_url);
    assert.ok(Math.abs(Number(url.searchParams.get("timestamp")) - fixture.now() / 1000) < 60);
    assert.ok(isSignedUrl(url, installedApp.app.client_secret), url.href);
  }
  assert.notEqual(firstUrl.searchParams.get("timestamp"), secondUrl.searchParams.get("timestamp"));
  assert.notEqual(firstUrl.searchParams.get("hmac"), secondUrl.searchParams.get("hmac"));
});

test("INS-16: uninstalling an enabled app sends app/uninstall, then removes its webhooks and token", async () => {
  const installedApp = await stockedApp.installAnotherApp(scopes);
  const { app, api, token } = installedApp;
  await subscribe(installedApp, "app/uninstall");
  await subscribe(installedApp, inventoryTopic);
  assertOk(await uninstallApp(installedApp));
  const uninstallWebhook = await app.receiver.waitForRequest(
    ({ headers }) => headers["service-topic"] === "app/uninstall",
    5_000,
  );
  assert.equal(parsePayload<{ success: boolean }>(uninstallWebhook).success, true);
  assert.equal(uninstallWebhook.headers["service-shop-domain"], stockedApp.merchant.store.domain);
  await waitUntilTokenFails(token);
  assertRejected(await api.get("/3.0/products.json"), 401, "token_revoked");
  assertRejected(await api.post("/3.0/webhooks.json", {}), 401, "token_revoked");
  assert.equal(await findInstalledRecord(stockedApp.merchant, app), undefined);
  const receivedCount = listReceivedQuantities(installedApp).length;
  await waitUntilOtherAppReceives(await stockedApp.addStock());
  assert.equal(
    listReceivedQuantities(installedApp).length,
    receivedCount,
    "the app received a webhook after the uninstall",
  );
});

/** Wait until a token is rejected, at most 4 s: removing the app may take 2 s, and the checks also take time. */
async function waitUntilTokenFails(token: string): Promise<void> {
  const api = createStoreApi(fixture, stockedApp.merchant.store.handle, token);
  const deadline = performance.now() + 4_000;
  for (;;) {
    const { status } = await api.get("/3.0/webhooks.json");
    if (status === 401) return;
    assert.ok(performance.now() < deadline, `the token still works 4 s after the uninstall (${status})`);
    await fixture.advanceTime(100);
  }
}

let otherApp: InstalledApp | undefined;

/** Wait until another app has received a quantity. By then, the tested app would have received it too. */
async function waitUntilOtherAppReceives(quantity: number): Promise<void> {
  if (!otherApp) {
    otherApp = stockedApp.installedApp;
    await subscribe(otherApp, inventoryTopic);
    // The other app was not subscribed when the quantity changed, so the stock is changed again.
    quantity = await stockedApp.addStock();
  }
  await waitForQuantity(otherApp, quantity);
}

test("INS-17: uninstalling a disabled app sends no webhook and revokes the app's token", async () => {
  const installedApp = await stockedApp.installAnotherApp(scopes);
  await subscribe(installedApp, "app/uninstall");
  assertOk(await changeInstallation(installedApp, "disable"));
  assertOk(await uninstallApp(installedApp));
  await waitUntilTokenFails(installedApp.token);
  assertRejected(await installedApp.api.get("/3.0/products.json"), 401, "token_revoked");
  assert.equal(await findInstalledRecord(stockedApp.merchant, installedApp.app), undefined);
  await waitUntilOtherAppReceives(await stockedApp.addStock());
  assert.deepEqual(
    installedApp.app.receiver.requests.filter(({ method }) => method === "POST"),
    [],
  );
});

test("INS-18: a disabled app's token fails and the app gets no webhooks; enabling the app restores both", async () => {
  const installedApp = await stockedApp.installAnotherApp(scopes);
  const { api } = installedApp;
  await subscribe(installedApp, inventoryTopic);
  await waitForQuantity(installedApp, await stockedApp.addStock());
  assertOk(await changeInstallation(installedApp, "disable"));
  assertRejected(await api.get("/3.0/products.json"), 401, "app_disabled");
  assertRejected(await api.get("/4.0/inventory_levels.json?variant_ids=1"), 401, "app_disabled");
  assert.equal((await findInstalledRecord(stockedApp.merchant, installedApp.app))?.status, "disabled");
  const unsentQuantity = await stockedApp.addStock();
  await waitUntilOtherAppReceives(unsentQuantity);
  assertOk(await changeInstallation(installedApp, "enable"));
  assertOk(await api.get("/3.0/products.json"));
  await waitForQuantity(installedApp, await stockedApp.addStock());
  assert.ok(
    !listReceivedQuantities(installedApp).includes(unsentQuantity),
    "a change made while the app was disabled was sent",
  );
});

test("INS-19: a reinstalled app has a new token and no webhook subscriptions", async () => {
  const firstInstallation = await stockedApp.installAnotherApp(scopes);
  await subscribe(firstInstallation, inventoryTopic);
  assertOk(await uninstallApp(firstInstallation));
  await waitUntilTokenFails(firstInstallation.token);
  const secondInstallation = await installApp(fixture, stockedApp.merchant, {
    app: firstInstallation.app,
    scopes,
  });
  assert.notEqual(secondInstallation.token, firstInstallation.token);
  assertRejected(await firstInstallation.api.get("/3.0/products.json"), 401, "token_revoked");
  const { webhooks } = assertOk<{ webhooks: unknown[] }>(
    await secondInstallation.api.get("/3.0/webhooks.json"),
  );
  assert.deepEqual(webhooks, []);
  const quantityBeforeSubscribing = await stockedApp.addStock();
  await waitUntilOtherAppReceives(quantityBeforeSubscribing);
  await subscribe(secondInstallation, inventoryTopic);
  await waitForQuantity(secondInstallation, await stockedApp.addStock());
  assert.ok(!listReceivedQuantities(secondInstallation).includes(quantityBeforeSubscribing));
});
