import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { createMerchant, createPartner, type Person, signInStockedMerchant } from "../people.ts";
import { listShelfProducts, type Product } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { parsePayload, subscribe } from "../webhooks.ts";

interface Collection {
  id: number;
  title: string;
  handle: string;
  parent_id: number | null;
  products_count: number;
}

interface Collect {
  id: number;
  product_id: number;
  collection_id: number;
  position: number;
}

type Shown = Product & { collections: { id: number; title: string; handle: string }[] };

let fixture: ConformanceFixture;
let partner: Person;
let installed: Installed;
let api: StoreApi;
let one: Product;
let two: Product;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products"];
  installed = await install(fixture, await signInStockedMerchant(fixture), { app, scopes });
  api = installed.api;
  [one, two] = (await listShelfProducts(api, "collections")) as [Product, Product];
  await subscribe(installed, "product/update");
});
after(() => fixture.close());

let createdCount = 0;

async function newCollection(title: string, more: object = {}): Promise<Collection> {
  const own = `${title} ${installed.id}-${createdCount++}`;
  const answer = await api.post("/3.0/collections.json", { collection: { title: own, ...more } });
  return assertDone<{ collection: Collection }>(answer).collection;
}

async function put(product: Product, { id }: Collection): Promise<Collect> {
  const collect = { product_id: product.id, collection_id: id };
  return assertDone<{ collect: Collect }>(await api.post("/3.0/collects.json", { collect })).collect;
}

/** Return the product's position among the products of one collection, as the product shows it. */
async function shownIn({ id }: Product, collection: Collection) {
  const { product } = assertDone<{ product: Shown }>(await api.get(`/3.0/products/${id}.json`));
  return product.collections.find((shown) => shown.id === collection.id);
}

/** Return the product/update that shows a product in a collection, or out of it. */
function waitForProductUpdate({ id }: Product, collection: Collection, isIn: boolean) {
  return installed.app.receiver.received(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const product = JSON.parse(body.toString()) as Shown;
    return product.id === id && product.collections.some((shown) => shown.id === collection.id) === isIn;
  }, 10_000);
}

test("PRD-3: a product belongs to the collections it is added to; product/update fires once", async () => {
  const collection = await newCollection("Gifts");
  const collect = await put(one, collection);
  const request = await waitForProductUpdate(one, collection, true);
  assert.equal(request.headers["service-webhook-context"], "product/update");
  assert.equal(request.headers["service-webhook-trigger-by-app"], installed.app.handle);
  const { id, title, handle } = collection;
  assert.deepEqual(await shownIn(one, collection), { id, title, handle });
  assert.deepEqual(await put(one, collection), collect, "the same pair again");
  assertDone(await api.delete(`/3.0/collects/${collect.id}.json`));
  await waitForProductUpdate(one, collection, false);
  assert.equal(await shownIn(one, collection), undefined);
  const about = installed.app.receiver.requests.filter(
    ({ headers, body }) =>
      headers["service-topic"] === "product/update" && parsePayload<Product>({ body } as never).id === one.id,
  );
  assert.equal(about.length, 2, "one for each change");
});

test("PRD-3: renamed collections show in products at once; deleted ones leave, products stay", async () => {
  const collection = await newCollection("Lamps");
  const child = await newCollection("Table lamps", { parent_id: collection.id });
  for (const product of [one, two]) await put(product, collection);
  const path = `/3.0/collections/${collection.id}.json`;
  const handle = `lights-${collection.id}`;
  assertDone(await api.put(path, { collection: { title: "Lights", handle } }));
  assert.deepEqual(await shownIn(two, collection), { id: collection.id, title: "Lights", handle });
  const { collection: full } = assertDone<{ collection: Collection }>(await api.get(path));
  assert.equal(full.products_count, 2);
  assertDone(await api.delete(path));
  for (const product of [one, two]) {
    assert.equal(await shownIn(product, collection), undefined);
    await waitForProductUpdate(product, collection, false);
  }
  assertRejected(await api.get(path), 404, "not_found");
  const orphan = await api.get(`/3.0/collections/${child.id}.json`);
  assert.equal(assertDone<{ collection: Collection }>(orphan).collection.parent_id, null);
});

