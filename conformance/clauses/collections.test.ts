import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createMerchant, createPartner, type Person, signInStockedMerchant } from "../people.ts";
import { listProductsInRange, type Product } from "../stock.ts";
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

type ProductWithCollections = Product & { collections: { id: number; title: string; handle: string }[] };

let fixture: ConformanceFixture;
let partner: Person;
let installedApp: InstalledApp;
let api: StoreApi;
let firstProduct: Product;
let secondProduct: Product;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products"];
  installedApp = await installApp(fixture, await signInStockedMerchant(fixture), { app, scopes });
  api = installedApp.api;
  [firstProduct, secondProduct] = (await listProductsInRange(api, "collections")) as [Product, Product];
  await subscribe(installedApp, "product/update");
});
after(() => fixture.close());

let createdCount = 0;

async function createCollection(title: string, extraFields: object = {}): Promise<Collection> {
  const uniqueTitle = `${title} ${installedApp.id}-${createdCount++}`;
  const response = await api.post("/3.0/collections.json", {
    collection: { title: uniqueTitle, ...extraFields },
  });
  return assertOk<{ collection: Collection }>(response).collection;
}

async function addToCollection(product: Product, { id }: Collection): Promise<Collect> {
  const collect = { product_id: product.id, collection_id: id };
  return assertOk<{ collect: Collect }>(await api.post("/3.0/collects.json", { collect })).collect;
}

/** Return a collection from the `collections` of a product, or undefined if the product is not in it. */
async function findShownCollection({ id }: Product, collection: Collection) {
  const { product } = assertOk<{ product: ProductWithCollections }>(
    await api.get(`/3.0/products/${id}.json`),
  );
  return product.collections.find((candidate) => candidate.id === collection.id);
}

/** Wait for a product/update that shows the product in the collection or, if `isMember` is false, not in the collection. */
function waitForProductUpdate({ id }: Product, collection: Collection, { isMember }: { isMember: boolean }) {
  return installedApp.app.receiver.waitForRequest(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const product = JSON.parse(body.toString()) as ProductWithCollections;
    const isInCollection = product.collections.some((candidate) => candidate.id === collection.id);
    return product.id === id && isInCollection === isMember;
  }, 10_000);
}

test("PRD-3: adding a product to a collection or removing it sends one product/update", async () => {
  const collection = await createCollection("Gifts");
  const collect = await addToCollection(firstProduct, collection);
  const request = await waitForProductUpdate(firstProduct, collection, { isMember: true });
  assert.equal(request.headers["service-webhook-context"], "product/update");
  assert.equal(request.headers["service-webhook-trigger-by-app"], installedApp.app.handle);
  const { id, title, handle } = collection;
  assert.deepEqual(await findShownCollection(firstProduct, collection), { id, title, handle });
  assert.deepEqual(
    await addToCollection(firstProduct, collection),
    collect,
    "adding the product again returns the same collect",
  );
  assertOk(await api.delete(`/3.0/collects/${collect.id}.json`));
  await waitForProductUpdate(firstProduct, collection, { isMember: false });
  assert.equal(await findShownCollection(firstProduct, collection), undefined);
  const updates = installedApp.app.receiver.requests.filter(
    ({ headers, body }) =>
      headers["service-topic"] === "product/update" &&
      parsePayload<Product>({ body } as never).id === firstProduct.id,
  );
  assert.equal(updates.length, 2, "one webhook for each change");
});

test("PRD-3: renaming or deleting a collection updates its products but deletes none of them", async () => {
  const collection = await createCollection("Lamps");
  const child = await createCollection("Table lamps", { parent_id: collection.id });
  for (const product of [firstProduct, secondProduct]) await addToCollection(product, collection);
  const path = `/3.0/collections/${collection.id}.json`;
  const handle = `lights-${collection.id}`;
  assertOk(await api.put(path, { collection: { title: "Lights", handle } }));
  assert.deepEqual(await findShownCollection(secondProduct, collection), {
    id: collection.id,
    title: "Lights",
    handle,
  });
  const { collection: currentCollection } = assertOk<{ collection: Collection }>(await api.get(path));
  assert.equal(currentCollection.products_count, 2);
  assertOk(await api.delete(path));
  for (const product of [firstProduct, secondProduct]) {
    assert.equal(await findShownCollection(product, collection), undefined);
    await waitForProductUpdate(product, collection, { isMember: false });
  }
  assertRejected(await api.get(path), 404, "not_found");
  const childResponse = await api.get(`/3.0/collections/${child.id}.json`);
  assert.equal(assertOk<{ collection: Collection }>(childResponse).collection.parent_id, null);
});

