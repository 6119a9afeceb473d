import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Installed, install, installedRecord, uninstall } from "../installing.ts";
import { assertDone, assertRefused } from "../refusals.ts";
import { shopApi } from "../shop-api.ts";
import { isSignedUrl } from "../signatures.ts";
import { type StockedApp, stockedApp } from "../stocked-app.ts";
import { payloadOf, receivedOf, subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

const inventory = "inventory_level/inventory_quantity_update";
const scopes = ["read_products", "write_products"];

let world: World;
/** An app that changes its shop's stock and stays enabled. */
let stocked: StockedApp;

before(async () => {
  world = await openWorld();
  stocked = await stockedApp(world, "installed app");
});
after(() => world.close());

function quantitiesTold(installed: Installed): number[] {
  return receivedOf(installed, inventory)
    .map((request) => payloadOf<{ variant_id: number; inventory_quantity: number }>(request))
    .filter(({ variant_id }) => variant_id === stocked.variant.id)
    .map(({ inventory_quantity }) => inventory_quantity);
}

async function toldOf({ app }: Installed, quantity: number): Promise<void> {
  await app.receiver.received(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== inventory) return false;
    const told = JSON.parse(body.toString()) as { variant_id: number; inventory_quantity: number };
    return told.variant_id === stocked.variant.id && told.inventory_quantity === quantity;
  }, 10_000);
}

function act({ id }: Installed, action: string) {
  return stocked.merchant.inShop("POST", `/apps/${id}/${action}.json`);
}

async function open(installed: Installed): Promise<URL> {
  return new URL(assertDone<{ open: { url: string } }>(await act(installed, "open")).open.url);
}

test("INS-14: opening an installed app sends freshly signed parameters every time", async () => {
  const installed = await stocked.installAnother(scopes);
  const first = await open(installed);
  await world.passTime(1_100);
  const second = await open(installed);
  for (const url of [first, second]) {
    assert.equal(`${url.origin}${url.pathname}`, installed.app.app_url);
    assert.equal(url.searchParams.get("shop"), stocked.merchant.shop.domain);
    assert.equal(url.searchParams.get("host_url"), stocked.merchant.shop.host_url);
    assert.ok(Math.abs(Number(url.searchParams.get("timestamp")) - world.now() / 1000) < 60);
    assert.ok(isSignedUrl(url, installed.app.client_secret), url.href);
  }
  assert.notEqual(first.searchParams.get("timestamp"), second.searchParams.get("timestamp"));
  assert.notEqual(first.searchParams.get("hmac"), second.searchParams.get("hmac"));
});

test("INS-16: uninstalling an enabled app sends app/uninstall, then takes its webhooks and its token away", async () => {
  const installed = await stocked.installAnother(scopes);
  const { app, api, token } = installed;
  await subscribe(installed, "app/uninstall");
  await subscribe(installed, inventory);
  assertDone(await uninstall(installed));
  const notice = await app.receiver.received(
    ({ headers }) => headers["service-topic"] === "app/uninstall",
    5_000,
  );
  assert.equal(payloadOf<{ success: boolean }>(notice).success, true);
  assert.equal(notice.headers["service-shop-domain"], stocked.merchant.shop.domain);
  await tokenDies(token);
  assertRefused(await api.get("/3.0/products.json"), 401, "token_revoked");
  assertRefused(await api.post("/3.0/webhooks.json", {}), 401, "token_revoked");
  assert.equal(await installedRecord(stocked.merchant, app), undefined);
  const told = quantitiesTold(installed).length;
  await witnessed(await stocked.changeStock());
  assert.equal(quantitiesTold(installed).length, told, "a webhook came after the uninstall");
});

/** Waits until a token is refused; 2 s are the longest that the removal may take, and a little to look. */
async function tokenDies(token: string): Promise<void> {
  const api = shopApi(world, stocked.merchant.shop.handle, token);
  const end = performance.now() + 4_000;
  for (;;) {
    const { status } = await api.get("/3.0/webhooks.json");
    if (status === 401) return;
    assert.ok(performance.now() < end, `the token still works 4 s after the uninstall (${status})`);
    await world.passTime(100);
  }
}

let witness: Installed | undefined;

/** Waits until another app has been told of a quantity: by then whoever should be told of it was. */
async function witnessed(quantity: number): Promise<void> {
  if (!witness) {
    witness = stocked.installed;
    await subscribe(witness, inventory);
    quantity = await stocked.changeStock();
  }
  await toldOf(witness, quantity);
}

test("INS-17: uninstalling a disabled app sends no webhook, and its token fails", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, "app/uninstall");
  assertDone(await act(installed, "disable"));
  assertDone(await uninstall(installed));
  await tokenDies(installed.token);
  assertRefused(await installed.api.get("/3.0/products.json"), 401, "token_revoked");
  assert.equal(await installedRecord(stocked.merchant, installed.app), undefined);
  await witnessed(await stocked.changeStock());
  assert.deepEqual(
    installed.app.receiver.requests.filter(({ method }) => method === "POST"),
    [],
  );
});

test("INS-18: while an app is disabled its token fails and no webhook is sent to it; enabling restores both", async () => {
  const installed = await stocked.installAnother(scopes);
  const { api } = installed;
  await subscribe(installed, inventory);
  await toldOf(installed, await stocked.changeStock());
  assertDone(await act(installed, "disable"));
  assertRefused(await api.get("/3.0/products.json"), 401, "app_disabled");
  assertRefused(await api.get("/4.0/inventory_levels.json?variant_ids=1"), 401, "app_disabled");
  assert.equal((await installedRecord(stocked.merchant, installed.app))?.status, "disabled");
  const untold = await stocked.changeStock();
  await witnessed(untold);
  assertDone(await act(installed, "enable"));
  assertDone(await api.get("/3.0/products.json"));
  await toldOf(installed, await stocked.changeStock());
  assert.ok(!quantitiesTold(installed).includes(untold), "a change of the disabled time was sent");
});

test("INS-19: installing again gives a new token, and webhooks must be subscribed again", async () => {
  const first = await stocked.installAnother(scopes);
  await subscribe(first, inventory);
  assertDone(await uninstall(first));
  await tokenDies(first.token);
  const second = await install(world, stocked.merchant, { app: first.app, scopes });
  assert.notEqual(second.token, first.token);
  assertRefused(await first.api.get("/3.0/products.json"), 401, "token_revoked");
  const { webhooks } = assertDone<{ webhooks: unknown[] }>(await second.api.get("/3.0/webhooks.json"));
  assert.deepEqual(webhooks, []);
  const unsubscribed = await stocked.changeStock();
  await witnessed(unsubscribed);
  await subscribe(second, inventory);
  await toldOf(second, await stocked.changeStock());
  assert.ok(!quantitiesTold(second).includes(unsubscribed));
});
