import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { assertOk } from "../assertions.ts";
import { type CatalogProduct, createProduct, installInEmptyStore, readProduct } from "../catalog.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import type { StoreApi } from "../store-api.ts";
import { listReceivedWebhooks, parsePayload, subscribe } from "../webhooks.ts";

const inventoryTopic = "inventory_level/inventory_quantity_update";
const topics = ["product/create", "product/update", "product/delete", inventoryTopic] as const;

let fixture: ConformanceFixture;
let listeningApp: InstalledApp;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  listeningApp = await installInEmptyStore(fixture);
  ({ api } = listeningApp);
  for (const topic of topics) await subscribe(listeningApp, topic);
});
after(() => fixture.close());

/** Return the webhooks of a topic received so far for a product. */
function listWebhooks(topic: string, id: number): ReceivedRequest[] {
  return listReceivedWebhooks(listeningApp, topic).filter(
    (request) => parsePayload<{ id: number }>(request).id === id,
  );
}

function waitForWebhook(
  topic: string,
  isExpected: (payload: CatalogProduct) => boolean,
): Promise<ReceivedRequest> {
  return listeningApp.app.receiver.waitForRequest(
    ({ method, headers, body }) =>
      method === "POST" && headers["service-topic"] === topic && isExpected(JSON.parse(body.toString())),
    10_000,
  );
}

/** Create one more product and wait for its webhooks, so that all webhooks of earlier changes have arrived. */
async function waitForAllWebhooks(): Promise<void> {
  const { id } = await createProduct(api, { title: "Created last" });
  await waitForWebhook("product/create", (payload) => payload.id === id);
  assertOk(await api.put(`/3.0/products/${id}.json`, { note: "now" }));
  await waitForWebhook("product/update", (payload) => payload.id === id);
}

// Also covers parts of WHK-9 and WHK-14: product/create, product/update and product/delete.
test("WHK-10: product/create is sent once, with the same product as the API but no wrapper object", async () => {
  const createdProduct = await createProduct(api, {
    title: "Sample",
    variants: [{ price: "5", inventory_quantity: 7 }],
  });
  const request = await waitForWebhook("product/create", ({ id }) => id === createdProduct.id);
  assert.deepEqual(parsePayload(request), createdProduct);
  assert.deepEqual(parsePayload(request), await readProduct(api, createdProduct.id));
  await waitForAllWebhooks();
  assert.equal(listWebhooks("product/create", createdProduct.id).length, 1);
  assert.equal(listWebhooks("product/update", createdProduct.id).length, 0);
});

test("WHK-10: a new product's stock is sent as a stock level update with context product/create", async () => {
  const createdProduct = await createProduct(api, {
    title: "Stocked",
    variants: [{ inventory_quantity: 3 }],
  });
  const variant_id = createdProduct.variants[0]?.id;
  const request = await listeningApp.app.receiver.waitForRequest(
    ({ headers, body }) =>
      headers["service-topic"] === inventoryTopic && JSON.parse(body.toString()).variant_id === variant_id,
    10_000,
  );
  assert.equal(request.headers["service-webhook-context"], "product/create");
  const { inventory_quantity, adjustment } = parsePayload<{ inventory_quantity: number; adjustment: string }>(
    request,
  );
  assert.deepEqual([inventory_quantity, adjustment], [3, "SET"]);
});

test("WHK-10: product/delete sends the product's id once", async () => {
  const { id } = await createProduct(api, { title: "Gone" });
  assertOk(await api.delete(`/3.0/products/${id}.json`));
  const request = await waitForWebhook("product/delete", (payload) => payload.id === id);
  assert.deepEqual(parsePayload(request), { id });
  await waitForAllWebhooks();
  assert.equal(listWebhooks("product/delete", id).length, 1);
});

test("WHK-13: a change of a product, its variants or options sends one product/update", async () => {
  const createdProduct = await createProduct(api, {
    title: "Changing",
    variant_options: [{ name: "Size", options: ["S", "M"] }],
  });
  const base = `/3.0/products/${createdProduct.id}`;
  const [small, medium] = createdProduct.variants;
  const changes: [() => ReturnType<StoreApi["put"]>, (payload: CatalogProduct) => boolean][] = [
    [() => api.put(`${base}.json`, { title: "Changed" }), ({ title }) => title === "Changed"],
    [
      () => api.put(`${base}/variants/${small?.id}.json`, { sku: "NEW", inventory_quantity: 4 }),
      ({ variants, total_quantity }) => variants[0]?.sku === "NEW" && total_quantity === 4,
    ],
    [() => api.delete(`${base}/variants/${medium?.id}.json`), ({ variants }) => variants.length === 1],
    [
      () => api.post(`${base}/options.json`, { option_type: "Size", option_values: ["L"] }),
      ({ variants }) => variants[1]?.name === "L",
    ],
  ];
  for (const [index, [makeChange, isExpected]] of changes.entries()) {
    assertOk(await makeChange());
    const request = await waitForWebhook(
      "product/update",
      (payload) => payload.id === createdProduct.id && isExpected(payload),
    );
    // WHK-6: the headers for the context and the app that made the change.
    assert.equal(request.headers["service-webhook-context"], "product/update");
    assert.equal(request.headers["service-webhook-trigger-by-app"], listeningApp.app.handle);
    await waitForAllWebhooks();
    assert.equal(listWebhooks("product/update", createdProduct.id).length, index + 1);
  }
});

test("WHK-13: a product change that is rejected or has no effect sends no webhook", async () => {
  const createdProduct = await createProduct(api, {
    title: "Still",
    tags: ["a"],
    variants: [{ price: "5" }],
  });
  const base = `/3.0/products/${createdProduct.id}`;
  assertOk(await api.put(`${base}.json`, { product: createdProduct }));
  assertOk(
    await api.put(`${base}/variants.json`, {
      variants: [{ id: createdProduct.variants[0]?.id, price: "5.00" }],
    }),
  );
  assert.equal((await api.put(`${base}.json`, { title: "" })).status, 422);
  await waitForAllWebhooks();
  assert.equal(listWebhooks("product/update", createdProduct.id).length, 0);
});