test("PRD-3: a collection's products have positions, which can be changed", async () => {
  const collection = await createCollection("Sorted");
  const [firstCollect, secondCollect] = [
    await addToCollection(firstProduct, collection),
    await addToCollection(secondProduct, collection),
  ];
  const listCollectIds = async () => {
    const path = `/3.0/collects.json?collection_id=${collection.id}&sort=position.asc`;
    return assertOk<{ collects: Collect[] }>(await api.get(path)).collects.map(({ id }) => id);
  };
  assert.deepEqual(await listCollectIds(), [firstCollect.id, secondCollect.id]);
  assertOk(
    await api.put(`/3.0/collects/${secondCollect.id}.json`, { collect: { position: firstCollect.position } }),
  );
  assert.deepEqual(await listCollectIds(), [secondCollect.id, firstCollect.id]);
});

test("PRD-3: an invalid collection or collect gets an error for the invalid field", async () => {
  const collection = await createCollection("Strict");
  const childCollection = await createCollection("Other", { parent_id: collection.id });
  const post = (json: object) => api.post("/3.0/collections.json", { collection: json });
  assertInvalidFields(await post({}), "title");
  assertInvalidFields(await post({ title: "Twice", handle: collection.handle }), "handle");
  assertInvalidFields(await post({ title: "Lost", parent_id: 900_719_925_474_099 }), "parent_id");
  assertInvalidFields(await post({ title: "Drawn", image_url: "ftp://images.test/a.png" }), "image_url");
  const cyclicChange = { collection: { parent_id: childCollection.id } };
  assertInvalidFields(await api.put(`/3.0/collections/${collection.id}.json`, cyclicChange), "parent_id");
  const collectWithUnknownCollection = { product_id: firstProduct.id, collection_id: 900_719_925_474_099 };
  const { fields = [] } = assertRejected(
    await api.post("/3.0/collects.json", { collect: collectWithUnknownCollection }),
    404,
    "not_found",
  );
  assert.deepEqual(
    fields.map(({ path }) => path),
    ["collection_id"],
  );
});

test("API-3: a collection of one store is not found in another store", async () => {
  const collection = await createCollection("Ours");
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products"];
  const { api: otherApi } = await installApp(fixture, await createMerchant(fixture), { app, scopes });
  const path = `/3.0/collections/${collection.id}.json`;
  for (const response of [
    await otherApi.get(path),
    await otherApi.put(path, { title: "Theirs" }),
    await otherApi.delete(path),
  ])
    assertRejected(response, 404, "not_found");
  const child = { collection: { title: "Child", parent_id: collection.id } };
  assertInvalidFields(await otherApi.post("/3.0/collections.json", child), "parent_id");
  const collect = { product_id: firstProduct.id, collection_id: collection.id };
  assertRejected(await otherApi.post("/3.0/collects.json", { collect }), 404, "not_found");
  const { total_count } = assertOk<{ total_count: number }>(await otherApi.get("/3.0/collections.json"));
  assert.equal(total_count, 0);
});

test("LST-1 and LST-3: lists of collections and collects have pages, counts and filters", async () => {
  const parent = await createCollection("Shelf");
  for (const title of ["A", "B", "C"])
    await addToCollection(firstProduct, await createCollection(title, { parent_id: parent.id }));
  const lists = {
    collections: `/3.0/collections.json?parent_id=${parent.id}`,
    collects: `/3.0/collects.json?product_id=${firstProduct.id}`,
  };
  for (const [plural, path] of Object.entries(lists)) {
    type List = Record<string, { id: number }[]> & { total_count: number; page_count: number; page: number };
    const fullList = assertOk<List>(await api.get(path));
    assert.ok(fullList.total_count >= 3, path);
    const countResponse = assertOk<{ count: number }>(await api.get(path.replace(".json", "/count.json")));
    assert.equal(countResponse.count, fullList.total_count, path);
    const lastPage = assertOk<List>(await api.get(`${path}&limit=1&page=9999`));
    assert.deepEqual(
      [lastPage.page, lastPage.page_count],
      [fullList.total_count, fullList.total_count],
      path,
    );
    assert.deepEqual(lastPage[plural], fullList[plural]?.slice(-1), path);
  }
});
