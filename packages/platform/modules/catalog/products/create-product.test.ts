import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { readError } from "../../../http/testing/store-api.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

const createProduct = async (json: object) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
const loadProduct = async (id: number) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;
const countProducts = async () =>
  (await fixture.expectSuccess<{ count: number }>("GET", "/3.0/products/count.json")).count;

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

test("PRD-2, PRD-4: every sent field is stored, each variant with its price, SKU and stock", async () => {
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
  assert.deepEqual(await verifyStock(testing.database, fixture.api.store.id), []);
});

test("options without variants create every combination; variants can define options", async () => {
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

test("creating a product publishes product/create once and an event for each level", async () => {
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
  const row = await testing.database.maybeOne<{ payload: string }>(
    "select payload from event_inbox where topic = 'product/create' and resource_id = $1",
    [id],
  );
  assert.deepEqual(JSON.parse(row?.payload ?? ""), await loadProduct(id));
});

const buildVariantOfSize = (value: string) => ({ options: [{ name: "Size", value }] });
const createTexts = (n: number) => Array.from({ length: n }, (_, index) => `V${index}`);

test("invalid product fields are rejected with the field's name and create nothing", async () => {
  await createProduct({ title: "Taken", handle: "taken" });
  const countBefore = await countProducts();
  const invalidCases: [object, RegExp][] = [
    [{}, /^title required$/],
    [{ title: " " }, /^title required$/],
    [{ name: "" }, /^name required$/],
    [{ title: "x".repeat(256) }, /^title too_long$/],
    [{ title: 5 }, /^title invalid_type$/],
    [{ title: "T", handle: "taken" }, /^handle not_unique$/],
    [{ title: "T", handle: "Not a handle" }, /^handle invalid_format$/],
    [{ title: "T", body_html: "x".repeat(256 * 1024 + 1) }, /^body_html too_long$/],
    [{ title: "T", body_html: "é".repeat(128 * 1024 + 1) }, /^body_html too_long$/],
    [{ title: "T", note: "x".repeat(65_537) }, /^note too_long$/],
    [{ title: "T", description: "é".repeat(40_000) }, /^description too_long$/],
    [{ title: "T", tags: createTexts(251) }, /^tags too_many$/],
    [{ title: "T", tags: ["a", "b,c"] }, /^tags.1 invalid_format$/],
    [{ title: "T", tags: "a,b" }, /^tags invalid_type$/],
    [{ title: "T", inventory_management: "other" }, /^inventory_management /],
    [{ title: "T", visibility: "hidden" }, /^visibility not_allowed$/],
    [{ title: "T", visibility: "unpublished", published_at: "2026-01-01" }, /^published_at conflict$/],
    [
      { title: "T", is_published: true, visibility: "unpublished", published_at: "2026-01-01" },
      /^visibility conflict$/,
    ],
    [{ title: "T", published_at: "yesterday" }, /^published_at invalid_format$/],
    [{ title: "T", variants: [] }, /^variants too_few$/],
    [{ title: "T", variants: [{}, {}] }, /^variants.1.options required$/],
    [
      { title: "T", variants: [buildVariantOfSize("S"), buildVariantOfSize("M"), buildVariantOfSize("S")] },
      /^variants.2.options not_unique$/,
    ],
    [{ title: "T", variants: [buildVariantOfSize("S"), {}] }, /^variants.1.options not_allowed$/],
    [{ title: "T", variants: [buildVariantOfSize(" ")] }, /^variants.0.options.0.value required$/],
    [
      { title: "T", variants: [{ options: [{ name: " ", value: "S" }] }] },
      /^variants.0.options.0.name required$/,
    ],
    [{ title: "T", variants: [{ image_position: 1 }] }, /^variants.0.image_position out_of_range$/],
    [{ title: "T", variants: [{ grams: 2_000_000_000 }] }, /^variants.0.grams out_of_range$/],
    [
      { title: "T", variants: [{ ...buildVariantOfSize("S"), price: "1.234" }] },
      /^variants.0.price invalid_format$/,
    ],
    [{ title: "T", variants: [{ price: -1 }] }, /^variants.0.price out_of_range$/],
    [{ title: "T", variants: [{ inventory_quantity: 1.5 }] }, /^variants.0.inventory_quantity invalid_type$/],
    [{ title: "T", variants: [{ weight: 1, grams: 2 }] }, /^variants.0.grams conflict$/],
    [{ title: "T", variants: createTexts(251).map(buildVariantOfSize) }, /^variants too_many$/],
    [{ title: "T", variant_options: [{ name: "A", options: [] }] }, /^variant_options.0.options too_few$/],
    [
      { title: "T", variant_options: [{ name: "A", options: ["x", " x"] }] },
      /^variant_options.0.options.1 not_unique$/,
    ],
    [
      { title: "T", variant_options: ["A", "B", "C", "D"].map((name) => ({ name, options: ["x"] })) },
      /^variant_options too_many$/,
    ],
    [
      { title: "T", variant_options: ["A", "B"].map((name) => ({ name, options: createTexts(16) })) },
      /^variant_options too_many$/,
    ],
    [
      {
        title: "T",
        variant_options: [{ name: "Size", options: ["S"] }],
        variants: [buildVariantOfSize("M")],
      },
      /^variants.0.options not_allowed$/,
    ],
    [
      {
        title: "T",
        variant_options: [{ name: "Size", options: ["S", "M"] }],
        variants: [buildVariantOfSize("M")],
      },
      /^variant_options conflict$/,
    ],
    [
      { title: "T", variants: ["A", "B", "C", "D"].map((name) => ({ options: [{ name, value: "x" }] })) },
      /^variants too_many$/,
    ],
  ];
  for (const [body, expectedField] of invalidCases) {
    const [code, ...fields] = await fixture.expectError("POST", "/3.0/products.json", { product: body });
    assert.equal(code, "invalid");
    assert.match(fields[0] ?? "", expectedField, JSON.stringify(body).slice(0, 200));
  }
  assert.equal(await countProducts(), countBefore);
});

test("grams can be at most the maximum weight in the variant's unit, in grams", async () => {
  const product = { title: "T", variants: [{ grams: 2_000_000_000, weight_unit: "kg" }] };
  const response = await fixture.api.call("POST", "/3.0/products.json", { json: { product } });
  const template = "{field} is equal to 2000000 kg. A weight can be at most 1000000 kg.";
  const message = template.replace("{field}", "variants.0.grams");
  const params = { max: 1_000_000_000 };
  assert.deepEqual(readError(response).fields, [
    { path: "variants.0.grams", code: "out_of_range", message, template, params },
  ]);
});

test("of concurrent creations with one handle, one succeeds; equal titles all succeed", async () => {
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
