import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type ReceivedRequest } from "@souk/testkit";
import { type CatalogProduct, createProduct, installInEmptyStore } from "../catalog.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type ExampleApp, installExampleApp, startExampleApp } from "../example-app.ts";
import type { InstalledApp } from "../installing.ts";
import { type Arrival, followLiveArrivals } from "../live-arrivals.ts";
import { createPartner } from "../people.ts";
import { startRecordingForwarder } from "../recording-forwarder.ts";
import { signUrl } from "../signatures.ts";
import { adjustStock, loadLocations } from "../stock.ts";
import { forwardWebhook, matchTopic, parsePayload, signWebhookAgain } from "../webhooks.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";
interface Level {
  variant_id: number;
  inventory_quantity: number;
}

let fixture: ConformanceFixture;
/**
 * An app that changes the store's products. The webhooks for the example app arrive at a receiver, and each test decides
 * which of them it forwards to the example app.
 */
let changingApp: InstalledApp;
let locationId: number;

before(async () => {
  fixture = await createConformanceFixture({ realTime: true });
  changingApp = await installInEmptyStore(fixture);
  locationId = (await loadLocations(changingApp.api)).primary.id;
});
after(() => fixture.close());

async function installExample(reconcileSeconds: number): Promise<ExampleApp> {
  const example = await startExampleApp(fixture, await createPartner(fixture), { reconcileSeconds });
  await installExampleApp(fixture, changingApp.merchant, example);
  return example;
}

/** Create a product with one variant that has 10 units in stock. */
async function createStockedProduct(title: string): Promise<{ product: CatalogProduct; variantId: number }> {
  const product = await createProduct(changingApp.api, {
    title,
    variants: [{ price: "5.00", inventory_quantity: 10 }],
  });
  return { product, variantId: product.variants[0]?.id ?? assert.fail("a product without a variant") };
}

/** Add one unit to a variant's stock. @returns the new quantity */
async function addStock(variantId: number): Promise<number> {
  const level = await adjustStock(changingApp.api, variantId, { location_id: locationId, change: 1 });
  return level.inventory_quantity;
}

/** Wait for the webhook about a variant's quantity, and return it unchanged. */
function waitForDelivery({ app }: ExampleApp, variantId: number, quantity: number): Promise<ReceivedRequest> {
  return app.receiver.waitForRequest((request) => {
    if (!matchTopic(inventoryTopic)(request)) return false;
    const { variant_id, inventory_quantity } = parsePayload<Level>(request);
    return variant_id === variantId && inventory_quantity === quantity;
  });
}

/** Return each change of a variant's quantity that the app's page lists, and whether the app ignored the change as stale. */
function listShownQuantities(
  arrivals: readonly Arrival[],
  variantId: number,
): [quantity: number, stale: boolean][] {
  return arrivals.flatMap(({ level, stale }) =>
    level?.variant_id === variantId ? [[level.quantity, stale]] : [],
  );
}

test("WHK-11: a repeated, wrongly signed or older webhook does not change the example app's data", async () => {
  const example = await installExample(3600);
  const live = await followLiveArrivals(fixture, changingApp.merchant, example);
  // The first reconciliation has ended and the next one is an hour away, so all further data comes from webhooks.
  await eventually(() => live.countReconciliations() > 0, { timeoutMs: 15_000 });
  const { variantId } = await createStockedProduct("Sent by webhook");
  const firstDelivery = await waitForDelivery(example, variantId, await addStock(variantId));
  const { client_secret } = example.app;

  const bodyWithNewline = Buffer.concat([firstDelivery.body, Buffer.from("\n")]);
  const bodyWithOtherQuantity = Buffer.from(
    firstDelivery.body.toString().replace(`"inventory_quantity":11`, `"inventory_quantity":99`),
  );
  assert.notDeepEqual(bodyWithOtherQuantity, firstDelivery.body);
  const forgedChanges = [
    { headers: signWebhookAgain(firstDelivery, firstDelivery.body, "souk_cs_another") },
    { headers: { "service-hmac-sha256": "", "webhook-signature": "" } },
    { body: bodyWithOtherQuantity },
    // Other bytes with equal JSON. An app that parses the body before it checks the signature would accept them.
    { body: bodyWithNewline },
  ];
  for (const changes of forgedChanges) {
    const { status } = await forwardWebhook(example, firstDelivery, changes);
    assert.ok(status >= 400 && status < 500, `${status} to ${JSON.stringify(changes)}`);
  }
  assert.deepEqual(listShownQuantities(live.arrivals, variantId), []);

  assert.equal((await forwardWebhook(example, firstDelivery)).status, 200);
  await eventually(() => listShownQuantities(live.arrivals, variantId).length === 1);
  for (let repetition = 0; repetition < 2; repetition++)
    assert.equal((await forwardWebhook(example, firstDelivery)).status, 200);

  const secondDelivery = await waitForDelivery(example, variantId, await addStock(variantId));
  const thirdDelivery = await waitForDelivery(example, variantId, await addStock(variantId));
  // A valid signature over bytes that no JSON library would write, because the app must not assume a format.
  const reformattedBody = Buffer.concat([Buffer.from(" \n"), thirdDelivery.body, Buffer.from("\n")]);
  const headers = signWebhookAgain(thirdDelivery, reformattedBody, client_secret);
  assert.equal(
    (await forwardWebhook(example, thirdDelivery, { body: reformattedBody, headers })).status,
    200,
  );
  assert.equal((await forwardWebhook(example, secondDelivery)).status, 200);
  await eventually(() => listShownQuantities(live.arrivals, variantId).length >= 3);
  assert.deepEqual(listShownQuantities(live.arrivals, variantId), [
    [11, false],
    [13, false],
    [12, true],
  ]);
});

