import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertDone, assertNamesFields } from "../assertions.ts";
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

function cup(): Promise<CatalogProduct> {
  const variant_options = [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ];
  return createProduct(api, { title: "Cup", variant_options });
}

test("PRD-6: POST on options adds values, with variants for all values of the other types", async () => {
  const { id, variants } = await cup();
  const path = `/3.0/products/${id}/options.json`;
  const answer = await api.post(path, { option_type: "Glaze", option_values: ["Green", "Black"] });
  const { product } = assertDone<{ product: CatalogProduct }>(answer);
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

test("PRD-6: a new type gives its first value to the variants that are there", async () => {
  const { id, variants } = await createProduct(api, { title: "Plain" });
  const path = `/3.0/products/${id}/options.json`;
  assertDone(await api.post(path, { option_type: "Size", option_values: ["S", "M"] }));
  const now = await readProduct(api, id);
  assert.deepEqual(listVariantNames(now), ["S", "M"]);
  assert.equal(now.variants[0]?.id, variants[0]?.id);
});

test("PRD-6: at most 3 option types and 250 variants; what is too much changes nothing", async () => {
  const { id } = await cup();
  const path = `/3.0/products/${id}/options.json`;
  assertDone(await api.post(path, { option_type: "Lid", option_values: ["Cork"] }));
  const before = await readProduct(api, id);
  assertNamesFields(await api.post(path, { option_type: "Base", option_values: ["Flat"] }), "option_type");
  const many = Array.from({ length: 124 }, (_, n) => `${n}`);
  assertNamesFields(await api.post(path, { option_type: "Lid", option_values: many }), "option_values");
  assert.deepEqual(await readProduct(api, id), before);
});

test("PRD-6: values are removed with their variants, replaced and renamed", async () => {
  const { id } = await cup();
  const path = `/3.0/products/${id}/options`;
  assertDone(await api.delete(`${path}.json`, { option_type: "Size", option_value: "L" }));
  assert.deepEqual(listVariantNames(await readProduct(api, id)), ["Blue / S", "White / S"]);
  const variant_options = [{ name: "Glaze", options: ["White", "Red"] }];
  assertDone(await api.put(`${path}.json`, { variant_options }));
  assert.deepEqual(listVariantNames(await readProduct(api, id)), ["White", "Red"]);
  const value = { option_type: "Glaze", old_option_value: "Red", new_option_value: "Rust" };
  assertDone(await api.put(`${path}/option_value.json`, value));
  assertDone(
    await api.put(`${path}/option_type.json`, { old_option_type: "Glaze", new_option_type: "Color" }),
  );
  const now = await readProduct(api, id);
  assert.deepEqual(listVariantNames(now), ["White", "Rust"]);
  assert.deepEqual(
    now.variants[1]?.options.map(({ name, value }) => [name, value]),
    [["Color", "Rust"]],
  );
});
