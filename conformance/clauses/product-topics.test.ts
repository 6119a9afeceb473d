import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { assertDone } from "../assertions.ts";
import { type CatalogProduct, createProduct, installInEmptyStore, readProduct } from "../catalog.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import type { StoreApi } from "../store-api.ts";
import { listReceived, parsePayload, subscribe } from "../webhooks.ts";

const inventory = "inventory_level/inventory_quantity_update";
const topics = ["product/create", "product/update", "product/delete", inventory] as const;

let fixture: ConformanceFixture;
let listener: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  listener = await installInEmptyStore(fixture);
  ({ api } = listener);
  for (const topic of topics) await subscribe(listener, topic);
});
after(() => fixture.close());

/** Return the webhooks of a topic about a product so far. */
function listWebhooks(topic: string, id: number): ReceivedRequest[] {
  return listReceived(listener, topic).filter((request) => parsePayload<{ id: number }>(request).id === id);
}

function waitForWebhook(
  topic: string,
  check: (payload: CatalogProduct) => boolean,
): Promise<ReceivedRequest> {
  return listener.app.receiver.received(
    ({ method, headers, body }) =>
      method === "POST" && headers["service-topic"] === topic && check(JSON.parse(body.toString())),
    10_000,
  );
}

/** Wait until everything raised so far has arrived, by raising one more event. */
async function settle(): Promise<void> {
  const { id } = await createProduct(api, { title: "Last of all" });
  await waitForWebhook("product/create", (payload) => payload.id === id);
  assertDone(await api.put(`/3.0/products/${id}.json`, { note: "now" }));
  await waitForWebhook("product/update", (payload) => payload.id === id);
}

// Part of WHK-9 and WHK-14, for product/create, product/update and product/delete.
test("WHK-10: product/create sends the product's fields directly, once, as fetched by its id", async () => {
  const made = await createProduct(api, {
    title: "Sample",
    variants: [{ price: "5", inventory_quantity: 7 }],
  });
  const request = await waitForWebhook("product/create", ({ id }) => id === made.id);
  assert.deepEqual(parsePayload(request), made);
  assert.deepEqual(parsePayload(request), await readProduct(api, made.id));
  await settle();
  assert.equal(listWebhooks("product/create", made.id).length, 1);
  assert.equal(listWebhooks("product/update", made.id).length, 0);
});

test("WHK-10: opening stock is sent by its level, caused by product/create", async () => {
  const made = await createProduct(api, { title: "Stocked", variants: [{ inventory_quantity: 3 }] });
  const variant_id = made.variants[0]?.id;
  const request = await listener.app.receiver.received(
    ({ headers, body }) =>
      headers["service-topic"] === inventory && JSON.parse(body.toString()).variant_id === variant_id,
    10_000,
  );
  assert.equal(request.headers["service-webhook-context"], "product/create");
  const { inventory_quantity, adjustment } = parsePayload<{ inventory_quantity: number; adjustment: string }>(
    request,
  );
  assert.deepEqual([inventory_quantity, adjustment], [3, "SET"]);
});

test("WHK-10: product/delete sends the id", async () => {
  const { id } = await createProduct(api, { title: "Gone" });
  assertDone(await api.delete(`/3.0/products/${id}.json`));
  const request = await waitForWebhook("product/delete", (payload) => payload.id === id);
  assert.deepEqual(parsePayload(request), { id });
  await settle();
  assert.equal(listWebhooks("product/delete", id).length, 1);
});

test("WHK-13: product/update fires once for a change of the product, its variants or options", async () => {
  const made = await createProduct(api, {
    title: "Changing",
    variant_options: [{ name: "Size", options: ["S", "M"] }],
  });
  const base = `/3.0/products/${made.id}`;
  const [small, medium] = made.variants;
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
  for (const [n, [change, check]] of changes.entries()) {
    assertDone(await change());
    const request = await waitForWebhook(
      "product/update",
      (payload) => payload.id === made.id && check(payload),
    );
    // WHK-6: what caused it, and who.
    assert.equal(request.headers["service-webhook-context"], "product/update");
    assert.equal(request.headers["service-webhook-trigger-by-app"], listener.app.handle);
    await settle();
    assert.equal(listWebhooks("product/update", made.id).length, n + 1);
  }
});

test("WHK-13: a change without effect and a rejected change fire nothing", async () => {
  const made = await createProduct(api, { title: "Still", tags: ["a"], variants: [{ price: "5" }] });
  const base = `/3.0/products/${made.id}`;
  assertDone(await api.put(`${base}.json`, { product: made }));
  assertDone(
    await api.put(`${base}/variants.json`, { variants: [{ id: made.variants[0]?.id, price: "5.00" }] }),
  );
  assert.equal((await api.put(`${base}.json`, { title: "" })).status, 422);
  await settle();
  assert.equal(listWebhooks("product/update", made.id).length, 0);
});
