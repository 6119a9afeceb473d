import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, type ReceivedRequest, type ReceiverResponse } from "@souk/testkit";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import { isSignedBody } from "../signatures.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { subscribe } from "../webhooks.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
let stockedApp: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stockedApp = await installStockedApp(fixture, "retries");
});
after(() => fixture.close());

const scopes = ["read_products", "write_products"];

/** Return whether a request is about this test file's variant. Other test files change other stock of the same store. */
function isOfTestVariant({ method, body }: ReceivedRequest): boolean {
  if (method !== "POST") return false;
  const { variant_id } = JSON.parse(body.toString()) as { variant_id: number };
  return variant_id === stockedApp.variant.id;
}

/** Respond to the next webhook about this file's variant with the given response, and to all other requests with 200. */
function respondOnceWith({ app }: InstalledApp, response: ReceiverResponse): void {
  let responseCount = 0;
  app.receiver.respondWith((request) =>
    isOfTestVariant(request) && responseCount++ === 0 ? response : { status: 200 },
  );
}

/** Return the attempts of one delivery. Each change of the stock has its own quantity, which identifies the delivery. */
function listAttempts({ app }: InstalledApp, quantity: number): ReceivedRequest[] {
  return app.receiver.requests.filter(
    (request) =>
      isOfTestVariant(request) &&
      (JSON.parse(request.body.toString()) as { inventory_quantity: number }).inventory_quantity === quantity,
  );
}

/** Advance time in steps until the app has received `count` attempts of the delivery with this quantity. */
async function waitForAttempts(
  installedApp: InstalledApp,
  quantity: number,
  count: number,
): Promise<ReceivedRequest[]> {
  for (let step = 0; step < 120; step++) {
    const received = listAttempts(installedApp, quantity);
    if (received.length >= count) return received;
    await fixture.advanceTime(250);
    await eventually(() => listAttempts(installedApp, quantity).length >= count, { timeoutMs: 30 }).catch(
      () => false,
    );
  }
  return assert.fail(
    `${installedApp.app.handle} received only ${listAttempts(installedApp, quantity).length} of ${count} attempts within 30 s`,
  );
}

const failures: [name: string, response: ReceiverResponse][] = [
  ["201", { status: 201 }],
  ["204", { status: 204 }],
  ["301", { status: 301, headers: { location: "/moved" } }],
  ["307", { status: 307, headers: { location: "/moved" } }],
  ["410", { status: 410 }],
  ["500", { status: 500 }],
  ["a broken connection", "reset"],
];

test("WHK-7: a delivery with a response other than 200 is retried with identical bytes", async () => {
  const failingApps = await Promise.all(
    failures.map(async ([name, response]) => {
      const installedApp = await stockedApp.installAnotherApp(scopes);
      await subscribe(installedApp, inventoryTopic);
      respondOnceWith(installedApp, response);
      return { name, installedApp };
    }),
  );
  const quantity = await stockedApp.addStock();
  for (const { name, installedApp } of failingApps) {
    const [firstAttempt, secondAttempt] = (await waitForAttempts(installedApp, quantity, 2)) as [
      ReceivedRequest,
      ReceivedRequest,
    ];
    assert.deepEqual(firstAttempt.body, secondAttempt.body, name);
    assert.equal(
      firstAttempt.headers["service-webhook-id"],
      secondAttempt.headers["service-webhook-id"],
      name,
    );
    assert.ok(
      isSignedBody(
        secondAttempt.body,
        secondAttempt.headers["service-hmac-sha256"],
        installedApp.app.client_secret,
      ),
      name,
    );
    assert.ok(
      installedApp.app.receiver.requests.every(({ path }) => path !== "/moved"),
      `${name}: the redirect was followed`,
    );
  }
  // The second response was 200, so no third attempt follows, although enough time passes for one.
  await fixture.advanceTime(fixture.canAdvanceTime ? 3_600_000 : 3_000);
  await deliverOneChange(failingApps.map(({ installedApp }) => installedApp));
  for (const { name, installedApp } of failingApps)
    assert.equal(listAttempts(installedApp, quantity).length, 2, name);
});

/** Change the stock once more, and wait until all these apps have received the webhook. */
async function deliverOneChange(installedApps: readonly InstalledApp[]): Promise<void> {
  const quantity = await stockedApp.addStock();
  for (const installedApp of installedApps) await waitForAttempts(installedApp, quantity, 1);
}

test("WHK-7: a delivery with response 200 is not retried, whatever the response's body", async () => {
  const installedApp = await stockedApp.installAnotherApp(scopes);
  await subscribe(installedApp, inventoryTopic);
  const body = "x".repeat(100_000);
  installedApp.app.receiver.respondWith({ status: 200, body, headers: { "content-type": "text/html" } });
  const quantity = await stockedApp.addStock();
  await waitForAttempts(installedApp, quantity, 1);
  await fixture.advanceTime(fixture.canAdvanceTime ? 60_000 : 8_000);
  await deliverOneChange([installedApp]);
  assert.equal(listAttempts(installedApp, quantity).length, 1);
});

test("WHK-7: a delivery without a response within ten seconds is retried", async () => {
  const installedApp = await stockedApp.installAnotherApp(scopes);
  await subscribe(installedApp, inventoryTopic);
  respondOnceWith(installedApp, "hang");
  const quantity = await stockedApp.addStock();
  const [firstAttempt] = (await waitForAttempts(installedApp, quantity, 1)) as [ReceivedRequest];
  // The ten-second timeout always uses real time, even if the test controls the platform's clock.
  await sleep(9_000);
  assert.equal(listAttempts(installedApp, quantity).length, 1, "retried before ten seconds had passed");
  const secondAttempt = await eventually(
    async () => {
      await fixture.advanceTime(500);
      return listAttempts(installedApp, quantity)[1];
    },
    { timeoutMs: 25_000, intervalMs: 100 },
  );
  assert.ok(secondAttempt.receivedAtMs - firstAttempt.receivedAtMs < 25_000);
});

test("WHK-7: a response with status 200 after 8.5 seconds counts as a success", async () => {
  const installedApp = await stockedApp.installAnotherApp(scopes);
  await subscribe(installedApp, inventoryTopic);
  installedApp.app.receiver.respondWith({ status: 200, delay: 8_500 });
  const quantity = await stockedApp.addStock();
  await waitForAttempts(installedApp, quantity, 1);
  await sleep(9_500);
  await fixture.advanceTime(10_000);
  installedApp.app.receiver.respondWith({ status: 200 });
  await deliverOneChange([installedApp]);
  assert.equal(listAttempts(installedApp, quantity).length, 1);
});
