import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { verifyStock } from "../../inventory/index.ts";
import { buildSize, createShirt } from "../testing/shirt.ts";
import type { WholeProduct, WholeVariant } from "../testing/whole-product.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

const loadProduct = async (id: number) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;

const addVariant = async (product_id: number, json: object) =>
  (
    await fixture.expectSuccess<{ variant: WholeVariant }>(
      "POST",
      `/3.0/products/${product_id}/variants.json`,
      json,
    )
  ).variant;
const updateVariant = async ({ product_id, id }: WholeVariant, json: object) =>
  (
    await fixture.expectSuccess<{ variant: WholeVariant }>(
      "PUT",
      `/3.0/products/${product_id}/variants/${id}.json`,
      json,
    )
  ).variant;

test("adding a variant with stock publishes one stock event and one product/update event", async () => {
  const { id } = await createShirt(fixture);
  let createdVariant: WholeVariant | undefined;
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    createdVariant = await addVariant(id, {
      variant: { options: buildSize(" L "), sku: "L-1", price: 35.5, inventory_quantity: 3 },
    });
  });
  assert.ok(createdVariant);
  assert.deepEqual(
    [
      createdVariant.name,
      createdVariant.sku,
      createdVariant.price,
      createdVariant.inventory_quantity,
      createdVariant.position,
    ],
    ["L", "L-1", "35.50", 3, 3],
  );
  assert.deepEqual(
    publishedEvents.map(({ topic, context }) => [topic, context]),
    [
      ["inventory_level/inventory_quantity_update", "product/update"],
      ["product/update", "product/update"],
    ],
  );
  const product = await loadProduct(id);
  assert.deepEqual(product.variants[2], createdVariant);
  assert.deepEqual([product.total_quantity, product.max_price], [13, "35.50"]);
  assert.deepEqual(
    product.variant_options.map(({ name }) => name),
    ["S", "M", "L"],
  );
  assert.deepEqual(await verifyStock(testPlatform.database, fixture.api.store.id), []);
});

test("PUT changes only a variant's sent fields, and publishes no event if none differs", async () => {
  const product = await createShirt(fixture);
  const [variant] = product.variants as [WholeVariant];
  const body = {
    sku: "S-9",
    barcode: "123",
    price: "31",
    compare_at_price: 40,
    cost_price: "12.5",
    inventory_quantity: 8,
    inventory_policy: "continue",
    taxable: false,
    shipping_required: false,
    weight: 2,
    weight_unit: "lb",
    width: 1,
    height: 2,
    length: 3.5,
    position: 9,
    is_enabled: false,
    options: buildSize("XS"),
  };
  const updatedVariant = await updateVariant(variant, { variant: body });
  const { options: _sentOptions, ...sentColumns } = body;
  const formattedMoney = { price: "31.00", compare_at_price: "40.00", cost_price: "12.50" };
  const { options, name, grams, updated_at } = updatedVariant;
  assert.deepEqual(updatedVariant, {
    ...variant,
    ...sentColumns,
    ...formattedMoney,
    options,
    name,
    grams,
    updated_at,
  });
  assert.deepEqual([name, grams, options.map(({ value }) => value)], ["XS", 907, ["XS"]]);
  assert.ok(updated_at > variant.updated_at);
  const productAfter = await loadProduct(product.id);
  assert.deepEqual(
    productAfter.variants.map((productVariant) => productVariant.name),
    ["M", "XS"],
  );
  assert.deepEqual(
    productAfter.variant_options.map((optionValue) => optionValue.name),
    ["M", "XS"],
  );
  const publishedEvents = await fixture.listEventsPublishedBy(async () =>
    assert.deepEqual(await updateVariant(variant, { variant: updatedVariant }), updatedVariant),
  );
  assert.deepEqual(publishedEvents, []);
  const variantWithNullPrices = await updateVariant(variant, { compare_at_price: null, cost_price: null });
  assert.deepEqual([variantWithNullPrices.compare_at_price, variantWithNullPrices.cost_price], [null, null]);
});

test("a variant's weight, unit and grams stay consistent whichever of them is sent", async () => {
  const product = await createShirt(fixture);
  const [variant] = product.variants as [WholeVariant];
  const getWeight = ({ weight, weight_unit, grams }: WholeVariant) => [weight, weight_unit, grams];
  assert.deepEqual(getWeight(await updateVariant(variant, { weight: 1.5, weight_unit: "kg" })), [
    1.5,
    "kg",
    1500,
  ]);
  assert.deepEqual(getWeight(await updateVariant(variant, { grams: 250 })), [0.25, "kg", 250]);
  assert.deepEqual(getWeight(await updateVariant(variant, { weight: 2 })), [2, "kg", 2000]);
  assert.deepEqual(getWeight(await updateVariant(variant, { weight_unit: "oz" })), [2, "oz", 57]);
  const changedVariant = await updateVariant(variant, { weight: 16, weight_unit: "oz", grams: 454 });
  assert.deepEqual(getWeight(changedVariant), [16, "oz", 454]);
  assert.deepEqual(getWeight(await updateVariant(variant, { ...changedVariant, weight: 8 })), [8, "oz", 227]);
  assert.deepEqual(getWeight(await updateVariant(variant, { weight: 8, weight_unit: "oz", grams: 1000 })), [
    35.274,
    "oz",
    1000,
  ]);
});