test("WHK-12: without webhooks, the example app finds changes by reading overlapping periods with updated_at_min", async () => {
  const earlyProduct = await createStockedProduct("Changed first");
  const lateProduct = await createStockedProduct("Changed last");
  const example = await installExample(1);
  const forwarder = await startRecordingForwarder(fixture);
  const { store } = changingApp.merchant;
  // From this load on, the app calls the store's API through the forwarder.
  const parameters = {
    shop: store.domain,
    host_url: `http://admin.${fixture.origins.domain}:${forwarder.port}/${store.handle}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const url = signUrl(example.app.app_url, parameters, example.app.client_secret);
  assert.equal((await example.request(url.href)).status, 200);
  const listReconciliations = (): { updatedAtMin: string | null; newestUpdatedAt: string }[] =>
    forwarder.calls
      .filter(({ method, url: { pathname } }) => method === "GET" && pathname === "/api/3.0/products.json")
      .map(({ url: calledUrl, response }) => ({
        updatedAtMin: calledUrl.searchParams.get("updated_at_min"),
        newestUpdatedAt: readProducts(response).reduce(
          (latest, { updated_at }) => (updated_at > latest ? updated_at : latest),
          "",
        ),
      }));
  await eventually(() => listReconciliations().length >= 2, { timeoutMs: 20_000 });
  const live = await followLiveArrivals(fixture, changingApp.merchant, example);

  // This simulates a transaction that is committed late: the response with the later change does not contain the earlier
  // change yet.
  forwarder.rewrite(({ response }) => omitProduct(response, earlyProduct.product.id));
  await addStock(earlyProduct.variantId);
  await addStock(lateProduct.variantId);
  await eventually(() => listShownQuantities(live.arrivals, lateProduct.variantId).length === 1, {
    timeoutMs: 20_000,
  });
  assert.deepEqual(listShownQuantities(live.arrivals, earlyProduct.variantId), []);
  forwarder.rewrite(({ response }) => response);
  await eventually(() => listShownQuantities(live.arrivals, earlyProduct.variantId).length === 1, {
    timeoutMs: 20_000,
  });
  // Further reconciliations read the overlap window again and find nothing new.
  const reconciliationCount = listReconciliations().length;
  await eventually(() => listReconciliations().length >= reconciliationCount + 2, { timeoutMs: 20_000 });
  assert.deepEqual(listShownQuantities(live.arrivals, earlyProduct.variantId), [[11, false]]);
  assert.deepEqual(listShownQuantities(live.arrivals, lateProduct.variantId), [[11, false]]);

  const webhooks = live.arrivals.filter(({ topic }) => topic !== null);
  assert.deepEqual(webhooks, [], "no webhook was forwarded to the app");
  const reconciliations = listReconciliations();
  for (const [reconciliationIndex, { updatedAtMin }] of reconciliations.entries()) {
    const newestUpdatedAt = reconciliations
      .slice(0, reconciliationIndex)
      .map((reconciliation) => reconciliation.newestUpdatedAt)
      .reduce((latest, updatedAt) => (updatedAt > latest ? updatedAt : latest), "");
    assert.ok(
      updatedAtMin !== null && !Number.isNaN(Date.parse(updatedAtMin)),
      `a reconciliation without updated_at_min: ${updatedAtMin}`,
    );
    if (newestUpdatedAt === "") continue;
    // Both times are in the store's time zone, as the platform reads updated_at_min (LST-7).
    const overlapMs = Date.parse(newestUpdatedAt) - Date.parse(updatedAtMin);
    assert.ok(
      overlapMs >= 60_000,
      `the reconciliation from ${updatedAtMin} overlaps ${newestUpdatedAt} by only ${overlapMs} ms`,
    );
  }
});

function readProducts(response: unknown): { id: number; updated_at: string }[] {
  return (response as { products?: { id: number; updated_at: string }[] }).products ?? [];
}

function omitProduct(response: unknown, id: number): unknown {
  if (readProducts(response).length === 0) return response;
  return { ...(response as object), products: readProducts(response).filter((product) => product.id !== id) };
}
