import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { assertInvalidFields, assertOk } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { listReceivedWebhooks, matchTopic, parsePayload, type Subscription, subscribe } from "../webhooks.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
let stockedApp: StockedApp;
let installedApp: InstalledApp;

before(async () => {
  fixture = await createConformanceFixture();
  stockedApp = await installStockedApp(fixture, "subscriptions");
  ({ installedApp } = stockedApp);
});
after(() => fixture.close());

async function listSubscriptions(): Promise<Subscription[]> {
  const response = await installedApp.api.get("/3.0/webhooks.json?limit=250");
  return assertOk<{ webhooks: Subscription[] }>(response).webhooks;
}

/** Return whether a webhook is about this test file's variant. Other test files change other stock of the same store. */
function isOfTestVariant(request: ReceivedRequest): boolean {
  return parsePayload<{ variant_id: number }>(request).variant_id === stockedApp.variant.id;
}

test("WHK-1: the response to subscribing has the subscription both at the top level and in `webhook`", async () => {
  const url = `${installedApp.app.receiver.url}/created`;
  const webhook = { topic: "product/create", url };
  const response = await installedApp.api.post("/3.0/webhooks.json", { webhook });
  const record = assertOk<Subscription & { webhook: Subscription }>(response);
  assert.deepEqual([record.topic, record.url], ["product/create", url]);
  assert.deepEqual(
    [record.webhook.id, record.webhook.topic, record.webhook.url],
    [record.id, record.topic, url],
  );
  assert.ok((await listSubscriptions()).some(({ id }) => id === record.id));
});

test("WHK-1: a misspelled topic is stored with a warning and never sent", async () => {
  const { app } = installedApp;
  const misspelledTopics = [
    "inventory_levels/inventory_quantity_update",
    "Product/Update",
    "product/update ",
    "ordr/create",
  ];
  for (const topic of misspelledTopics) {
    const record = await subscribe(installedApp, topic, "/misspelled");
    assert.equal(record.topic, topic);
    assert.ok(
      (record.warnings ?? []).some((warning) => /topic/i.test(warning)),
      JSON.stringify(record),
    );
  }
  await subscribe(installedApp, inventoryTopic);
  await stockedApp.addStock();
  await app.receiver.waitForRequest(matchTopic(inventoryTopic), 10_000);
  assert.deepEqual(
    app.receiver.requests.filter(({ path }) => path === "/misspelled"),
    [],
  );
});

test("WHK-1: subscribing without a valid topic and url is rejected", async () => {
  const post = (webhook: unknown) => installedApp.api.post("/3.0/webhooks.json", { webhook });
  const url = `${installedApp.app.receiver.url}/x`;
  assertInvalidFields(await post({ url }), "topic");
  assertInvalidFields(await post({ topic: inventoryTopic }), "url");
  assertInvalidFields(await post({}), "topic", "url");
  assertInvalidFields(await post({ topic: 3, url: {} }), "topic", "url");
  assertInvalidFields(await post({ topic: "", url }), "topic");
  assertInvalidFields(await post({ topic: "x".repeat(256), url }), "topic");
});

test("WHK-2: a webhook URL that is not HTTPS, is not public or is on the platform's domain is rejected", async () => {
  const subscriptionsBefore = await listSubscriptions();
  const { origins } = fixture;
  const invalidUrls = [
    "http://hooks.souk-app.dev/orders",
    "ftp://hooks.souk-app.dev/orders",
    "https://10.1.2.3/orders",
    "https://192.168.0.10/orders",
    "https://172.16.9.1/orders",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/orders",
    "https://0.0.0.0/orders",
    "https://2852039166/orders",
    "https://0xa.1.2.3/orders",
    "https://[fd00::1]/orders",
    "https://[::ffff:10.0.0.1]/orders",
    "https://example.com/orders",
    "https://hooks.example.org/orders",
    "https://hooks.example/orders",
    "https://shop.test/orders",
    "https://printer.local/orders",
    "https://db.internal/orders",
    "https://intranet/orders",
    "https://user:password@hooks.souk-app.dev/orders",
    `${origins.store(installedApp.merchant.store.handle)}/orders`,
    `${origins.admin}/orders`,
    `https://${origins.domain}/orders`,
    "hooks.souk-app.dev/orders",
    "",
    `https://hooks.souk-app.dev/${"x".repeat(2_048)}`,
  ];
  for (const url of invalidUrls) {
    const response = await installedApp.api.post("/3.0/webhooks.json", {
      webhook: { topic: "order/create", url },
    });
    assert.equal(response.status, 422, `${url}: ${response.status} ${response.text}`);
    assertInvalidFields(response, "url");
  }
  assert.deepEqual(await listSubscriptions(), subscriptionsBefore);
});

test("WHK-2: changing a subscription to a URL that is not allowed is rejected", async () => {
  const record = await subscribe(installedApp, "location/update");
  const path = `/3.0/webhooks/${record.id}.json`;
  for (const url of ["http://hooks.souk-app.dev/", "https://10.1.2.3/", fixture.origins.admin])
    assertInvalidFields(await installedApp.api.put(path, { webhook: { url } }), "url");
  assert.equal((await listSubscriptions()).find(({ id }) => id === record.id)?.url, record.url);
});

test("WHK-2: of the accepted webhook URLs, only a loopback URL gets a development warning", async () => {
  const url = "https://Hooks.souk-app.dev:8443/orders?shop=1&note=a%20b";
  const webhook = { topic: "order/paid", url };
  const publicSubscription = assertOk<Subscription>(
    await installedApp.api.post("/3.0/webhooks.json", { webhook }),
  );
  assert.equal(publicSubscription.url, url);
  assert.equal(publicSubscription.warnings, undefined);
  const loopbackSubscription = await subscribe(installedApp, "order/cancel");
  assert.ok(
    (loopbackSubscription.warnings ?? []).some((warning) => /this machine/.test(warning)),
    JSON.stringify(loopbackSubscription),
  );
});

test("WHK-3: after subscribing to a topic again, later events go only to the new URL", async () => {
  const { app } = installedApp;
  const firstSubscription = await subscribe(installedApp, inventoryTopic, "/first");
  const secondSubscription = await subscribe(installedApp, inventoryTopic, "/second");
  const inventorySubscriptions = (await listSubscriptions()).filter(({ topic }) => topic === inventoryTopic);
  assert.deepEqual(
    inventorySubscriptions.map(({ id, url }) => [id, url]),
    [[secondSubscription.id, `${app.receiver.url}/second`]],
  );
  assert.equal(secondSubscription.id, firstSubscription.id);
  await stockedApp.addStock();
  await app.receiver.waitForRequest(
    (request) => request.path === "/second" && isOfTestVariant(request),
    10_000,
  );
  assert.ok(
    listReceivedWebhooks(installedApp, inventoryTopic).every(
      (request) => request.path !== "/first" || !isOfTestVariant(request),
    ),
  );
});

test("WHK-3: each app has its own URL for a topic", async () => {
  const otherApp = await stockedApp.installAnotherApp(["read_products"]);
  await subscribe(installedApp, inventoryTopic, "/first-app");
  await subscribe(otherApp, inventoryTopic, "/second-app");
  assert.equal((await listSubscriptions()).filter(({ topic }) => topic === inventoryTopic).length, 1);
  await stockedApp.addStock();
  await installedApp.app.receiver.waitForRequest(({ path }) => path === "/first-app", 10_000);
  await otherApp.app.receiver.waitForRequest(({ path }) => path === "/second-app", 10_000);
});