test("one PUT can swap the options of two variants, but not give two variants the same options", async () => {
  const product = await createShirt(fixture);
  const [firstVariant, secondVariant] = product.variants as [WholeVariant, WholeVariant];
  const path = `/3.0/products/${product.id}/variants.json`;
  const swappedOptions = [
    { id: firstVariant.id, options: buildSize("M") },
    { id: secondVariant.id, options: buildSize("S") },
  ];
  const { variants } = await fixture.expectSuccess<{ variants: WholeVariant[] }>("PUT", path, {
    variants: swappedOptions,
  });
  assert.deepEqual(
    variants.map(({ name }) => name),
    ["M", "S"],
  );
  const duplicateChange = { variants: [{ id: secondVariant.id, options: buildSize("M") }] };
  const [code, field] = await fixture.expectError("PUT", path, duplicateChange);
  assert.deepEqual([code, field], ["invalid", "variants.0.options not_unique"]);
});

test("an invalid variant field causes an error for that field, and leaves the product unchanged", async () => {
  const product = await createShirt(fixture);
  const [variant, secondVariant] = product.variants as [WholeVariant, WholeVariant];
  const otherProduct = await createShirt(fixture);
  const path = `/3.0/products/${product.id}/variants`;
  const invalidCases: [object, RegExp][] = [
    [{ options: buildSize("M") }, /^options not_unique$/],
    [{ options: [] }, /^options not_allowed$/],
    [{ options: [{ name: "Color", value: "Red" }] }, /^options not_allowed$/],
    [{ options: [...buildSize("L"), ...buildSize("XL")] }, /^options not_allowed$/],
    [{ options: [{ name: "Size" }] }, /^options.0.value required$/],
    [{ options: buildSize("L"), image_id: 77 }, /^image_id not_found$/],
    [{ options: buildSize("L"), price: "1.999" }, /^price invalid_format$/],
    [{ options: buildSize("L"), compare_at_price: "x" }, /^compare_at_price invalid_format$/],
    [{ options: buildSize("L"), price: null }, /^price invalid_type$/],
    [{ options: buildSize("L"), cost_price: -1 }, /^cost_price out_of_range$/],
    [{ options: buildSize("L"), inventory_policy: "maybe" }, /^inventory_policy not_allowed$/],
    [{ options: buildSize("L"), inventory_quantity: -1 }, /^inventory_quantity out_of_range$/],
    [{ options: buildSize("L"), weight: 1_000_001 }, /^weight out_of_range$/],
    [{ options: buildSize("L"), weight: -1 }, /^weight out_of_range$/],
    [{ options: buildSize("L"), grams: 1.5 }, /^grams invalid_type$/],
    [{ options: buildSize("L"), weight: 1, weight_unit: "kg", grams: 5 }, /^grams conflict$/],
    [{ options: buildSize("L"), position: 0 }, /^position out_of_range$/],
    [{ options: buildSize("L"), sku: "x".repeat(256) }, /^sku too_long$/],
  ];
  for (const [body, expectedField] of invalidCases) {
    for (const [method, requestPath] of [
      ["POST", `${path}.json`],
      ["PUT", `${path}/${variant.id}.json`],
    ] as const) {
      const [code, ...fields] = await fixture.expectError(method, requestPath, { variant: body });
      assert.equal(code, "invalid", `${method} ${JSON.stringify(body)}`);
      assert.match(fields[0] ?? "", expectedField, `${method} ${JSON.stringify(body)}`);
    }
  }
  assert.deepEqual(await loadProduct(product.id), product);
  assert.deepEqual(
    await fixture.expectError("PUT", `${path}/${otherProduct.variants[0]?.id}.json`, { sku: "x" }),
    ["not_found"],
  );
  assert.deepEqual(await fixture.expectError("POST", "/3.0/products/900719925474/variants.json", {}), [
    "not_found",
  ]);
  const changesOfTwoProducts = {
    variants: [
      { id: secondVariant.id, sku: "y" },
      { id: otherProduct.variants[0]?.id, sku: "x" },
    ],
  };
  assert.deepEqual(await fixture.expectError("PUT", `${path}.json`, changesOfTwoProducts), [
    "invalid",
    "variants.1.id not_found",
  ]);
});

test("a second variant of a product without options is rejected", async () => {
  const plainProduct = await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", {
    title: "Plain",
  });
  const [code, field = ""] = await fixture.expectError(
    "POST",
    `/3.0/products/${plainProduct.product.id}/variants.json`,
    {},
  );
  assert.equal(code, "invalid");
  assert.match(field, /^options not_allowed$/);
});

test("a 251st variant of a product is rejected", async () => {
  const variants = Array.from({ length: 250 }, (_, n) => ({ options: buildSize(`${n}`) }));
  const fullProduct = await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", {
    title: "Full",
    variants,
  });
  const path = `/3.0/products/${fullProduct.product.id}/variants.json`;
  assert.match(
    (await fixture.expectError("POST", path, { options: buildSize("one more") }))[1] ?? "",
    /^options too_many$/,
  );
});

test("if variants with the same options are added concurrently, only one is created", async () => {
  const { id } = await createShirt(fixture);
  const json = { options: buildSize("XL") };
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => fixture.api.call("POST", `/3.0/products/${id}/variants.json`, { json })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422]);
});
