import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { createPartner, signInStockedMerchant } from "../people.ts";
import { adjustStock, listShelfProducts, loadLocations, type Product } from "../stock.ts";
import { subscribe } from "../webhooks.ts";

let fixture: ConformanceFixture;
let installed: Installed;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await registerApp(fixture, await createPartner(fixture));
  const scopes = ["read_products", "write_products"];
  installed = await install(fixture, await signInStockedMerchant(fixture), { app, scopes });
});
after(() => fixture.close());

const hour = 3_600_000;
const shortStep = hour / 6;

test("WHK-7: a failing webhook is retried at growing intervals for at most two days", async () => {
  const { api, app } = installed;
  const [product] = (await listShelfProducts(api, "retry window")) as [Product];
  const topic = "inventory_level/inventory_quantity_update";
  const times: number[] = [];
  const ids = new Set<string>();
  const variant_id = product.variants[0]?.id ?? assert.fail();
  app.receiver.answer(({ method, headers, body }) => {
    // Other files change other stock of the same store.
    if (method !== "POST" || !body.includes(`"variant_id":${variant_id},`)) return { status: 200 };
    times.push(fixture.now());
    ids.add(headers["service-webhook-id"] ?? "");
    return { status: 500 };
  });
  await subscribe(installed, topic);
  const location_id = (await loadLocations(api)).primary.id;
  await adjustStock(api, variant_id, { location_id, change: 1 });
  await eventually(() => times.length >= 1);
  if (!fixture.canAdvanceTime) {
    await eventually(() => times.length >= 3, { within: 60_000 });
    const [first, second, third] = times as [number, number, number];
    assert.ok(third - second > second - first, `attempts at ${times.join(", ")}`);
    return;
  }
  // The platform looks a few times a second for what a turned clock has made due: it is given the time to.
  for (let at = 0; at < 60 * hour; ) {
    const step = at >= 46 * hour && at < 50 * hour ? shortStep : hour;
    await fixture.advanceTime(step);
    await sleep(350);
    at += step;
  }
  assert.equal(ids.size, 1, "it was another delivery");
  assert.ok(times.length >= 8, `only ${times.length} attempts`);
  const first = times[0] ?? 0;
  // The clock may be turned while a request is on its way.
  assert.ok((times.at(-1) ?? 0) - first <= 48 * hour + shortStep, "an attempt after two days");
  assert.ok((times.at(-1) ?? 0) - first >= 40 * hour, "given up long before two days");
});
