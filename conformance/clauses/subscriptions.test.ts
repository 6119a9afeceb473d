import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { assertDone, assertNamesFields } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { isTopic, listReceived, parsePayload, type Subscription, subscribe } from "../webhooks.ts";

const inventory = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
let stocked: StockedApp;
let installed: Installed;

before(async () => {
  fixture = await createConformanceFixture();
  stocked = await installStockedApp(fixture, "subscriptions");
  ({ installed } = stocked);
});
after(() => fixture.close());

async function subscriptions(): Promise<Subscription[]> {
  const answer = await installed.api.get("/3.0/webhooks.json?limit=250");
  return assertDone<{ webhooks: Subscription[] }>(answer).webhooks;
}

/**
 * Return whether a webhook is about the file's own variant: other files change other stock of the same store.
 */
function isOwn(request: ReceivedRequest): boolean {
  return parsePayload<{ variant_id: number }>(request).variant_id === stocked.variant.id;
}

test("WHK-1: subscribing takes topic and url, and returns the record unwrapped and wrapped", async () => {
  const url = `${installed.app.receiver.url}/created`;
  const webhook = { topic: "product/create", url };
  const answer = await installed.api.post("/3.0/webhooks.json", { webhook });
  const record = assertDone<Subscription & { webhook: Subscription }>(answer);
  assert.deepEqual([record.topic, record.url], ["product/create", url]);
  assert.deepEqual(
    [record.webhook.id, record.webhook.topic, record.webhook.url],
    [record.id, record.topic, url],
  );
  assert.ok((await subscriptions()).some(({ id }) => id === record.id));
});

test("WHK-1: a misspelled topic is stored, reported as unknown, and never fires", async () => {
  const { app } = installed;
  const misspelled = [
    "inventory_levels/inventory_quantity_update",
    "Product/Update",
    "product/update ",
    "ordr/create",
  ];
  for (const topic of misspelled) {
    const record = await subscribe(installed, topic, "/misspelled");
    assert.equal(record.topic, topic);
    assert.ok(
      (record.warnings ?? []).some((warning) => /topic/i.test(warning)),
      JSON.stringify(record),
    );
  }
  await subscribe(installed, inventory);
  await stocked.changeStock();
  await app.receiver.received(isTopic(inventory), 10_000);
  assert.deepEqual(
    app.receiver.requests.filter(({ path }) => path === "/misspelled"),
    [],
  );
});

test("WHK-1: a body without topic or url is rejected by name", async () => {
  const post = (webhook: unknown) => installed.api.post("/3.0/webhooks.json", { webhook });
  const url = `${installed.app.receiver.url}/x`;
  assertNamesFields(await post({ url }), "topic");
  assertNamesFields(await post({ topic: inventory }), "url");
  assertNamesFields(await post({}), "topic", "url");
  assertNamesFields(await post({ topic: 3, url: {} }), "topic", "url");
  assertNamesFields(await post({ topic: "", url }), "topic");
  assertNamesFields(await post({ topic: "x".repeat(256), url }), "topic");
});

test("WHK-2: a non-HTTPS, non-public or platform URL is rejected and not stored", async () => {
  const before = await subscriptions();
  const { origins } = fixture;
  const wrong = [
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
    `${origins.store(installed.merchant.store.handle)}/orders`,
    `${origins.admin}/orders`,
    `https://${origins.domain}/orders`,
    "hooks.souk-app.dev/orders",
    "",
    `https://hooks.souk-app.dev/${"x".repeat(2_048)}`,
  ];
  for (const url of wrong) {
    const answer = await installed.api.post("/3.0/webhooks.json", {
      webhook: { topic: "order/create", url },
    });
    assert.equal(answer.status, 422, `${url}: ${answer.status} ${answer.text}`);
    assertNamesFields(answer, "url");
  }
  assert.deepEqual(await subscriptions(), before);
});

test("WHK-2: a non-HTTPS, non-public or platform URL is also rejected as a change", async () => {
  const record = await subscribe(installed, "location/update");
  const path = `/3.0/webhooks/${record.id}.json`;
  for (const url of ["http://hooks.souk-app.dev/", "https://10.1.2.3/", fixture.origins.admin])
    assertNamesFields(await installed.api.put(path, { webhook: { url } }), "url");
  assert.equal((await subscriptions()).find(({ id }) => id === record.id)?.url, record.url);
});

test("WHK-2: public HTTPS URLs are accepted; loopback names in development, with a warning", async () => {
  const url = "https://Hooks.souk-app.dev:8443/orders?shop=1&note=a%20b";
  const webhook = { topic: "order/paid", url };
  const taken = assertDone<Subscription>(await installed.api.post("/3.0/webhooks.json", { webhook }));
  assert.equal(taken.url, url);
  assert.equal(taken.warnings, undefined);
  const local = await subscribe(installed, "order/cancel");
  assert.ok(
    (local.warnings ?? []).some((warning) => /this machine/.test(warning)),
    JSON.stringify(local),
  );
});

test("WHK-3: repeating a topic replaces its URL, and later events go to the new one only", async () => {
  const { app } = installed;
  const first = await subscribe(installed, inventory, "/first");
  const second = await subscribe(installed, inventory, "/second");
  const same = (await subscriptions()).filter(({ topic }) => topic === inventory);
  assert.deepEqual(
    same.map(({ id, url }) => [id, url]),
    [[second.id, `${app.receiver.url}/second`]],
  );
  assert.equal(second.id, first.id);
  await stocked.changeStock();
  await app.receiver.received((request) => request.path === "/second" && isOwn(request), 10_000);
  assert.ok(
    listReceived(installed, inventory).every((request) => request.path !== "/first" || !isOwn(request)),
  );
});

test("WHK-3: the same topic of another app has a URL of its own", async () => {
  const other = await stocked.installAnother(["read_products"]);
  await subscribe(installed, inventory, "/mine");
  await subscribe(other, inventory, "/theirs");
  assert.equal((await subscriptions()).filter(({ topic }) => topic === inventory).length, 1);
  await stocked.changeStock();
  await installed.app.receiver.received(({ path }) => path === "/mine", 10_000);
  await other.app.receiver.received(({ path }) => path === "/theirs", 10_000);
});
