import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertInvalidFields, assertOk } from "../assertions.ts";
import {
  type CatalogProduct,
  createProduct,
  installInEmptyStore,
  listVariantNames,
  readProduct,
} from "../catalog.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  ({ api } = await installInEmptyStore(fixture));
});
after(() => fixture.close());

function createCup(): Promise<CatalogProduct> {
  const variant_options = [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ];
  return createProduct(api, { title: "Cup", variant_options });
}

test("PRD-6: adding option values creates variants with all values of the other option types", async () => {
  const { id, variants } = await createCup();
  const path = `/3.0/products/${id}/options.json`;
  const response = await api.post(path, { option_type: "Glaze", option_values: ["Green", "Black"] });
  const { product } = assertOk<{ product: CatalogProduct }>(response);
  assert.deepEqual(listVariantNames(product), [
    "Blue / S",
    "Blue / L",
    "White / S",
    "White / L",
    "Green / S",
    "Green / L",
    "Black / S",
    "Black / L",
  ]);
  assert.deepEqual(product.variants.slice(0, 4), variants);
  assert.deepEqual(await readProduct(api, id), product);
});

test("PRD-6: a new option type assigns its first value to existing variants", async () => {
  const { id, variants } = await createProduct(api, { title: "Plain" });
  const path = `/3.0/products/${id}/options.json`;
  assertOk(await api.post(path, { option_type: "Size", option_values: ["S", "M"] }));
  const currentProduct = await readProduct(api, id);
  assert.deepEqual(listVariantNames(currentProduct), ["S", "M"]);
  assert.equal(currentProduct.variants[0]?.id, variants[0]?.id);
});

test("PRD-6: a fourth option type or more than 250 variants are rejected", async () => {
  const { id } = await createCup();
  const path = `/3.0/products/${id}/options.json`;
  assertOk(await api.post(path, { option_type: "Lid", option_values: ["Cork"] }));
  const productBefore = await readProduct(api, id);
  assertInvalidFields(await api.post(path, { option_type: "Base", option_values: ["Flat"] }), "option_type");
  // 2 glazes, 2 sizes and 125 lids (Cork and these 124) would make 500 variants.
  const optionValues = Array.from({ length: 124 }, (_, n) => `${n}`);
  assertInvalidFields(
    await api.post(path, { option_type: "Lid", option_values: optionValues }),
    "option_values",
  );
  assert.deepEqual(await readProduct(api, id), productBefore);
});

test("PRD-6: option values can be renamed, replaced, and removed together with their variants", async () => {
  const { id } = await createCup();
  const path = `/3.0/products/${id}/options`;
  assertOk(await api.delete(`${path}.json`, { option_type: "Size", option_value: "L" }));
  assert.deepEqual(listVariantNames(await readProduct(api, id)), ["Blue / S", "White / S"]);
  const variant_options = [{ name: "Glaze", options: ["White", "Red"] }];
  assertOk(await api.put(`${path}.json`, { variant_options }));
  assert.deepEqual(listVariantNames(await readProduct(api, id)), ["White", "Red"]);
  const renaming = { option_type: "Glaze", old_option_value: "Red", new_option_value: "Rust" };
  assertOk(await api.put(`${path}/option_value.json`, renaming));
  assertOk(await api.put(`${path}/option_type.json`, { old_option_type: "Glaze", new_option_type: "Color" }));
  const currentProduct = await readProduct(api, id);
  assert.deepEqual(listVariantNames(currentProduct), ["White", "Rust"]);
  assert.deepEqual(
    currentProduct.variants[1]?.options.map(({ name, value }) => [name, value]),
    [["Color", "Rust"]],
  );
});
