import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import {
  type CatalogProduct,
  createProduct,
  installInEmptyStore,
  listVariantNames,
  readProduct,
} from "../catalog.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import { loadLocations, readQuantity } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let installedApp: InstalledApp;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  installedApp = await installInEmptyStore(fixture);
  ({ api } = installedApp);
});
after(() => fixture.close());

const buildSizeOptions = (value: string) => [{ name: "Size", value }];

const shirt = {
  title: "Batik shirt",
  vendor: "Sungai",
  tags: ["batik"],
  variants: [
    { options: buildSizeOptions("S"), price: "59.90", sku: "B-S", inventory_quantity: 4 },
    { options: buildSizeOptions("M"), price: 64.5, sku: "B-M", inventory_quantity: 6 },
  ],
};

async function countProducts(): Promise<number> {
  return assertOk<{ count: number }>(await api.get("/3.0/products/count.json")).count;
}

test("PRD-2: a product created with variants can be read and listed", async () => {
  const count = await countProducts();
  const createdProduct = await createProduct(api, shirt);
  assert.deepEqual(
    [createdProduct.title, createdProduct.name, createdProduct.visibility],
    ["Batik shirt", "Batik shirt", "published"],
  );
  assert.match(createdProduct.handle, /^batik-shirt/);
  assert.deepEqual(
    createdProduct.variants.map(({ name, price, sku, inventory_quantity }) => [
      name,
      price,
      sku,
      inventory_quantity,
    ]),
    [
      ["S", "59.90", "B-S", 4],
      ["M", "64.50", "B-M", 6],
    ],
  );
  assert.equal(createdProduct.total_quantity, 10);
  assert.deepEqual(await readProduct(api, createdProduct.id), createdProduct);
  const list = await api.get(`/3.0/products.json?ids=${createdProduct.id}`);
  assert.deepEqual(assertOk<{ products: CatalogProduct[] }>(list).products, [createdProduct]);
  assert.equal(await countProducts(), count + 1);
});

test("PRD-2: PUT updates a product and keeps the omitted fields", async () => {
  const createdProduct = await createProduct(api, shirt);
  const body = { product: { title: "Batik shirt, indigo", tags: ["batik", "indigo"] } };
  const response = await api.put(`/3.0/products/${createdProduct.id}.json`, body);
  const { product } = assertOk<{ product: CatalogProduct }>(response);
  assert.deepEqual(product, {
    ...createdProduct,
    ...body.product,
    name: body.product.title,
    updated_at: product.updated_at,
  });
  assert.ok(Date.parse(product.updated_at) > Date.parse(createdProduct.updated_at));
  assert.deepEqual(await readProduct(api, createdProduct.id), product);
  const { product: unchangedProduct } = assertOk<{ product: CatalogProduct }>(
    await api.put(`/3.0/products/${createdProduct.id}.json`, body),
  );
  assert.deepEqual(unchangedProduct, product);
});

test("PRD-2: a deleted product is not found", async () => {
  const createdProduct = await createProduct(api, shirt);
  assert.deepEqual(assertOk(await api.delete(`/3.0/products/${createdProduct.id}.json`)), {});
  assertRejected(await api.get(`/3.0/products/${createdProduct.id}.json`), 404, "not_found");
  assertRejected(await api.delete(`/3.0/products/${createdProduct.id}.json`), 404, "not_found");
});

test("PRD-3: variants are built from option types and their values", async () => {
  const options = [
    { name: "Color", options: ["Indigo", "Brown"] },
    { name: "Size", options: ["S", "M"] },
  ];
  const createdProduct = await createProduct(api, { title: "Sarong", variant_options: options });
  assert.deepEqual(
    createdProduct.variant_types.map(({ name }) => name),
    ["Color", "Size"],
  );
  assert.deepEqual(
    createdProduct.variant_options.map(({ name }) => name),
    ["Indigo", "Brown", "S", "M"],
  );
  assert.deepEqual(listVariantNames(createdProduct), ["Indigo / S", "Indigo / M", "Brown / S", "Brown / M"]);
  const duplicate = {
    title: "Sarong",
    variants: [{ options: buildSizeOptions("S") }, { options: buildSizeOptions("S") }],
  };
  assertInvalidFields(await api.post("/3.0/products.json", { product: duplicate }), "variants.1.options");
});

