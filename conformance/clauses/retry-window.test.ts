import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createPartner, signInStockedMerchant } from "../people.ts";
import { adjustStock, listProductsInRange, loadLocations, type Product } from "../stock.ts";
import { subscribe } from "../webhooks.ts";

let fixture: ConformanceFixture;
let installedApp: InstalledApp;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await registerApp(fixture, await createPartner(fixture));
  const scopes = ["read_products", "write_products"];
  installedApp = await installApp(fixture, await signInStockedMerchant(fixture), { app, scopes });
});
after(() => fixture.close());

const hourMs = 3_600_000;
/** The length of the clock's steps near the end of the two days, where the test looks for the last attempt. */
const shortStepMs = hourMs / 6;

test("WHK-7: a failing webhook is retried at growing intervals for at most two days", async () => {
  const { api, app } = installedApp;
  const [product] = (await listProductsInRange(api, "retry window")) as [Product];
  const topic = "inventory_level/inventory_quantity_update";
  const attemptTimes: number[] = [];
  const deliveryIds = new Set<string>();
  const variant_id = product.variants[0]?.id ?? assert.fail();
  app.receiver.respondWith(({ method, headers, body }) => {
    // Other test files change other stock of the same store.
    if (method !== "POST" || !body.includes(`"variant_id":${variant_id},`)) return { status: 200 };
    attemptTimes.push(fixture.now());
    deliveryIds.add(headers["service-webhook-id"] ?? "");
    return { status: 500 };
  });
  await subscribe(installedApp, topic);
  const location_id = (await loadLocations(api)).primary.id;
  await adjustStock(api, variant_id, { location_id, change: 1 });
  await eventually(() => attemptTimes.length >= 1);
  if (!fixture.canAdvanceTime) {
    await eventually(() => attemptTimes.length >= 3, { timeoutMs: 60_000 });
    const [firstTime, secondTime, thirdTime] = attemptTimes as [number, number, number];
    assert.ok(thirdTime - secondTime > secondTime - firstTime, `attempts at ${attemptTimes.join(", ")}`);
    return;
  }
  for (let elapsedMs = 0; elapsedMs < 60 * hourMs; ) {
    const stepMs = elapsedMs >= 46 * hourMs && elapsedMs < 50 * hourMs ? shortStepMs : hourMs;
    await fixture.advanceTime(stepMs);
    await fixture.waitForDueDeliveries();
    elapsedMs += stepMs;
  }
  assert.equal(deliveryIds.size, 1, "the attempts have different ids");
  assert.ok(attemptTimes.length >= 8, `only ${attemptTimes.length} attempts`);
  const firstTime = attemptTimes[0] ?? 0;
  // The clock may be advanced while a request is in flight, so an attempt may seem to be one step late.
  assert.ok((attemptTimes.at(-1) ?? 0) - firstTime <= 48 * hourMs + shortStepMs, "an attempt after two days");
  assert.ok(
    (attemptTimes.at(-1) ?? 0) - firstTime >= 40 * hourMs,
    "the last attempt was more than 8 hours before the end of the two days",
  );
});
