import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, eventually } from "@souk/testkit";
import { codeOf, type StaffWorld, staffWorld } from "./testing/staff-world.ts";

let world: StaffWorld;

beforeEach(async () => {
  world = await staffWorld();
});
afterEach(() => world.stop());

const reason = "It was seen to sell addresses.";
const suspend = (kind = "apps", id = world.app.id) =>
  world.call("POST", `/${kind}/${id}/suspend.json`, { reason });
const lift = (kind = "apps", id = world.app.id) => world.call("POST", `/${kind}/${id}/lift.json`, { reason });

interface MerchantsApp {
  id: number;
  client_id: string;
  status: string;
  suspended: { reason: string } | null;
}

async function installed(): Promise<MerchantsApp> {
  const { apps } = (await world.merchant("GET", "/apps.json")).json<{ apps: MerchantsApp[] }>();
  return apps.find(({ client_id }) => client_id === world.app.client_id) ?? assert.fail("is not installed");
}

function levelOf({ shop }: StaffWorld): { variant_id: number; location_id: number } {
  return { variant_id: shop.variants[0]?.id ?? 0, location_id: shop.locations[0]?.id ?? 0 };
}

async function changeStock(quantity: number): Promise<void> {
  const url = `${world.shop.host_url}/api/4.0/inventory_levels/set.json`;
  const answer = await world.shop.owner.browser.call("PUT", url, { ...levelOf(world), quantity });
  assert.equal(answer.status, 200, answer.text);
}

function arrived(path: string): number[] {
  return world.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body.toString("utf8")).inventory_quantity);
}

async function subscribe(topic: string, path: string): Promise<void> {
  const url = `${world.receiver.url}${path}`;
  const answer = await world.api("POST", "/3.0/webhooks.json", { topic, url });
  assert.equal(answer.status, 200, answer.text);
}

test("a suspended app's token fails and says why it does; the same token works once it is lifted", async () => {
  assert.equal((await world.api("GET", "/3.0/products.json")).status, 200);
  await suspend();
  const refused = await world.api("GET", "/3.0/products.json");
  assert.deepEqual([refused.status, codeOf(refused)], [401, "app_disabled"]);
  assert.match(refused.json<{ error: { message: string } }>().error.message, /platform has suspended/);
  assert.equal(refused.text.includes(reason), false, "an app is not told what was said of it");
  await lift();
  assert.equal((await world.api("GET", "/3.0/products.json")).status, 200);
});

test("a suspended app cannot be opened or installed, and both sides see that and why", async () => {
  await suspend();
  const app = await installed();
  assert.deepEqual([app.status, app.suspended?.reason], ["enabled", reason]);
  const shown = (await world.partner("GET", `/apps/${world.app.id}.json`)).json<{ app: MerchantsApp }>();
  assert.equal(shown.app.suspended?.reason, reason);
  for (const operation of ["open", "session_token"]) {
    const refused = await world.merchant("POST", `/apps/${app.id}/${operation}.json`);
    assert.deepEqual([refused.status, codeOf(refused)], [409, "conflict"], operation);
  }
  const start = await world.merchant("POST", "/apps/install.json", { app: world.app.handle });
  assert.deepEqual([start.status, codeOf(start)], [422, "invalid"]);
  await lift();
  assert.equal((await installed()).suspended, null);
  assert.equal((await world.merchant("POST", `/apps/${app.id}/open.json`)).status, 200);
});

test("every page on the way to a suspended app stops with a word about it, and sends nobody to the app", async () => {
  const { shop, app, testing } = world;
  const { browser } = shop.owner;
  await suspend();
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  for (const address of [
    `${testing.addresses.adminOrigin}/apps/install/${app.client_id}`,
    `${shop.host_url}/apps/install/${app.client_id}`,
    `${shop.host_url}/oauth/authorize?${query}`,
  ]) {
    const page = await browser.open(address);
    assert.ok(page.status >= 400, `${address}: ${page.status}`);
    assert.match(page.text, /is suspended/, address);
    assert.equal(page.leadsTo, "", address);
  }
  const opened = await browser.open(`${shop.host_url}/apps/open/${app.client_id}`);
  assert.equal(opened.leadsTo.startsWith(app.app_url), false);
});

test("a code that was approved before is not exchanged while the app is suspended, and stays good", async () => {
  const { shop, app, testing } = world;
  const { browser } = shop.owner;
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  const consent = await browser.follow(await browser.open(`${shop.host_url}/oauth/authorize?${query}`));
  const end = await browser.follow(await browser.press(consent, "Approve"));
  const code = new URL(end.leadsTo).searchParams.get("code");
  const { client_id, client_secret } = app;
  const exchange = (secret: string): Promise<Answer> =>
    testing.request(`${shop.origin}/api/3.0/oauth/access_token.json`, {
      method: "POST",
      json: { code, client_id, client_secret: secret },
    });
  await suspend();
  const stranger = await exchange("not the secret");
  assert.equal(codeOf(stranger), "client_not_granted", "a stranger does not learn that it is suspended");
  const refused = await exchange(client_secret);
  assert.deepEqual([refused.status, codeOf(refused)], [401, "app_disabled"]);
  await lift();
  assert.equal((await exchange(client_secret)).status, 200);
});

test("WHK-8: nothing is sent to a suspended app; what waited goes out when it is lifted, what happened meanwhile does not", async () => {
  await subscribe("inventory_level/inventory_quantity_update", "/stock");
  world.receiver.answer({ status: 500 });
  await changeStock(11);
  await eventually(() => arrived("/stock").length === 1);
  world.receiver.answer({ status: 200 });
  await suspend();
  await world.testing.database.query("update deliveries set due_at = now() where state = 'pending'");
  await changeStock(12);
  await sleep(800);
  assert.deepEqual(arrived("/stock"), [11]);
  await lift();
  await eventually(() => arrived("/stock").length === 2);
  await changeStock(13);
  await eventually(() => arrived("/stock").length === 3);
  assert.deepEqual(arrived("/stock"), [11, 11, 13]);
  const numbers = world.receiver.requests
    .filter(({ path }) => path === "/stock")
    .map(({ headers }) => Number(headers["service-delivery-sequence"]));
  assert.deepEqual(numbers, [1, 1, 3], "a number is left out: the app is to read the log");
});

test("INS-17: a suspended app that is uninstalled is told nothing, as one that is disabled", async () => {
  await subscribe("app/uninstall", "/gone");
  const { id } = await installed();
  await suspend();
  assert.equal((await world.merchant("DELETE", `/apps/${id}.json`)).status, 200);
  const refused = await world.api("GET", "/3.0/products.json");
  assert.equal(codeOf(refused), "token_revoked", "removal did not wait for a notice");
  await lift();
  await sleep(500);
  assert.equal(world.receiver.requests.filter(({ path }) => path === "/gone").length, 0);
});

test("a disabled app that is suspended and lifted is still disabled", async () => {
  const { id } = await installed();
  assert.equal((await world.merchant("POST", `/apps/${id}/disable.json`)).status, 200);
  await suspend();
  assert.deepEqual([(await installed()).status, (await installed()).suspended?.reason], ["disabled", reason]);
  await lift();
  const refused = await world.api("GET", "/3.0/products.json");
  assert.equal(codeOf(refused), "app_disabled");
  assert.equal((await installed()).status, "disabled");
});
