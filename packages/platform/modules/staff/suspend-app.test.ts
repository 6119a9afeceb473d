import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, type HttpResponse } from "@souk/testkit";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

let fixture: StaffFixture;

beforeEach(async () => {
  fixture = await createStaffFixture();
});
afterEach(() => fixture.stop());

const reason = "It was caught selling addresses.";
const suspend = () => fixture.callAsStaff("POST", `/apps/${fixture.app.id}/suspend.json`, { reason });
const lift = () => fixture.callAsStaff("POST", `/apps/${fixture.app.id}/lift.json`, { reason });

interface InstalledApp {
  id: number;
  client_id: string;
  status: string;
  suspended: { reason: string } | null;
}

/** Load the app as the merchant sees it in the list of installed apps. */
async function loadInstalledApp(): Promise<InstalledApp> {
  const { apps } = (await fixture.callAsMerchant("GET", "/apps.json")).json<{ apps: InstalledApp[] }>();
  return (
    apps.find(({ client_id }) => client_id === fixture.app.client_id) ??
    assert.fail("The app is not installed.")
  );
}

/** Return the ids of the variant and the location whose stock the tests change. */
function getLevelIds({ store }: StaffFixture): { variant_id: number; location_id: number } {
  return { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
}

async function changeStock(quantity: number): Promise<void> {
  const url = `${fixture.store.host_url}/api/4.0/inventory_levels/set.json`;
  const response = await fixture.store.owner.browser.call("PUT", url, { ...getLevelIds(fixture), quantity });
  assert.equal(response.status, 200, response.text);
}

/** List the stock quantities in the webhooks that were received at a path. */
function listReceivedQuantities(path: string): number[] {
  return fixture.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body.toString("utf8")).inventory_quantity);
}

async function subscribe(topic: string, path: string): Promise<void> {
  const url = `${fixture.receiver.url}${path}`;
  const response = await fixture.callAsApp("POST", "/3.0/webhooks.json", { topic, url });
  assert.equal(response.status, 200, response.text);
}

test("a suspended app's token fails with `app_disabled` until the suspension is lifted", async () => {
  assert.equal((await fixture.callAsApp("GET", "/3.0/products.json")).status, 200);
  await suspend();
  const rejectedResponse = await fixture.callAsApp("GET", "/3.0/products.json");
  assert.deepEqual([rejectedResponse.status, getErrorCode(rejectedResponse)], [401, "app_disabled"]);
  assert.match(
    rejectedResponse.json<{ error: { message: string } }>().error.message,
    /platform has suspended/,
  );
  assert.equal(rejectedResponse.text.includes(reason), false, "the app doesn't see the reason");
  await lift();
  assert.equal((await fixture.callAsApp("GET", "/3.0/products.json")).status, 200);
});

test("a suspended app can't be opened or installed, and the merchant and the partner see the reason", async () => {
  await suspend();
  const app = await loadInstalledApp();
  assert.deepEqual([app.status, app.suspended?.reason], ["enabled", reason]);
  const partnerView = (await fixture.callAsPartner("GET", `/apps/${fixture.app.id}.json`)).json<{
    app: InstalledApp;
  }>();
  assert.equal(partnerView.app.suspended?.reason, reason);
  for (const operation of ["open", "session_token"]) {
    const rejectedResponse = await fixture.callAsMerchant("POST", `/apps/${app.id}/${operation}.json`);
    assert.deepEqual([rejectedResponse.status, getErrorCode(rejectedResponse)], [409, "conflict"], operation);
  }
  const installResponse = await fixture.callAsMerchant("POST", "/apps/install.json", {
    app: fixture.app.handle,
  });
  assert.deepEqual([installResponse.status, getErrorCode(installResponse)], [422, "invalid"]);
  await lift();
  assert.equal((await loadInstalledApp()).suspended, null);
  assert.equal((await fixture.callAsMerchant("POST", `/apps/${app.id}/open.json`)).status, 200);
});

