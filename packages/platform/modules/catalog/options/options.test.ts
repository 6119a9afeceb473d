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

type OptionDefinitions = { name: string; options: string[] }[];

const loadProduct = async (id: number) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;
const listVariantNames = ({ variants }: WholeProduct) => variants.map(({ name }) => name);
const listValues = ({ variant_options }: WholeProduct) => variant_options.map(({ name }) => name);
const listTypes = ({ variant_types }: WholeProduct) => variant_types.map(({ name }) => name);

async function createProduct(variant_options: OptionDefinitions): Promise<WholeProduct> {
  const json = { title: "Cup", variant_options };
  return (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
}

const createCup = () =>
  createProduct([
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ]);

async function changeOptions(method: string, id: number, json: object, subpath = ""): Promise<WholeProduct> {
  const response = await fixture.expectSuccess<{ product?: WholeProduct }>(
    method,
    `/3.0/products/${id}/options${subpath}.json`,
    json,
  );
  const changedProduct = await loadProduct(id);
  assert.deepEqual(response, method === "DELETE" ? {} : { product: changedProduct });
  return changedProduct;
}

test("PRD-6: a new option value creates its variants without SKU and stock", async () => {
  const { id, variants } = await createCup();
  const variantChanges = variants.map((variant, index) => ({
    id: variant.id,
    price: String(10 + index),
    sku: `CUP-${index}`,
    barcode: "1",
    grams: 100 + index,
    inventory_quantity: 5,
    inventory_policy: "continue",
  }));
  await fixture.expectSuccess("PUT", `/3.0/products/${id}/variants.json`, { variants: variantChanges });
  let product = await loadProduct(id);
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    product = await changeOptions("POST", id, { option_type: "Glaze", option_values: [" Green "] });
  });
  assert.deepEqual(listValues(product), ["Blue", "White", "Green", "S", "L"]);
  assert.deepEqual(listVariantNames(product), [
    "Blue / S",
    "Blue / L",
    "White / S",
    "White / L",
    "Green / S",
    "Green / L",
  ]);
  assert.deepEqual(
    product.variants
      .slice(4)
      .map((variant) => [
        variant.price,
        variant.grams,
        variant.inventory_policy,
        variant.sku,
        variant.barcode,
      ]),
    [
      ["10.00", 100, "continue", "", ""],
      ["11.00", 101, "continue", "", ""],
    ],
  );
  assert.equal(product.total_quantity, 20);
  assert.deepEqual(
    publishedEvents.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [["product/update", id, "product/update"]],
  );
});

test("PRD-6: the first value of a new option type goes to existing variants, other values to new ones", async () => {
  const { id, variants } = await createProduct([{ name: "Size", options: ["S", "L"] }]);
  const changedProduct = await changeOptions("POST", id, {
    option_type: "Lid",
    option_values: ["None", "Cork"],
  });
  assert.deepEqual(listVariantNames(changedProduct), ["S / None", "L / None", "S / Cork", "L / Cork"]);
  assert.deepEqual(
    changedProduct.variants.slice(0, 2).map((variant) => variant.id),
    variants.map((variant) => variant.id),
  );
  const plainProduct = await createProduct([]);
  const productWithFirstType = await changeOptions("POST", plainProduct.id, {
    option_type: "Size",
    option_values: ["S", "M"],
  });
  assert.deepEqual(listVariantNames(productWithFirstType), ["S", "M"]);
  assert.equal(productWithFirstType.variants[0]?.id, plainProduct.variants[0]?.id);
});

test("a deleted option combination is not recreated when another option is added", async () => {
  const { id, variants } = await createCup();
  await fixture.expectSuccess("DELETE", `/3.0/products/${id}/variants/${variants[3]?.id}.json`);
  const changedProduct = await changeOptions("POST", id, {
    option_type: "Lid",
    option_values: ["None", "Cork"],
  });
  assert.deepEqual(listVariantNames(changedProduct), [
    "Blue / S / None",
    "Blue / L / None",
    "White / S / None",
    "Blue / S / Cork",
    "Blue / L / Cork",
    "White / S / Cork",
  ]);
});

test("requests that change no options of a product publish no events", async () => {
  const { id } = await createCup();
  const productBefore = await loadProduct(id);
  const unchangedOptions = [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ];
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    await changeOptions("POST", id, { option_type: "Glaze", option_values: ["Blue"] });
    await changeOptions("PUT", id, { variant_options: unchangedOptions });
    await changeOptions("PUT", id, { old_option_type: "Size", new_option_type: " Size" }, "/option_type");
    const valueRename = { option_type: "Size", old_option_value: "S", new_option_value: "S" };
    await changeOptions("PUT", id, valueRename, "/option_value");
  });
  assert.deepEqual(publishedEvents, []);
  assert.deepEqual(await loadProduct(id), productBefore);
});

