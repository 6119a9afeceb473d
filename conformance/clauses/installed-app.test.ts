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
let stocked: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stocked = await installStockedApp(fixture, "installed app");
});
after(() => fixture.close());

function listReceivedQuantities(installed: InstalledApp): number[] {
  return listReceivedWebhooks(installed, inventoryTopic)
    .map((request) => parsePayload<{ variant_id: number; inventory_quantity: number }>(request))
    .filter(({ variant_id }) => variant_id === stocked.variant.id)
    .map(({ inventory_quantity }) => inventory_quantity);
}

async function waitForQuantity({ app }: InstalledApp, quantity: number): Promise<void> {
  await app.receiver.waitForRequest(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== inventoryTopic) return false;
    const payload = JSON.parse(body.toString()) as { variant_id: number; inventory_quantity: number };
    return payload.variant_id === stocked.variant.id && payload.inventory_quantity === quantity;
  }, 10_000);
}

function changeInstallation({ id }: InstalledApp, action: string) {
  return stocked.merchant.callStore("POST", `/apps/${id}/${action}.json`);
}

async function openApp(installed: InstalledApp): Promise<URL> {
  return new URL(assertOk<{ open: { url: string } }>(await changeInstallation(installed, "open")).open.url);
}

test("INS-14: each time an installed app is opened, the parameters of its URL are freshly signed", async () => {
  const installed = await stocked.installAnother(scopes);
  const firstUrl = await openApp(installed);
  await fixture.advanceTime(1_100);
  const secondUrl = await openApp(installed);
  for (const url of [firstUrl, secondUrl]) {
    assert.equal(`${url.origin}${url.pathname}`, installed.app.app_url);
    assert.equal(url.searchParams.get("shop"), stocked.merchant.store.domain);
    assert.equal(url.searchParams.get("host_url"), stocked.merchant.store.host_url);
    assert.ok(Math.abs(Number(url.searchParams.get("timestamp")) - fixture.now() / 1000) < 60);
    assert.ok(isSignedUrl(url, installed.app.client_secret), url.href);
  }
  assert.notEqual(firstUrl.searchParams.get("timestamp"), secondUrl.searchParams.get("timestamp"));
  assert.notEqual(firstUrl.searchParams.get("hmac"), secondUrl.searchParams.get("hmac"));
});

test("INS-16: uninstalling an enabled app sends app/uninstall, then removes its webhooks and token", async () => {
  const installed = await stocked.installAnother(scopes);
  const { app, api, token } = installed;
  await subscribe(installed, "app/uninstall");
  await subscribe(installed, inventoryTopic);
  assertOk(await uninstallApp(installed));
  const uninstallWebhook = await app.receiver.waitForRequest(
    ({ headers }) => headers["service-topic"] === "app/uninstall",
    5_000,
  );
  assert.equal(parsePayload<{ success: boolean }>(uninstallWebhook).success, true);
  assert.equal(uninstallWebhook.headers["service-shop-domain"], stocked.merchant.store.domain);
  await waitUntilTokenFails(token);
  assertRejected(await api.get("/3.0/products.json"), 401, "token_revoked");
  assertRejected(await api.post("/3.0/webhooks.json", {}), 401, "token_revoked");
  assert.equal(await findInstalledRecord(stocked.merchant, app), undefined);
  const receivedCount = listReceivedQuantities(installed).length;
  await waitUntilWitnessed(await stocked.addStock());
  assert.equal(
    listReceivedQuantities(installed).length,
    receivedCount,
    "the app received a webhook after the uninstall",
  );
});

/** Wait until a token is rejected, at most 4 s: removing the app may take 2 s, and the checks also take time. */
async function waitUntilTokenFails(token: string): Promise<void> {
  const api = createStoreApi(fixture, stocked.merchant.store.handle, token);
  const deadline = performance.now() + 4_000;
  for (;;) {
    const { status } = await api.get("/3.0/webhooks.json");
    if (status === 401) return;
    assert.ok(performance.now() < deadline, `the token still works 4 s after the uninstall (${status})`);
    await fixture.advanceTime(100);
  }
}

let witnessApp: InstalledApp | undefined;

/** Wait until another app has received a quantity. By then, the tested app would have received it too. */
async function waitUntilWitnessed(quantity: number): Promise<void> {
  if (!witnessApp) {
    witnessApp = stocked.installed;
    await subscribe(witnessApp, inventoryTopic);
    // The other app was not subscribed when the quantity changed, so the stock is changed again.
    quantity = await stocked.addStock();
  }
  await waitForQuantity(witnessApp, quantity);
}

test("INS-17: uninstalling a disabled app sends no webhook, and its token fails", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, "app/uninstall");
  assertOk(await changeInstallation(installed, "disable"));
  assertOk(await uninstallApp(installed));
  await waitUntilTokenFails(installed.token);
  assertRejected(await installed.api.get("/3.0/products.json"), 401, "token_revoked");
  assert.equal(await findInstalledRecord(stocked.merchant, installed.app), undefined);
  await waitUntilWitnessed(await stocked.addStock());
  assert.deepEqual(
    installed.app.receiver.requests.filter(({ method }) => method === "POST"),
    [],
  );
});

test("INS-18: a disabled app's token fails and the app gets no webhooks; enabling restores both", async () => {
  const installed = await stocked.installAnother(scopes);
  const { api } = installed;
  await subscribe(installed, inventoryTopic);
  await waitForQuantity(installed, await stocked.addStock());
  assertOk(await changeInstallation(installed, "disable"));
  assertRejected(await api.get("/3.0/products.json"), 401, "app_disabled");
  assertRejected(await api.get("/4.0/inventory_levels.json?variant_ids=1"), 401, "app_disabled");
  assert.equal((await findInstalledRecord(stocked.merchant, installed.app))?.status, "disabled");
  const unsentQuantity = await stocked.addStock();
  await waitUntilWitnessed(unsentQuantity);
  assertOk(await changeInstallation(installed, "enable"));
  assertOk(await api.get("/3.0/products.json"));
  await waitForQuantity(installed, await stocked.addStock());
  assert.ok(
    !listReceivedQuantities(installed).includes(unsentQuantity),
    "a change during the disabled time was sent",
  );
});

test("INS-19: a reinstalled app has a new token and no webhook subscriptions", async () => {
  const firstInstallation = await stocked.installAnother(scopes);
  await subscribe(firstInstallation, inventoryTopic);
  assertOk(await uninstallApp(firstInstallation));
  await waitUntilTokenFails(firstInstallation.token);
  const secondInstallation = await installApp(fixture, stocked.merchant, {
    app: firstInstallation.app,
    scopes,
  });
  assert.notEqual(secondInstallation.token, firstInstallation.token);
  assertRejected(await firstInstallation.api.get("/3.0/products.json"), 401, "token_revoked");
  const { webhooks } = assertOk<{ webhooks: unknown[] }>(
    await secondInstallation.api.get("/3.0/webhooks.json"),
  );
  assert.deepEqual(webhooks, []);
  const quantityBeforeSubscribing = await stocked.addStock();
  await waitUntilWitnessed(quantityBeforeSubscribing);
  await subscribe(secondInstallation, inventoryTopic);
  await waitForQuantity(secondInstallation, await stocked.addStock());
  assert.ok(!listReceivedQuantities(secondInstallation).includes(quantityBeforeSubscribing));
});
