import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import {
  type CatalogProduct,
  createProduct,
  installInEmptyStore,
  listVariantNames,
  readProduct,
} from "../catalog.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { loadLocations, readQuantity } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let installed: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  installed = await installInEmptyStore(fixture);
  ({ api } = installed);
});
after(() => fixture.close());

const sized = (value: string) => [{ name: "Size", value }];

const shirt = {
  title: "Batik shirt",
  vendor: "Sungai",
  tags: ["batik"],
  variants: [
    { options: sized("S"), price: "59.90", sku: "B-S", inventory_quantity: 4 },
    { options: sized("M"), price: 64.5, sku: "B-M", inventory_quantity: 6 },
  ],
};

async function total(): Promise<number> {
  return assertDone<{ count: number }>(await api.get("/3.0/products/count.json")).count;
}

test("PRD-2: POST creates a product with its variants, which can then be read and listed", async () => {
  const count = await total();
  const made = await createProduct(api, shirt);
  assert.deepEqual([made.title, made.name, made.visibility], ["Batik shirt", "Batik shirt", "published"]);
  assert.match(made.handle, /^batik-shirt/);
  assert.deepEqual(
    made.variants.map(({ name, price, sku, inventory_quantity }) => [name, price, sku, inventory_quantity]),
    [
      ["S", "59.90", "B-S", 4],
      ["M", "64.50", "B-M", 6],
    ],
  );
  assert.equal(made.total_quantity, 10);
  assert.deepEqual(await readProduct(api, made.id), made);
  const list = await api.get(`/3.0/products.json?ids=${made.id}`);
  assert.deepEqual(assertDone<{ products: CatalogProduct[] }>(list).products, [made]);
  assert.equal(await total(), count + 1);
});

test("PRD-2: PUT updates a product and leaves alone what is not sent", async () => {
  const made = await createProduct(api, shirt);
  const body = { product: { title: "Batik shirt, indigo", tags: ["batik", "indigo"] } };
  const answer = await api.put(`/3.0/products/${made.id}.json`, body);
  const { product } = assertDone<{ product: CatalogProduct }>(answer);
  assert.deepEqual(product, {
    ...made,
    ...body.product,
    name: body.product.title,
    updated_at: product.updated_at,
  });
  assert.ok(Date.parse(product.updated_at) > Date.parse(made.updated_at));
  assert.deepEqual(await readProduct(api, made.id), product);
  const again = assertDone<{ product: CatalogProduct }>(await api.put(`/3.0/products/${made.id}.json`, body));
  assert.deepEqual(again.product, product);
});

test("PRD-2: a deleted product is gone", async () => {
  const made = await createProduct(api, shirt);
  assert.deepEqual(assertDone(await api.delete(`/3.0/products/${made.id}.json`)), {});
  assertRejected(await api.get(`/3.0/products/${made.id}.json`), 404, "not_found");
  assertRejected(await api.delete(`/3.0/products/${made.id}.json`), 404, "not_found");
});

test("PRD-3: variants are built from option types and their values", async () => {
  const options = [
    { name: "Color", options: ["Indigo", "Brown"] },
    { name: "Size", options: ["S", "M"] },
  ];
  const made = await createProduct(api, { title: "Sarong", variant_options: options });
  assert.deepEqual(
    made.variant_types.map(({ name }) => name),
    ["Color", "Size"],
  );
  assert.deepEqual(
    made.variant_options.map(({ name }) => name),
    ["Indigo", "Brown", "S", "M"],
  );
  assert.deepEqual(listVariantNames(made), ["Indigo / S", "Indigo / M", "Brown / S", "Brown / M"]);
  const duplicate = { title: "Sarong", variants: [{ options: sized("S") }, { options: sized("S") }] };
  assertNamesFields(await api.post("/3.0/products.json", { product: duplicate }), "variants.1.options");
});

// One dark pixel.
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function upload(productId: number): Promise<Answer> {
  const address = `${fixture.origins.store(installed.merchant.store.handle)}/api/3.0/products/${productId}/images.json`;
  const headers = { "content-type": "image/png" };
  return fixture.request(address, { method: "POST", token: installed.token, headers, body: pixel });
}

test("PRD-3: a product has at most 9 images", async () => {
  const { id } = await createProduct(api, { title: "Much seen" });
  for (let n = 1; n <= 9; n++) assertDone(await upload(id));
  assertNamesFields(await upload(id), "images");
  assert.equal((await readProduct(api, id)).images.length, 9);
});

test("PRD-3: a product belongs to the collections that it is put into", async () => {
  const { id } = await createProduct(api, { title: "Grouped" });
  const answer = await api.post("/3.0/collections.json", { collection: { title: "Things to group" } });
  const { collection } = assertDone<{ collection: { id: number; title: string; handle: string } }>(answer);
  const collect = { product_id: id, collection_id: collection.id };
  assertDone(await api.post("/3.0/collects.json", { collect }));
  const { id: collection_id, title, handle } = collection;
  assert.deepEqual((await readProduct(api, id)).collections, [{ id: collection_id, title, handle }]);
});

test("PRD-4: each variant has its own price, SKU and stock", async () => {
  const { id, variants } = await createProduct(api, shirt);
  const [small, medium] = variants;
  assert.ok(small && medium);
  const path = `/3.0/products/${id}/variants/${small.id}.json`;
  assertDone(await api.put(path, { variant: { price: "1.00", sku: "ALONE", inventory_quantity: 1 } }));
  const after = await readProduct(api, id);
  assert.deepEqual(
    after.variants.map(({ price, sku, inventory_quantity }) => [price, sku, inventory_quantity]),
    [
      ["1.00", "ALONE", 1],
      ["64.50", "B-M", 6],
    ],
  );
  assert.deepEqual(after.variants[1], medium);
  assert.deepEqual([after.min_price, after.max_price, after.total_quantity], ["1.00", "64.50", 7]);
});

test("PRD-4: a variant can link to an image of its product, but not of another product", async () => {
  const product = await createProduct(api, shirt);
  const other = await createProduct(api, shirt);
  const own = assertDone<{ images: { id: number }[] }>(await upload(product.id)).images[0]?.id ?? 0;
  const foreign = assertDone<{ images: { id: number }[] }>(await upload(other.id)).images[0]?.id ?? 0;
  const path = `/3.0/products/${product.id}/variants/${product.variants[0]?.id}.json`;
  assertDone(await api.put(path, { image_id: own }));
  assertNamesFields(await api.put(path, { image_id: foreign }), "image_id");
  assert.equal((await readProduct(api, product.id)).variants[0]?.image_id, own);
  assertDone(await api.delete(`/3.0/products/${product.id}/images.json`, { image_ids: String(own) }));
  assert.equal((await readProduct(api, product.id)).variants[0]?.image_id, 0);
});

test("PRD-7: the stock of a new product and of a new variant is at the primary location", async () => {
  const made = await createProduct(api, shirt);
  const { primary } = await loadLocations(api);
  assert.equal(await readQuantity(api, made.variants[1]?.id ?? 0, primary.id), 6);
  const body = { variant: { options: sized("L"), inventory_quantity: 3 } };
  const answer = await api.post(`/3.0/products/${made.id}/variants.json`, body);
  const { variant } = assertDone<{ variant: { id: number } }>(answer);
  assert.equal(await readQuantity(api, variant.id, primary.id), 3);
  assert.equal((await readProduct(api, made.id)).total_quantity, 13);
});
