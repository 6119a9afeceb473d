import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createFakeClock } from "./fake-clock.ts";
import { startRecordingReceiver } from "./recording-receiver.ts";
import { installApp } from "./seeds/install-app.ts";
import { registerApp } from "./seeds/register-app.ts";
import { seedStore } from "./seeds/seed-store.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform();
});

after(() => testPlatform.stop());

test("a test platform responds on the hostnames of the admin and the stores", async () => {
  const { request, addresses } = testPlatform;
  const ready = await request(`${addresses.adminOrigin}/health/ready`);
  assert.deepEqual([ready.status, ready.text], [200, '{"status":"ready"}']);
  const storeResponse = await request(`${addresses.storeOrigin("nobody")}/api/3.0/products.json`);
  assert.deepEqual(
    [storeResponse.status, storeResponse.json<{ error: { code: string } }>().error.code],
    [404, "store_not_found"],
  );
});

test("a stopped test platform accepts no request", async () => {
  const { stop, request, addresses } = await startTestPlatform();
  const checkHealth = () => request(`${addresses.adminOrigin}/health/ready`);
  assert.equal((await checkHealth()).status, 200);
  await stop();
  await assert.rejects(checkHealth());
});

test("an app installed in a seeded store can call the API and receives a webhook", async () => {
  const receiver = await startRecordingReceiver();
  const store = await seedStore(testPlatform, { products: 2, locations: 3 });
  assert.deepEqual([store.locations.length, store.variants.length], [3, 3]);
  const app = await registerApp(testPlatform, receiver.url);
  const { token, scope } = await installApp(testPlatform, {
    store,
    app,
    scopes: ["read_products", "write_products"],
  });
  assert.equal(scope, "read_products,write_products");
  const webhook = { topic: "inventory_level/inventory_quantity_update", url: `${receiver.url}/hooks` };
  const call = (method: string, path: string, json: unknown) =>
    testPlatform.request(`${store.origin}/api${path}`, { method, json, token });
  assert.equal((await call("POST", "/3.0/webhooks.json", { webhook })).status, 200);
  const [variant, location] = [store.variants[0]?.id, store.locations[0]?.id];
  const change = { variant_id: variant, location_id: location, adjustment_quantity: -1 };
  assert.equal((await call("PUT", "/4.0/inventory_levels/adjust.json", change)).status, 200);
  const { headers, body } = await receiver.waitForRequest(({ path }) => path === "/hooks");
  assert.equal(headers["service-shop-domain"], `${store.handle}.souk.localhost`);
  assert.equal((JSON.parse(body.toString()) as { variant_id: number }).variant_id, variant);
  const metrics = await testPlatform.request(`${testPlatform.addresses.adminOrigin}/metrics`);
  assert.match(
    metrics.text,
    /souk_http_request_duration_seconds_count\{operation="inventory_levels.adjust",status="200"\} 1/,
  );
  assert.match(metrics.text, /souk_webhook_attempt_duration_seconds_count\{outcome="delivered"\} 1/);
  await receiver.stop();
});

test("a test platform can share the database of another test platform", async () => {
  const store = await seedStore(testPlatform);
  const apiPlatform = await startTestPlatform({ testDatabase: testPlatform.testDatabase });
  const response = await apiPlatform.request(
    `${apiPlatform.addresses.storeOrigin(store.handle)}/api/3.0/products.json`,
  );
  assert.equal(response.status, 401);
  await apiPlatform.stop();
  const deliveryPlatform = await startTestPlatform({
    testDatabase: testPlatform.testDatabase,
    role: "delivery",
  });
  const health = await deliveryPlatform.request(`${deliveryPlatform.addresses.adminOrigin}/health/ready`);
  const page = await deliveryPlatform.request(`${deliveryPlatform.addresses.adminOrigin}/sign-in`);
  assert.deepEqual([health.status, page.status], [200, 404]);
  await deliveryPlatform.stop();
});

test("a test platform with a fake clock uses the time of that clock", async () => {
  const clock = createFakeClock(new Date("2031-03-01T00:00:00Z"));
  const futurePlatform = await startTestPlatform({ clock });
  const store = await seedStore(futurePlatform, { products: 1 });
  const session = await store.owner.browser.call(
    "GET",
    `${futurePlatform.addresses.adminOrigin}/api/console/session.json`,
  );
  assert.match(session.text, /"expires_at":"2031-03-/);
  clock.advance(8 * 86_400_000);
  const expiredSession = await store.owner.browser.call(
    "GET",
    `${futurePlatform.addresses.adminOrigin}/api/console/session.json`,
  );
  assert.equal(expiredSession.status, 401);
  await futurePlatform.stop();
});