test("replacing a product's options adds new values, removes unsent values and puts all in the sent order", async () => {
  const { id, variants } = await createCup();
  const stockChanges = { variants: variants.map((variant) => ({ id: variant.id, inventory_quantity: 2 })) };
  await fixture.expectSuccess("PUT", `/3.0/products/${id}/variants.json`, stockChanges);
  const changedProduct = await changeOptions("PUT", id, {
    variant_options: [
      { name: "Size", options: ["L", "XL"] },
      { name: "Glaze", options: ["White", "Blue"] },
    ],
  });
  assert.deepEqual(
    [listTypes(changedProduct), listValues(changedProduct)],
    [
      ["Size", "Glaze"],
      ["L", "XL", "White", "Blue"],
    ],
  );
  assert.deepEqual(listVariantNames(changedProduct), ["L / Blue", "L / White", "XL / White", "XL / Blue"]);
  assert.deepEqual(
    changedProduct.variants.slice(0, 2).map((variant) => variant.id),
    [variants[1]?.id, variants[3]?.id],
  );
  assert.equal(changedProduct.total_quantity, 4);
  assert.deepEqual(await verifyStock(testPlatform.database, fixture.api.store.id), []);
});

test("reordering option types renames the variants but keeps their positions", async () => {
  const { id, variants } = await createCup();
  const changedProduct = await changeOptions("PUT", id, {
    variant_options: [
      { name: "Size", options: ["L", "S"] },
      { name: "Glaze", options: ["Blue", "White"] },
    ],
  });
  assert.deepEqual(listVariantNames(changedProduct), ["S / Blue", "L / Blue", "S / White", "L / White"]);
  assert.deepEqual(
    changedProduct.variants.map((variant) => [variant.id, variant.position]),
    variants.map((variant) => [variant.id, variant.position]),
  );
  for (const [index, { updated_at }] of changedProduct.variants.entries())
    assert.ok(updated_at > (variants[index]?.updated_at ?? ""), `${index}`);
  const reorderedOptions = [
    { name: "Size", options: ["S", "L"] },
    { name: "Glaze", options: ["Blue", "White"] },
  ];
  assert.deepEqual(
    (await changeOptions("PUT", id, { variant_options: reorderedOptions })).variants,
    changedProduct.variants,
  );
});

test("replacing all option values keeps the price, and removing all options keeps one variant", async () => {
  const { id, variants } = await createProduct([{ name: "Size", options: ["S", "L"] }]);
  await fixture.expectSuccess("PUT", `/3.0/products/${id}/variants.json`, {
    variants: [{ id: variants[0]?.id, price: "7" }],
  });
  const changedProduct = await changeOptions("PUT", id, {
    variant_options: [{ name: "Size", options: ["40", "41"] }],
  });
  assert.deepEqual(
    changedProduct.variants.map(({ name, price }) => [name, price]),
    [
      ["40", "7.00"],
      ["41", "7.00"],
    ],
  );
  const productWithoutOptions = await changeOptions("PUT", id, { variant_options: [] });
  assert.deepEqual(
    [
      productWithoutOptions.variants.map((variant) => variant.id),
      listTypes(productWithoutOptions),
      listValues(productWithoutOptions),
    ],
    [[changedProduct.variants[0]?.id], [], []],
  );
});

test("deleting an option value or type leaves one variant for each remaining combination", async () => {
  const { id, variants } = await createCup();
  const stockChanges = {
    variants: variants.map((variant, index) => ({ id: variant.id, inventory_quantity: index + 1 })),
  };
  await fixture.expectSuccess("PUT", `/3.0/products/${id}/variants.json`, stockChanges);
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    assert.deepEqual(
      listVariantNames(await changeOptions("DELETE", id, { option_type: "Size", option_value: "L" })),
      ["Blue / S", "White / S"],
    );
  });
  assert.deepEqual(
    publishedEvents.map(({ topic }) => topic),
    ["product/update"],
  );
  assert.equal((await loadProduct(id)).total_quantity, 4);
  const changedProduct = await changeOptions("DELETE", id, { option_type: "Glaze" });
  assert.deepEqual(
    [listVariantNames(changedProduct), changedProduct.variants[0]?.id, changedProduct.total_quantity],
    [["S"], variants[0]?.id, 1],
  );
  assert.deepEqual(await verifyStock(testPlatform.database, fixture.api.store.id), []);
});

test("renaming an option type or value also changes its variants", async () => {
  const { id, variants } = await createCup();
  const productAfterTypeRename = await changeOptions(
    "PUT",
    id,
    { old_option_type: "Size", new_option_type: "Volume" },
    "/option_type",
  );
  assert.deepEqual(listTypes(productAfterTypeRename), ["Glaze", "Volume"]);
  assert.ok(productAfterTypeRename.variants.every(({ options }) => options[1]?.name === "Volume"));
  const valueRename = { option_type: "Volume", old_option_value: "L", new_option_value: "300 ml" };
  const productAfterValueRename = await changeOptions("PUT", id, valueRename, "/option_value");
  assert.deepEqual(listVariantNames(productAfterValueRename), [
    "Blue / S",
    "Blue / 300 ml",
    "White / S",
    "White / 300 ml",
  ]);
  assert.equal(
    productAfterValueRename.variants[0]?.updated_at,
    productAfterTypeRename.variants[0]?.updated_at,
  );
  assert.ok(
    String(productAfterValueRename.variants[1]?.updated_at) >
      String(productAfterTypeRename.variants[1]?.updated_at),
  );
  assert.deepEqual(
    productAfterValueRename.variants.map((variant) => variant.id),
    variants.map((variant) => variant.id),
  );
});