test("install, authorize and open pages of a suspended app don't redirect to the app", async () => {
  const { store, app, testPlatform } = fixture;
  const { browser } = store.owner;
  await suspend();
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  for (const url of [
    `${testPlatform.addresses.adminOrigin}/apps/install/${app.client_id}`,
    `${store.host_url}/apps/install/${app.client_id}`,
    `${store.host_url}/oauth/authorize?${query}`,
  ]) {
    const page = await browser.open(url);
    assert.ok(page.status >= 400, `${url}: ${page.status}`);
    assert.match(page.text, /is suspended/, url);
    assert.equal(page.redirectTarget, "", url);
  }
  const openPage = await browser.open(`${store.host_url}/apps/open/${app.client_id}`);
  assert.equal(openPage.redirectTarget.startsWith(app.app_url), false);
});

test("an authorization code of a suspended app can't be exchanged, but stays valid", async () => {
  const { store, app, testPlatform } = fixture;
  const { browser } = store.owner;
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  const consentPage = await browser.followRedirects(
    await browser.open(`${store.host_url}/oauth/authorize?${query}`),
  );
  const approvalResponse = await browser.followRedirects(await browser.clickButton(consentPage, "Approve"));
  const code = new URL(approvalResponse.redirectTarget).searchParams.get("code");
  const { client_id, client_secret } = app;
  const exchange = (secret: string): Promise<HttpResponse> =>
    testPlatform.request(`${store.origin}/api/3.0/oauth/access_token.json`, {
      method: "POST",
      json: { code, client_id, client_secret: secret },
    });
  await suspend();
  const wrongSecretResponse = await exchange("not the secret");
  assert.equal(
    getErrorCode(wrongSecretResponse),
    "client_not_granted",
    "a caller without the secret doesn't learn that the app is suspended",
  );
  const rejectedResponse = await exchange(client_secret);
  assert.deepEqual([rejectedResponse.status, getErrorCode(rejectedResponse)], [401, "app_disabled"]);
  await lift();
  assert.equal((await exchange(client_secret)).status, 200);
});

test("WHK-8: while an app is suspended, its pending deliveries wait and new events get no deliveries", async () => {
  await subscribe("inventory_level/inventory_quantity_update", "/stock");
  fixture.receiver.respondWith({ status: 500 });
  await changeStock(11);
  await eventually(() => listReceivedQuantities("/stock").length === 1);
  fixture.receiver.respondWith({ status: 200 });
  await suspend();
  await fixture.testPlatform.database.query("update deliveries set due_at = now() where state = 'pending'");
  await changeStock(12);
  await sleep(800);
  assert.deepEqual(listReceivedQuantities("/stock"), [11]);
  await lift();
  await eventually(() => listReceivedQuantities("/stock").length === 2);
  await changeStock(13);
  await eventually(() => listReceivedQuantities("/stock").length === 3);
  assert.deepEqual(listReceivedQuantities("/stock"), [11, 11, 13]);
  const deliverySequences = fixture.receiver.requests
    .filter(({ path }) => path === "/stock")
    .map(({ headers }) => Number(headers["service-delivery-sequence"]));
  assert.deepEqual(
    deliverySequences,
    [1, 1, 3],
    "the app notices the skipped number, and can read the event log",
  );
});

test("INS-17: a suspended app is uninstalled without waiting for an `app/uninstall` webhook, which is never sent", async () => {
  await subscribe("app/uninstall", "/gone");
  const { id } = await loadInstalledApp();
  await suspend();
  assert.equal((await fixture.callAsMerchant("DELETE", `/apps/${id}.json`)).status, 200);
  const rejectedResponse = await fixture.callAsApp("GET", "/3.0/products.json");
  assert.equal(
    getErrorCode(rejectedResponse),
    "token_revoked",
    "the uninstallation did not wait for the webhook",
  );
  await lift();
  await sleep(500);
  assert.equal(fixture.receiver.requests.filter(({ path }) => path === "/gone").length, 0);
});

test("a disabled app is still disabled after its suspension was lifted", async () => {
  const { id } = await loadInstalledApp();
  assert.equal((await fixture.callAsMerchant("POST", `/apps/${id}/disable.json`)).status, 200);
  await suspend();
  assert.deepEqual(
    [(await loadInstalledApp()).status, (await loadInstalledApp()).suspended?.reason],
    ["disabled", reason],
  );
  await lift();
  const rejectedResponse = await fixture.callAsApp("GET", "/3.0/products.json");
  assert.equal(getErrorCode(rejectedResponse), "app_disabled");
  assert.equal((await loadInstalledApp()).status, "disabled");
});
