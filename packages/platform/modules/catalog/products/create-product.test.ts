import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

const createProduct = async (json: object) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
const loadProduct = async (id: number) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;

test("PRD-2: a product created with only a title is published and has one variant", async () => {
  const earliestTime = Date.now() - 1_000;
  const product = await createProduct({ product: { title: "  Señor Basket " } });
  assert.deepEqual(
    [product.title, product.name, product.handle],
    ["Señor Basket", "Señor Basket", "senor-basket"],
  );
  assert.deepEqual([product.is_published, product.visibility], [true, "published"]);
  assert.ok(Date.parse(product.published_at ?? "") >= earliestTime);
  assert.equal(product.published_at, product.created_at);
  assert.deepEqual(
    product.variants.map(({ name, price, sku, inventory_quantity }) => [
      name,
      price,
      sku,
      inventory_quantity,
    ]),
    [[null, "0.00", "", 0]],
  );
  assert.deepEqual(await loadProduct(product.id), product);
  assert.equal((await createProduct({ name: "Señor Basket" })).handle, "senor-basket-2");
  assert.equal((await createProduct({ title: "新年" })).handle, "product");
});

test("PRD-2, PRD-4: a new product is stored with every sent field, variant and stock", async () => {
  const createdProduct = await createProduct({
    title: "Batik shirt",
    handle: "batik-shirt-2026",
    description: "Hand-drawn.",
    body_html: "<p>Hand-drawn.</p>",
    note: "keep flat",
    vendor: "Sungai",
    brand: "Pasar",
    product_type: "Shirt",
    tags: [" batik", "new", "batik", " "],
    taxable: false,
    shipping_required: false,
    inventory_management: null,
    visibility: "unpublished",
    meta_title: "Shirts",
    meta_description: "Shirts of batik",
    keywords: "batik, shirt",
    variant_options: [
      { name: "Color", options: ["Indigo", "Brown"] },
      { name: "Size", options: ["M", "L"] },
    ],
    variants: [
      {
        options: [
          { name: "Size", value: "L" },
          { name: "Color", value: "Indigo" },
        ],
        sku: "IN-L",
        barcode: "955",
        price: 89.9,
        compare_at_price: "99",
        cost_price: "40.5",
        inventory_quantity: 7,
        inventory_policy: "continue",
        weight: 0.25,
        weight_unit: "kg",
        width: 10.12345,
        height: 2,
        length: 30,
        is_enabled: false,
      },
      {
        options: [
          { name: "Color", value: "Brown" },
          { name: "Size", value: "M" },
        ],
        price: "79.90",
        grams: 220,
      },
    ],
  });
  const { variants, variant_types, variant_options, tags, ...product } = createdProduct;
  assert.deepEqual(tags, ["batik", "new"]);
  assert.deepEqual(
    [product.published_at, product.is_published, product.inventory_management, product.taxable],
    [null, false, null, false],
  );
  assert.deepEqual([product.min_price, product.max_price, product.total_quantity], ["79.90", "89.90", 7]);
  assert.deepEqual(
    variant_types.map(({ name }) => name),
    ["Color", "Size"],
  );
  assert.deepEqual(
    variant_options.map(({ name }) => name),
    ["Indigo", "Brown", "M", "L"],
  );
  const [firstVariant, secondVariant] = variants;
  assert.ok(firstVariant && secondVariant);
  assert.deepEqual(
    [
      firstVariant.name,
      firstVariant.sku,
      firstVariant.barcode,
      firstVariant.price,
      firstVariant.compare_at_price,
      firstVariant.cost_price,
    ],
    ["Indigo / L", "IN-L", "955", "89.90", "99.00", "40.50"],
  );
  assert.deepEqual(
    [
      firstVariant.inventory_quantity,
      firstVariant.inventory_policy,
      firstVariant.weight,
      firstVariant.weight_unit,
      firstVariant.grams,
    ],
    [7, "continue", 0.25, "kg", 250],
  );
  assert.deepEqual(
    [firstVariant.width, firstVariant.height, firstVariant.length, firstVariant.is_enabled],
    [10.1235, 2, 30, false],
  );
  assert.deepEqual(
    [secondVariant.name, secondVariant.price, secondVariant.weight, secondVariant.grams],
    ["Brown / M", "79.90", 220, 220],
  );
  assert.deepEqual(await verifyStock(testPlatform.database, fixture.api.store.id), []);
});

test("a new product with options but no variants gets a variant for each combination of option values", async () => {
  const productWithOptions = await createProduct({
    title: "Cup",
    variant_options: [
      { name: "Glaze", options: ["Blue", "White"] },
      { name: "Size", options: ["S", "L"] },
    ],
  });
  assert.deepEqual(
    productWithOptions.variants.map(({ name, position }) => [name, position]),
    [
      ["Blue / S", 1],
      ["Blue / L", 2],
      ["White / S", 3],
      ["White / L", 4],
    ],
  );
});

test("a new product with variants but no options gets the options that the variants have", async () => {
  const productWithVariants = await createProduct({
    title: "Cup",
    variants: [
      { options: [{ name: "Glaze", value: "White" }] },
      { options: [{ name: "Glaze", value: "Blue" }] },
    ],
  });
  assert.deepEqual(
    productWithVariants.variant_options.map(({ name }) => name),
    ["White", "Blue"],
  );
});

test("creating a product publishes product/create and an event for each inventory level with stock", async () => {
  let id = 0;
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    id = (
      await createProduct({
        title: "Sample",
        variants: [
          { options: [{ name: "Size", value: "S" }], inventory_quantity: 4 },
          { options: [{ name: "Size", value: "M" }], inventory_quantity: 0 },
        ],
      })
    ).id;
  });
  assert.deepEqual(
    publishedEvents.map(({ topic, context }) => [topic, context]),
    [
      ["inventory_level/inventory_quantity_update", "product/create"],
      ["product/create", null],
    ],
  );
  const row = await testPlatform.database.maybeOne<{ payload: string }>(
    "select payload from event_inbox where topic = 'product/create' and resource_id = $1",
    [id],
  );
  assert.deepEqual(JSON.parse(row?.payload ?? ""), await loadProduct(id));
});

test("products that are created concurrently may share a title, but not a sent handle", async () => {
  const product = { title: "Wanted", handle: "wanted" };
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => fixture.api.call("POST", "/3.0/products.json", { json: product })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422]);
  const createdProducts = await Promise.all(
    Array.from({ length: 8 }, () => createProduct({ title: "Rush" })),
  );
  assert.equal(new Set(createdProducts.map(({ handle }) => handle)).size, 8);
  assert.ok(createdProducts.every(({ handle }) => handle.startsWith("rush")));
});
