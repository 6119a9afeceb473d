import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { type CatalogueProduct, createProduct, emptyShop, readProduct } from "../catalogue.ts";
import type { Installed } from "../installing.ts";
import { assertDone } from "../refusals.ts";
import type { ShopApi } from "../shop-api.ts";
import { payloadOf, receivedOf, subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

const inventory = "inventory_level/inventory_quantity_update";
const topics = ["product/create", "product/update", "product/delete", inventory] as const;

let world: World;
let listener: Installed;
let api: ShopApi;

before(async () => {
  world = await openWorld();
  listener = await emptyShop(world);
  ({ api } = listener);
  for (const topic of topics) await subscribe(listener, topic);
});
after(() => world.close());

/** The webhooks of a topic about a product so far. */
function toldOf(topic: string, id: number): ReceivedRequest[] {
  return receivedOf(listener, topic).filter((request) => payloadOf<{ id: number }>(request).id === id);
}

function told(topic: string, check: (payload: CatalogueProduct) => boolean): Promise<ReceivedRequest> {
  return listener.app.receiver.received(
    ({ method, headers, body }) =>
      method === "POST" && headers["service-topic"] === topic && check(JSON.parse(body.toString())),
    10_000,
  );
}

/** Everything raised so far has come when what is raised now has. */
async function settle(): Promise<void> {
  const { id } = await createProduct(api, { title: "Last of all" });
  await told("product/create", (payload) => payload.id === id);
  assertDone(await api.put(`/3.0/products/${id}.json`, { note: "now" }));
  await told("product/update", (payload) => payload.id === id);
}

// Part of WHK-9 and WHK-14, for product/create, product/update and product/delete.
test("WHK-10: product/create sends the product's fields directly, once, as it can be fetched by its id", async () => {
  const made = await createProduct(api, {
    title: "Told",
    variants: [{ price: "5", inventory_quantity: 7 }],
  });
  const request = await told("product/create", ({ id }) => id === made.id);
  assert.deepEqual(payloadOf(request), made);
  assert.deepEqual(payloadOf(request), await readProduct(api, made.id));
  await settle();
  assert.equal(toldOf("product/create", made.id).length, 1);
  assert.equal(toldOf("product/update", made.id).length, 0);
});

test("WHK-10: opening stock is told by its level, caused by product/create", async () => {
  const made = await createProduct(api, { title: "Stocked", variants: [{ inventory_quantity: 3 }] });
  const variant_id = made.variants[0]?.id;
  const request = await listener.app.receiver.received(
    ({ headers, body }) =>
      headers["service-topic"] === inventory && JSON.parse(body.toString()).variant_id === variant_id,
    10_000,
  );
  assert.equal(request.headers["service-webhook-context"], "product/create");
  const { inventory_quantity, adjustment } = payloadOf<{ inventory_quantity: number; adjustment: string }>(
    request,
  );
  assert.deepEqual([inventory_quantity, adjustment], [3, "SET"]);
});

test("WHK-10: product/delete sends the id", async () => {
  const { id } = await createProduct(api, { title: "Gone" });
  assertDone(await api.delete(`/3.0/products/${id}.json`));
  const request = await told("product/delete", (payload) => payload.id === id);
  assert.deepEqual(payloadOf(request), { id });
  await settle();
  assert.equal(toldOf("product/delete", id).length, 1);
});

test("WHK-13: product/update fires once for a change of the product, of its variants, of its options", async () => {
  const made = await createProduct(api, {
    title: "Changing",
    variant_options: [{ name: "Size", options: ["S", "M"] }],
  });
  const base = `/3.0/products/${made.id}`;
  const [small, medium] = made.variants;
  const changes: [() => ReturnType<ShopApi["put"]>, (payload: CatalogueProduct) => boolean][] = [
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
    const request = await told("product/update", (payload) => payload.id === made.id && check(payload));
    // WHK-6: what caused it, and who.
    assert.equal(request.headers["service-webhook-context"], "product/update");
    assert.equal(request.headers["service-webhook-trigger-by-app"], listener.app.handle);
    await settle();
    assert.equal(toldOf("product/update", made.id).length, n + 1);
  }
});

test("WHK-13: what changes nothing fires nothing, and what is refused neither", async () => {
  const made = await createProduct(api, { title: "Still", tags: ["a"], variants: [{ price: "5" }] });
  const base = `/3.0/products/${made.id}`;
  assertDone(await api.put(`${base}.json`, { product: made }));
  assertDone(
    await api.put(`${base}/variants.json`, { variants: [{ id: made.variants[0]?.id, price: "5.00" }] }),
  );
  assert.equal((await api.put(`${base}.json`, { title: "" })).status, 422);
  await settle();
  assert.equal(toldOf("product/update", made.id).length, 0);
});