// A PNG image of one dark pixel.
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function uploadImage(productId: number): Promise<HttpResponse> {
  const url = `${fixture.origins.store(installedApp.merchant.store.handle)}/api/3.0/products/${productId}/images.json`;
  const headers = { "content-type": "image/png" };
  return fixture.request(url, { method: "POST", token: installedApp.token, headers, body: pixel });
}

test("PRD-3: a product has at most 9 images", async () => {
  const { id } = await createProduct(api, { title: "Photographed product" });
  for (let n = 1; n <= 9; n++) assertOk(await uploadImage(id));
  assertInvalidFields(await uploadImage(id), "images");
  assert.equal((await readProduct(api, id)).images.length, 9);
});

test("PRD-3: a product belongs to the collections that it was added to", async () => {
  const { id } = await createProduct(api, { title: "Grouped" });
  const response = await api.post("/3.0/collections.json", { collection: { title: "Grouped products" } });
  const { collection } = assertOk<{ collection: { id: number; title: string; handle: string } }>(response);
  const collect = { product_id: id, collection_id: collection.id };
  assertOk(await api.post("/3.0/collects.json", { collect }));
  const { id: collection_id, title, handle } = collection;
  assert.deepEqual((await readProduct(api, id)).collections, [{ id: collection_id, title, handle }]);
});

test("PRD-4: each variant has its own price, SKU and stock", async () => {
  const { id, variants } = await createProduct(api, shirt);
  const [small, medium] = variants;
  assert.ok(small && medium);
  const path = `/3.0/products/${id}/variants/${small.id}.json`;
  assertOk(await api.put(path, { variant: { price: "1.00", sku: "ALONE", inventory_quantity: 1 } }));
  const currentProduct = await readProduct(api, id);
  assert.deepEqual(
    currentProduct.variants.map(({ price, sku, inventory_quantity }) => [price, sku, inventory_quantity]),
    [
      ["1.00", "ALONE", 1],
      ["64.50", "B-M", 6],
    ],
  );
  assert.deepEqual(currentProduct.variants[1], medium);
  assert.deepEqual(
    [currentProduct.min_price, currentProduct.max_price, currentProduct.total_quantity],
    ["1.00", "64.50", 7],
  );
});

test("PRD-4: a variant can link to an image of its product, but not to an image of another product", async () => {
  const product = await createProduct(api, shirt);
  const otherProduct = await createProduct(api, shirt);
  const ownImageId = assertOk<{ images: { id: number }[] }>(await uploadImage(product.id)).images[0]?.id ?? 0;
  const otherImageId =
    assertOk<{ images: { id: number }[] }>(await uploadImage(otherProduct.id)).images[0]?.id ?? 0;
  const path = `/3.0/products/${product.id}/variants/${product.variants[0]?.id}.json`;
  assertOk(await api.put(path, { image_id: ownImageId }));
  assertInvalidFields(await api.put(path, { image_id: otherImageId }), "image_id");
  assert.equal((await readProduct(api, product.id)).variants[0]?.image_id, ownImageId);
  assertOk(await api.delete(`/3.0/products/${product.id}/images.json`, { image_ids: String(ownImageId) }));
  assert.equal((await readProduct(api, product.id)).variants[0]?.image_id, 0);
});

test("PRD-7: the stock of a new product and of a new variant is at the primary location", async () => {
  const createdProduct = await createProduct(api, shirt);
  const { primary } = await loadLocations(api);
  assert.equal(await readQuantity(api, createdProduct.variants[1]?.id ?? 0, primary.id), 6);
  const body = { variant: { options: buildSizeOptions("L"), inventory_quantity: 3 } };
  const response = await api.post(`/3.0/products/${createdProduct.id}/variants.json`, body);
  const { variant } = assertOk<{ variant: { id: number } }>(response);
  assert.equal(await readQuantity(api, variant.id, primary.id), 3);
  assert.equal((await readProduct(api, createdProduct.id)).total_quantity, 13);
});
