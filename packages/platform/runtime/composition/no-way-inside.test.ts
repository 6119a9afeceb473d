import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createResolver } from "@souk/delivery";
import {
  type Browser,
  consoleCall,
  installApp,
  type NameRecord,
  registerApp,
  type SeededStore,
  seedOrders,
  seedStore,
  startNameServer,
  type TestDatabase,
  type TestNameServer,
  type TestPlatform,
  testDatabase,
  testPassword,
  testPlatform,
} from "@souk/testkit";
import { type InsideCanary, insideCanary } from "../../infrastructure/routing/testing/inside-canary.ts";
import { systemClock } from "../clock.ts";

/** The DNS answers of a foreign name server that may lead the platform inside. */
const inside: readonly NameRecord[] = [
  { addresses: ["127.0.0.1"], alias: "metadata.internal" },
  { addresses: ["127.0.0.1"] },
  { addresses: ["8.8.8.8", "127.0.0.1"] },
  { addresses: ["8.8.8.8", "::1"] },
  { addresses: ["::ffff:127.0.0.1"] },
];

let storage: TestDatabase;
let names: TestNameServer;
let record: NameRecord = "nxdomain";
/** The canary for the inside: no request may reach it. */
let canary: InsideCanary;
/** The platform as it runs in production, on a store with an app. */
let production: TestPlatform;
let store: SeededStore;
let owner: Browser;
let app: { handle: string; token: string };

before(async () => {
  [storage, canary] = await Promise.all([testDatabase(), insideCanary()]);
  names = await startNameServer(() => record);
  await prepareStore();
  const resolver = createResolver({ clock: systemClock, servers: [names.address], timeoutMs: 5_000 });
  production = await testPlatform({ on: storage, config: { mode: "production" }, resolver });
  owner = production.browser();
  const session = { email: store.owner.email, password: testPassword };
  const url = `${production.addresses.adminOrigin}/api/console/session.json`;
  await consoleCall(owner, ["POST", url], { session });
});
after(async () => {
  await production.stop();
  await Promise.all([names.close(), canary.stop(), storage.stop()]);
});

/** Install an app over http in development, then point its rows to a server that exists nowhere. */
async function prepareStore(): Promise<void> {
  const development = await testPlatform({ on: storage });
  store = await seedStore(development);
  const registered = await registerApp(development, "http://127.0.0.1:1");
  const scopes = ["read_shipping", "read_products"];
  const { token } = await installApp(development, { store, app: registered, scopes });
  app = { handle: registered.handle, token };
  const curl = { topic: "shipping/list/non_cod", url: "http://127.0.0.1:1/" };
  const made = await development.request(`${store.origin}/api/3.0/curls.json`, {
    method: "POST",
    token,
    json: { curl },
  });
  assert.equal(made.status, 200, made.text);
  const { database } = development;
  await database.query("update curls set url = $2 where store_id = $1", [store.id, at("rates.shop")]);
  await database.query(
    "insert into app_fulfillment_urls (app_id, topic, url) values ($1, 'fulfillment/single', $2)",
    [registered.id, at("parcels.shop")],
  );
  await development.stop();
}

const at = (name: string) => `https://${name}:${canary.port}/`;

async function quote(): Promise<unknown> {
  const destination = { country_code: "MY" };
  const items = [{ name: "Box", price: "1.00", quantity: 1 }];
  const origin = production.addresses.storeOrigin(store.handle);
  const answer = await production.request(`${origin}/api/3.0/shipping_rates.json`, {
    method: "POST",
    token: app.token,
    json: { shipping_rate: { destination, items } },
  });
  return answer.json();
}

test("P21: in production rates are asked of no name that leads inside, however it does", async () => {
  const unanswered = [{ app_handle: app.handle, reason: "unreachable" }];
  for (record of inside) {
    // At an address that has not failed yet it is asked each time.
    const text = "update curls set url = url || 'x' where store_id = $1";
    await production.database.query(text, [store.id]);
    assert.deepEqual(await quote(), { shipping_rates: [], unanswered }, JSON.stringify(record));
  }
  assert.ok(names.queries.includes("rates.shop"));
  assert.equal(canary.visits(), 0);
});

test("P21: in production Fulfill hands orders to no name that leads inside", async () => {
  const [order = 0] = await seedOrders(production.database, store.id, 1);
  const fulfillment_request = { app_handle: app.handle, topic: "fulfillment/single", order_ids: [order] };
  const url = `${production.addresses.adminOrigin}/${store.handle}/api/console/fulfillment_requests.json`;
  for (record of inside) {
    const made = await consoleCall<{ fulfillment_request: { status: string; error: string } }>(
      owner,
      ["POST", url],
      { fulfillment_request },
    );
    const { status, error } = made.fulfillment_request;
    assert.equal(status, "failed", JSON.stringify(record));
    assert.match(error, /could not be reached/);
  }
  assert.ok(names.queries.includes("parcels.shop"));
  assert.equal(canary.visits(), 0);
});
