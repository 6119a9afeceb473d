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
let stocked: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stocked = await installStockedApp(fixture, "retries");
});
after(() => fixture.close());

const scopes = ["read_products", "write_products"];

/** Return whether a request is about this file's variant, because other files change other stock of the same store. */
function isOfTestVariant({ method, body }: ReceivedRequest): boolean {
  if (method !== "POST") return false;
  const { variant_id } = JSON.parse(body.toString()) as { variant_id: number };
  return variant_id === stocked.variant.id;
}

/** Respond this way to the next webhook about this file's variant, and with 200 to all others. */
function respondOnceWith({ app }: InstalledApp, response: ReceiverResponse): void {
  let responseCount = 0;
  app.receiver.respondWith((request) =>
    isOfTestVariant(request) && responseCount++ === 0 ? response : { status: 200 },
  );
}

function listAttempts({ app }: InstalledApp, quantity: number): ReceivedRequest[] {
  return app.receiver.requests.filter(
    (request) =>
      isOfTestVariant(request) &&
      (JSON.parse(request.body.toString()) as { inventory_quantity: number }).inventory_quantity === quantity,
  );
}

/** Advance time in steps until the app has received `count` attempts of the delivery with this quantity. */
async function waitForAttempts(
  installed: InstalledApp,
  quantity: number,
  count: number,
): Promise<ReceivedRequest[]> {
  for (let step = 0; step < 120; step++) {
    const received = listAttempts(installed, quantity);
    if (received.length >= count) return received;
    await fixture.advanceTime(250);
    await eventually(() => listAttempts(installed, quantity).length >= count, { timeoutMs: 30 }).catch(
      () => false,
    );
  }
  return assert.fail(
    `${installed.app.handle} received only ${listAttempts(installed, quantity).length} of ${count} attempts within 30 s`,
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

test("WHK-7: a delivery with another response than 200 is retried with identical bytes", async () => {
  const failingApps = await Promise.all(
    failures.map(async ([name, response]) => {
      const installed = await stocked.installAnother(scopes);
      await subscribe(installed, inventoryTopic);
      respondOnceWith(installed, response);
      return { name, installed };
    }),
  );
  const quantity = await stocked.addStock();
  for (const { name, installed } of failingApps) {
    const [firstAttempt, secondAttempt] = (await waitForAttempts(installed, quantity, 2)) as [
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
        installed.app.client_secret,
      ),
      name,
    );
    assert.ok(
      installed.app.receiver.requests.every(({ path }) => path !== "/moved"),
      `${name}: the redirect was followed`,
    );
  }
  // The second response was 200, so no third attempt follows, although enough time passes for one.
  await fixture.advanceTime(fixture.canAdvanceTime ? 3_600_000 : 3_000);
  await deliverOneChange(failingApps.map(({ installed }) => installed));
  for (const { name, installed } of failingApps)
    assert.equal(listAttempts(installed, quantity).length, 2, name);
});

/** Change the stock once more, and wait until all these apps have received the webhook. */
async function deliverOneChange(installedApps: readonly InstalledApp[]): Promise<void> {
  const quantity = await stocked.addStock();
  for (const installed of installedApps) await waitForAttempts(installed, quantity, 1);
}

test("WHK-7: a delivery with response 200 is not retried, whatever the response's body", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventoryTopic);
  const body = "x".repeat(100_000);
  installed.app.receiver.respondWith({ status: 200, body, headers: { "content-type": "text/html" } });
  const quantity = await stocked.addStock();
  await waitForAttempts(installed, quantity, 1);
  await fixture.advanceTime(fixture.canAdvanceTime ? 60_000 : 8_000);
  await deliverOneChange([installed]);
  assert.equal(listAttempts(installed, quantity).length, 1);
});

test("WHK-7: a delivery without a response within ten seconds is retried", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventoryTopic);
  respondOnceWith(installed, "hang");
  const quantity = await stocked.addStock();
  const [firstAttempt] = (await waitForAttempts(installed, quantity, 1)) as [ReceivedRequest];
  // The ten-second timeout always uses real time, even if the test controls the platform's clock.
  await sleep(9_000);
  assert.equal(listAttempts(installed, quantity).length, 1, "retried before ten seconds had passed");
  const secondAttempt = await eventually(
    async () => {
      await fixture.advanceTime(500);
      return listAttempts(installed, quantity)[1];
    },
    { timeoutMs: 25_000, intervalMs: 100 },
  );
  assert.ok(secondAttempt.receivedAtMs - firstAttempt.receivedAtMs < 25_000);
});

test("WHK-7: a response with status 200 after 8.5 seconds is a success", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventoryTopic);
  installed.app.receiver.respondWith({ status: 200, delay: 8_500 });
  const quantity = await stocked.addStock();
  await waitForAttempts(installed, quantity, 1);
  await sleep(9_500);
  await fixture.advanceTime(10_000);
  installed.app.receiver.respondWith({ status: 200 });
  await deliverOneChange([installed]);
  assert.equal(listAttempts(installed, quantity).length, 1);
});
