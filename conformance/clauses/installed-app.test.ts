import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertDone, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { findInstalledRecord, type Installed, install, uninstall } from "../installing.ts";
import { isSignedUrl } from "../signatures.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { createStoreApi } from "../store-api.ts";
import { listReceived, parsePayload, subscribe } from "../webhooks.ts";

const inventory = "inventory_level/inventory_quantity_update";
const scopes = ["read_products", "write_products"];

let fixture: ConformanceFixture;
/** An app that changes its store's stock and stays enabled. */
let stocked: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stocked = await installStockedApp(fixture, "installed app");
});
after(() => fixture.close());

function listReceivedQuantities(installed: Installed): number[] {
  return listReceived(installed, inventory)
    .map((request) => parsePayload<{ variant_id: number; inventory_quantity: number }>(request))
    .filter(({ variant_id }) => variant_id === stocked.variant.id)
    .map(({ inventory_quantity }) => inventory_quantity);
}

async function waitForQuantity({ app }: Installed, quantity: number): Promise<void> {
  await app.receiver.received(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== inventory) return false;
    const payload = JSON.parse(body.toString()) as { variant_id: number; inventory_quantity: number };
    return payload.variant_id === stocked.variant.id && payload.inventory_quantity === quantity;
  }, 10_000);
}

function act({ id }: Installed, action: string) {
  return stocked.merchant.callStore("POST", `/apps/${id}/${action}.json`);
}

async function open(installed: Installed): Promise<URL> {
  return new URL(assertDone<{ open: { url: string } }>(await act(installed, "open")).open.url);
}

test("INS-14: opening an installed app sends freshly signed parameters every time", async () => {
  const installed = await stocked.installAnother(scopes);
  const first = await open(installed);
  await fixture.advanceTime(1_100);
  const second = await open(installed);
  for (const url of [first, second]) {
    assert.equal(`${url.origin}${url.pathname}`, installed.app.app_url);
    assert.equal(url.searchParams.get("shop"), stocked.merchant.store.domain);
    assert.equal(url.searchParams.get("host_url"), stocked.merchant.store.host_url);
    assert.ok(Math.abs(Number(url.searchParams.get("timestamp")) - fixture.now() / 1000) < 60);
    assert.ok(isSignedUrl(url, installed.app.client_secret), url.href);
  }
  assert.notEqual(first.searchParams.get("timestamp"), second.searchParams.get("timestamp"));
  assert.notEqual(first.searchParams.get("hmac"), second.searchParams.get("hmac"));
});

test("INS-16: uninstalling an enabled app sends app/uninstall and ends its webhooks and token", async () => {
  const installed = await stocked.installAnother(scopes);
  const { app, api, token } = installed;
  await subscribe(installed, "app/uninstall");
  await subscribe(installed, inventory);
  assertDone(await uninstall(installed));
  const notice = await app.receiver.received(
    ({ headers }) => headers["service-topic"] === "app/uninstall",
    5_000,
  );
  assert.equal(parsePayload<{ success: boolean }>(notice).success, true);
  assert.equal(notice.headers["service-shop-domain"], stocked.merchant.store.domain);
  await tokenDies(token);
  assertRejected(await api.get("/3.0/products.json"), 401, "token_revoked");
  assertRejected(await api.post("/3.0/webhooks.json", {}), 401, "token_revoked");
  assert.equal(await findInstalledRecord(stocked.merchant, app), undefined);
  const receivedCount = listReceivedQuantities(installed).length;
  await witnessed(await stocked.changeStock());
  assert.equal(listReceivedQuantities(installed).length, receivedCount, "a webhook came after the uninstall");
});

/** Wait until a token is rejected; 2 s is the longest that the removal may take, plus time to check. */
async function tokenDies(token: string): Promise<void> {
  const api = createStoreApi(fixture, stocked.merchant.store.handle, token);
  const end = performance.now() + 4_000;
  for (;;) {
    const { status } = await api.get("/3.0/webhooks.json");
    if (status === 401) return;
    assert.ok(performance.now() < end, `the token still works 4 s after the uninstall (${status})`);
    await fixture.advanceTime(100);
  }
}

let witness: Installed | undefined;

/** Wait until another app has received a quantity: by then every app due to receive it has. */
async function witnessed(quantity: number): Promise<void> {
  if (!witness) {
    witness = stocked.installed;
    await subscribe(witness, inventory);
    quantity = await stocked.changeStock();
  }
  await waitForQuantity(witness, quantity);
}

test("INS-17: uninstalling a disabled app sends no webhook, and its token fails", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, "app/uninstall");
  assertDone(await act(installed, "disable"));
  assertDone(await uninstall(installed));
  await tokenDies(installed.token);
  assertRejected(await installed.api.get("/3.0/products.json"), 401, "token_revoked");
  assert.equal(await findInstalledRecord(stocked.merchant, installed.app), undefined);
  await witnessed(await stocked.changeStock());
  assert.deepEqual(
    installed.app.receiver.requests.filter(({ method }) => method === "POST"),
    [],
  );
});

test("INS-18: a disabled app's token fails and it gets no webhooks; enabling restores both", async () => {
  const installed = await stocked.installAnother(scopes);
  const { api } = installed;
  await subscribe(installed, inventory);
  await waitForQuantity(installed, await stocked.changeStock());
  assertDone(await act(installed, "disable"));
  assertRejected(await api.get("/3.0/products.json"), 401, "app_disabled");
  assertRejected(await api.get("/4.0/inventory_levels.json?variant_ids=1"), 401, "app_disabled");
  assert.equal((await findInstalledRecord(stocked.merchant, installed.app))?.status, "disabled");
  const untold = await stocked.changeStock();
  await witnessed(untold);
  assertDone(await act(installed, "enable"));
  assertDone(await api.get("/3.0/products.json"));
  await waitForQuantity(installed, await stocked.changeStock());
  assert.ok(!listReceivedQuantities(installed).includes(untold), "a change of the disabled time was sent");
});

test("INS-19: installing again gives a new token, and webhooks must be subscribed again", async () => {
  const first = await stocked.installAnother(scopes);
  await subscribe(first, inventory);
  assertDone(await uninstall(first));
  await tokenDies(first.token);
  const second = await install(fixture, stocked.merchant, { app: first.app, scopes });
  assert.notEqual(second.token, first.token);
  assertRejected(await first.api.get("/3.0/products.json"), 401, "token_revoked");
  const { webhooks } = assertDone<{ webhooks: unknown[] }>(await second.api.get("/3.0/webhooks.json"));
  assert.deepEqual(webhooks, []);
  const unsubscribed = await stocked.changeStock();
  await witnessed(unsubscribed);
  await subscribe(second, inventory);
  await waitForQuantity(second, await stocked.changeStock());
  assert.ok(!listReceivedQuantities(second).includes(unsubscribed));
});
