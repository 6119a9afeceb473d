import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, eventually } from "@souk/testkit";
import { createStaffFixture, getErrorCode, type StaffFixture } from "./testing/staff-fixture.ts";

let fixture: StaffFixture;

beforeEach(async () => {
  fixture = await createStaffFixture();
});
afterEach(() => fixture.stop());

const reason = "It was seen to sell addresses.";
const suspend = (kind = "apps", id = fixture.app.id) =>
  fixture.call("POST", `/${kind}/${id}/suspend.json`, { reason });
const lift = (kind = "apps", id = fixture.app.id) =>
  fixture.call("POST", `/${kind}/${id}/lift.json`, { reason });

interface MerchantsApp {
  id: number;
  client_id: string;
  status: string;
  suspended: { reason: string } | null;
}

async function installed(): Promise<MerchantsApp> {
  const { apps } = (await fixture.merchant("GET", "/apps.json")).json<{ apps: MerchantsApp[] }>();
  return apps.find(({ client_id }) => client_id === fixture.app.client_id) ?? assert.fail("is not installed");
}

function getLevel({ store }: StaffFixture): { variant_id: number; location_id: number } {
  return { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
}

async function changeStock(quantity: number): Promise<void> {
  const url = `${fixture.store.host_url}/api/4.0/inventory_levels/set.json`;
  const answer = await fixture.store.owner.browser.call("PUT", url, { ...getLevel(fixture), quantity });
  assert.equal(answer.status, 200, answer.text);
}

function arrived(path: string): number[] {
  return fixture.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body.toString("utf8")).inventory_quantity);
}

async function subscribe(topic: string, path: string): Promise<void> {
  const url = `${fixture.receiver.url}${path}`;
  const answer = await fixture.api("POST", "/3.0/webhooks.json", { topic, url });
  assert.equal(answer.status, 200, answer.text);
}

test("a suspended app's token fails with the reason code, and works once it is lifted", async () => {
  assert.equal((await fixture.api("GET", "/3.0/products.json")).status, 200);
  await suspend();
  const rejected = await fixture.api("GET", "/3.0/products.json");
  assert.deepEqual([rejected.status, getErrorCode(rejected)], [401, "app_disabled"]);
  assert.match(rejected.json<{ error: { message: string } }>().error.message, /platform has suspended/);
  assert.equal(rejected.text.includes(reason), false, "an app does not see what was said of it");
  await lift();
  assert.equal((await fixture.api("GET", "/3.0/products.json")).status, 200);
});

test("a suspended app cannot be opened or installed; merchant and partner see why", async () => {
  await suspend();
  const app = await installed();
  assert.deepEqual([app.status, app.suspended?.reason], ["enabled", reason]);
  const shown = (await fixture.partner("GET", `/apps/${fixture.app.id}.json`)).json<{ app: MerchantsApp }>();
  assert.equal(shown.app.suspended?.reason, reason);
  for (const operation of ["open", "session_token"]) {
    const rejected = await fixture.merchant("POST", `/apps/${app.id}/${operation}.json`);
    assert.deepEqual([rejected.status, getErrorCode(rejected)], [409, "conflict"], operation);
  }
  const start = await fixture.merchant("POST", "/apps/install.json", { app: fixture.app.handle });
  assert.deepEqual([start.status, getErrorCode(start)], [422, "invalid"]);
  await lift();
  assert.equal((await installed()).suspended, null);
  assert.equal((await fixture.merchant("POST", `/apps/${app.id}/open.json`)).status, 200);
});

test("every page towards a suspended app stops with a message and leads nowhere", async () => {
  const { store, app, testing } = fixture;
  const { browser } = store.owner;
  await suspend();
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  for (const address of [
    `${testing.addresses.adminOrigin}/apps/install/${app.client_id}`,
    `${store.host_url}/apps/install/${app.client_id}`,
    `${store.host_url}/oauth/authorize?${query}`,
  ]) {
    const page = await browser.open(address);
    assert.ok(page.status >= 400, `${address}: ${page.status}`);
    assert.match(page.text, /is suspended/, address);
    assert.equal(page.leadsTo, "", address);
  }
  const opened = await browser.open(`${store.host_url}/apps/open/${app.client_id}`);
  assert.equal(opened.leadsTo.startsWith(app.app_url), false);
});

test("an approved code is not exchanged while the app is suspended, but stays valid", async () => {
  const { store, app, testing } = fixture;
  const { browser } = store.owner;
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  const consent = await browser.follow(await browser.open(`${store.host_url}/oauth/authorize?${query}`));
  const end = await browser.follow(await browser.press(consent, "Approve"));
  const code = new URL(end.leadsTo).searchParams.get("code");
  const { client_id, client_secret } = app;
  const exchange = (secret: string): Promise<Answer> =>
    testing.request(`${store.origin}/api/3.0/oauth/access_token.json`, {
      method: "POST",
      json: { code, client_id, client_secret: secret },
    });
  await suspend();
  const stranger = await exchange("not the secret");
  assert.equal(
    getErrorCode(stranger),
    "client_not_granted",
    "a stranger does not learn that it is suspended",
  );
  const rejected = await exchange(client_secret);
  assert.deepEqual([rejected.status, getErrorCode(rejected)], [401, "app_disabled"]);
  await lift();
  assert.equal((await exchange(client_secret)).status, 200);
});

test("WHK-8: a suspended app gets nothing; pending deliveries resume, new ones are skipped", async () => {
  await subscribe("inventory_level/inventory_quantity_update", "/stock");
  fixture.receiver.answer({ status: 500 });
  await changeStock(11);
  await eventually(() => arrived("/stock").length === 1);
  fixture.receiver.answer({ status: 200 });
  await suspend();
  await fixture.testing.database.query("update deliveries set due_at = now() where state = 'pending'");
  await changeStock(12);
  await sleep(800);
  assert.deepEqual(arrived("/stock"), [11]);
  await lift();
  await eventually(() => arrived("/stock").length === 2);
  await changeStock(13);
  await eventually(() => arrived("/stock").length === 3);
  assert.deepEqual(arrived("/stock"), [11, 11, 13]);
  const numbers = fixture.receiver.requests
    .filter(({ path }) => path === "/stock")
    .map(({ headers }) => Number(headers["service-delivery-sequence"]));
  assert.deepEqual(numbers, [1, 1, 3], "a number is left out: the app is to read the log");
});

test("INS-17: a suspended app is uninstalled without a notice, like a disabled one", async () => {
  await subscribe("app/uninstall", "/gone");
  const { id } = await installed();
  await suspend();
  assert.equal((await fixture.merchant("DELETE", `/apps/${id}.json`)).status, 200);
  const rejected = await fixture.api("GET", "/3.0/products.json");
  assert.equal(getErrorCode(rejected), "token_revoked", "removal did not wait for a notice");
  await lift();
  await sleep(500);
  assert.equal(fixture.receiver.requests.filter(({ path }) => path === "/gone").length, 0);
});

test("a disabled app that is suspended and lifted is still disabled", async () => {
  const { id } = await installed();
  assert.equal((await fixture.merchant("POST", `/apps/${id}/disable.json`)).status, 200);
  await suspend();
  assert.deepEqual([(await installed()).status, (await installed()).suspended?.reason], ["disabled", reason]);
  await lift();
  const rejected = await fixture.api("GET", "/3.0/products.json");
  assert.equal(getErrorCode(rejected), "app_disabled");
  assert.equal((await installed()).status, "disabled");
});