test("PRD-3: collections keep an order of their products, and products move in it", async () => {
  const collection = await newCollection("In order");
  const [first, second] = [await put(one, collection), await put(two, collection)];
  const order = async () => {
    const path = `/3.0/collects.json?collection_id=${collection.id}&sort=position.asc`;
    return assertDone<{ collects: Collect[] }>(await api.get(path)).collects.map(({ id }) => id);
  };
  assert.deepEqual(await order(), [first.id, second.id]);
  assertDone(await api.put(`/3.0/collects/${second.id}.json`, { collect: { position: first.position } }));
  assert.deepEqual(await order(), [second.id, first.id]);
});

test("PRD-3: an invalid collection or member is rejected by name", async () => {
  const collection = await newCollection("Strict");
  const other = await newCollection("Other", { parent_id: collection.id });
  const post = (json: object) => api.post("/3.0/collections.json", { collection: json });
  assertNamesFields(await post({}), "title");
  assertNamesFields(await post({ title: "Twice", handle: collection.handle }), "handle");
  assertNamesFields(await post({ title: "Lost", parent_id: 900_719_925_474_099 }), "parent_id");
  assertNamesFields(await post({ title: "Drawn", image_url: "ftp://pictures.test/a.png" }), "image_url");
  const circle = { collection: { parent_id: other.id } };
  assertNamesFields(await api.put(`/3.0/collections/${collection.id}.json`, circle), "parent_id");
  const pair = { product_id: one.id, collection_id: 900_719_925_474_099 };
  const { fields = [] } = assertRejected(
    await api.post("/3.0/collects.json", { collect: pair }),
    404,
    "not_found",
  );
  assert.deepEqual(
    fields.map(({ path }) => path),
    ["collection_id"],
  );
});

test("API-3: a collection of one store is unknown in another", async () => {
  const collection = await newCollection("Ours");
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products"];
  const { api: theirs } = await install(fixture, await createMerchant(fixture), { app, scopes });
  const path = `/3.0/collections/${collection.id}.json`;
  for (const answer of [
    await theirs.get(path),
    await theirs.put(path, { title: "Theirs" }),
    await theirs.delete(path),
  ])
    assertRejected(answer, 404, "not_found");
  const child = { collection: { title: "Child", parent_id: collection.id } };
  assertNamesFields(await theirs.post("/3.0/collections.json", child), "parent_id");
  const collect = { product_id: one.id, collection_id: collection.id };
  assertRejected(await theirs.post("/3.0/collects.json", { collect }), 404, "not_found");
  const { total_count } = assertDone<{ total_count: number }>(await theirs.get("/3.0/collections.json"));
  assert.equal(total_count, 0);
});

test("LST-1 and LST-3: collections and collects are paged, counted and filtered alike", async () => {
  const parent = await newCollection("Shelf");
  for (const title of ["A", "B", "C"]) await put(one, await newCollection(title, { parent_id: parent.id }));
  const lists = {
    collections: `/3.0/collections.json?parent_id=${parent.id}`,
    collects: `/3.0/collects.json?product_id=${one.id}`,
  };
  for (const [plural, path] of Object.entries(lists)) {
    type List = Record<string, { id: number }[]> & { total_count: number; page_count: number; page: number };
    const all = assertDone<List>(await api.get(path));
    assert.ok(all.total_count >= 3, path);
    const counted = assertDone<{ count: number }>(await api.get(path.replace(".json", "/count.json")));
    assert.equal(counted.count, all.total_count, path);
    const last = assertDone<List>(await api.get(`${path}&limit=1&page=9999`));
    assert.deepEqual([last.page, last.page_count], [all.total_count, all.total_count], path);
    assert.deepEqual(last[plural], all[plural]?.slice(-1), path);
  }
});
