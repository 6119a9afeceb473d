import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createResolver } from "@souk/delivery";
import {
  type Browser,
  callConsole,
  createTestDatabase,
  installApp,
  type NameRecord,
  registerApp,
  type SeededStore,
  seedOrders,
  seedStore,
  startNameServer,
  startTestPlatform,
  type TestDatabase,
  type TestNameServer,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import {
  type LoopbackCanary,
  startLoopbackCanary,
} from "../../infrastructure/routing/testing/loopback-canary.ts";
import { systemClock } from "../clock.ts";

/** DNS records of a third party that would lead the platform to a private address. */
const privateRecords: readonly NameRecord[] = [
  { addresses: ["127.0.0.1"], alias: "metadata.internal" },
  { addresses: ["127.0.0.1"] },
  { addresses: ["8.8.8.8", "127.0.0.1"] },
  { addresses: ["8.8.8.8", "::1"] },
  { addresses: ["::ffff:127.0.0.1"] },
];

let testDatabase: TestDatabase;
let nameServer: TestNameServer;
/** The record with which the name server answers every query. */
let currentRecord: NameRecord = "nxdomain";
/** A server on the loopback address, which no request may reach. */
let canary: LoopbackCanary;
/** A platform in production mode, with a store and an app. */
let production: TestPlatform;
let store: SeededStore;
let owner: Browser;
let app: { handle: string; token: string };

before(async () => {
  [testDatabase, canary] = await Promise.all([createTestDatabase(), startLoopbackCanary()]);
  nameServer = await startNameServer(() => currentRecord);
  await prepareStore();
  const resolver = createResolver({ clock: systemClock, servers: [nameServer.address], timeoutMs: 5_000 });
  production = await startTestPlatform({ testDatabase, config: { mode: "production" }, resolver });
  owner = production.browser();
  const signIn = { email: store.owner.email, password: testPassword };
  const url = `${production.addresses.adminOrigin}/api/console/session.json`;
  await callConsole(owner, ["POST", url], { session: signIn });
});
after(async () => {
  await production.stop();
  await Promise.all([nameServer.close(), canary.stop(), testDatabase.stop()]);
});

/** Install an app in development mode, and then change its URLs to hostnames of the test's name server. */
async function prepareStore(): Promise<void> {
  const development = await startTestPlatform({ testDatabase });
  store = await seedStore(development);
  const registeredApp = await registerApp(development, "http://127.0.0.1:1");
  const scopes = ["read_shipping", "read_products"];
  const { token } = await installApp(development, { store, app: registeredApp, scopes });
  app = { handle: registeredApp.handle, token };
  const callback = { topic: "shipping/list/non_cod", url: "http://127.0.0.1:1/" };
  const response = await development.request(`${store.origin}/api/3.0/curls.json`, {
    method: "POST",
    token,
    json: { curl: callback },
  });
  assert.equal(response.status, 200, response.text);
  const { database } = development;
  await database.query("update curls set url = $2 where store_id = $1", [store.id, buildUrl("rates.shop")]);
  await database.query(
    "insert into app_fulfillment_urls (app_id, topic, url) values ($1, 'fulfillment/single', $2)",
    [registeredApp.id, buildUrl("parcels.shop")],
  );
  await development.stop();
}

const buildUrl = (name: string) => `https://${name}:${canary.port}/`;

async function requestShippingRates(): Promise<unknown> {
  const destination = { country_code: "MY" };
  const items = [{ name: "Box", price: "1.00", quantity: 1 }];
  const origin = production.addresses.storeOrigin(store.handle);
  const response = await production.request(`${origin}/api/3.0/shipping_rates.json`, {
    method: "POST",
    token: app.token,
    json: { shipping_rate: { destination, items } },
  });
  return response.json();
}

test("P21: in production no shipping rate request reaches a hostname with a private address", async () => {
  const failedApps = [{ app_handle: app.handle, reason: "unreachable" }];
  for (currentRecord of privateRecords) {
    // The URL is changed each time, because a URL that has failed is not called again immediately.
    const text = "update curls set url = url || 'x' where store_id = $1";
    await production.database.query(text, [store.id]);
    assert.deepEqual(
      await requestShippingRates(),
      { shipping_rates: [], unanswered: failedApps },
      JSON.stringify(currentRecord),
    );
  }
  assert.ok(nameServer.queries.includes("rates.shop"));
  assert.equal(canary.countConnections(), 0);
});

test("P21: in production no Fulfill action reaches a hostname with a private address", async () => {
  const [orderId = 0] = await seedOrders(production.database, store.id, 1);
  const fulfillment_request = { app_handle: app.handle, topic: "fulfillment/single", order_ids: [orderId] };
  const url = `${production.addresses.adminOrigin}/${store.handle}/api/console/fulfillment_requests.json`;
  for (currentRecord of privateRecords) {
    const response = await callConsole<{ fulfillment_request: { status: string; error: string } }>(
      owner,
      ["POST", url],
      { fulfillment_request },
    );
    const { status, error } = response.fulfillment_request;
    assert.equal(status, "failed", JSON.stringify(currentRecord));
    assert.match(error, /could not be reached/);
  }
  assert.ok(nameServer.queries.includes("parcels.shop"));
  assert.equal(canary.countConnections(), 0);
});
