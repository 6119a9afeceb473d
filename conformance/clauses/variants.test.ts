import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { installApp } from "../installing.ts";
import { createPartner, signInStockedMerchant } from "../people.ts";
import {
  listProductsInRange,
  loadLevels,
  loadLocations,
  loadVariant,
  type Product,
  readQuantity,
  setStock,
  type Variant,
} from "../stock.ts";
import type { StoreApi } from "../store-api.ts";

let fixture: ConformanceFixture;
let api: StoreApi;
let product: Product;
let variant: Variant;
let otherLocationIds: number[];
let primaryLocationId: number;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await registerApp(fixture, await createPartner(fixture));
  const scopes = ["read_products", "write_products"];
  api = (await installApp(fixture, await signInStockedMerchant(fixture), { app, scopes })).api;
  const products = await listProductsInRange(api, "variants");
  product = products.find(({ variants }) => variants.length > 1) ?? (products[0] as Product);
  [variant] = product.variants as [Variant];
  const { primary, otherLocations } = await loadLocations(api);
  primaryLocationId = primary.id;
  otherLocationIds = otherLocations.map(({ id }) => id);
});
after(() => fixture.close());

function putVariants(variants: unknown): Promise<HttpResponse> {
  return api.put(`/3.0/products/${product.id}/variants.json`, { variants });
}

async function readProduct(): Promise<Product> {
  return assertOk<{ product: Product }>(await api.get(`/3.0/products/${product.id}.json`)).product;
}

test("PRD-5: a product's variants can be listed and read", async () => {
  const response = await api.get(`/3.0/products/${product.id}/variants.json`);
  const { variants, total_count } = assertOk<{ variants: Variant[]; total_count: number }>(response);
  assert.equal(total_count, product.variants.length);
  const { variants: productVariants } = await readProduct();
  assert.deepEqual(
    variants.toSorted((a, b) => a.id - b.id),
    productVariants.toSorted((a, b) => a.id - b.id),
  );
  for (const listedVariant of variants) {
    assert.equal(listedVariant.product_id, product.id);
    assert.deepEqual(await loadVariant(api, listedVariant), listedVariant);
  }
});

test("PRD-5: PUT updates any of a variant's price, SKU and inventory_quantity", async () => {
  for (const locationId of otherLocationIds)
    await setStock(api, variant.id, { location_id: locationId, quantity: 0 });
  const sku = `SKU-${variant.id}-changed`;
  const { variants } = assertOk<{ variants: Variant[] }>(
    await putVariants([{ id: variant.id, price: "12.5", sku, inventory_quantity: 23 }]),
  );
  const changedVariant =
    variants.find(({ id }) => id === variant.id) ?? assert.fail("the variant is not in the response");
  assert.deepEqual(
    [changedVariant.price, changedVariant.sku, changedVariant.inventory_quantity],
    ["12.50", sku, 23],
  );
  assert.deepEqual(await loadVariant(api, variant), changedVariant);
  assertOk(await putVariants([{ id: variant.id, price: 13 }]));
  const currentVariant = await loadVariant(api, variant);
  assert.deepEqual(
    [currentVariant.price, currentVariant.sku, currentVariant.inventory_quantity],
    ["13.00", sku, 23],
  );
  assert.ok(Date.parse(currentVariant.updated_at) > Date.parse(changedVariant.updated_at));
  assertOk(await putVariants([{ id: variant.id, sku: "" }]));
  assert.equal((await loadVariant(api, variant)).sku, "");
});

test("PRD-5: a PUT with one invalid variant is rejected and changes no variant", async () => {
  const productBefore = await readProduct();
  const changes = productBefore.variants.map(({ id }) => ({ id, price: "99.00", inventory_quantity: 1 }));
  const unknownVariant = { id: 900_719_925_474_099, price: "1.00" };
  const unknownResponse = await putVariants([...changes, unknownVariant]);
  assert.ok(unknownResponse.status === 404 || unknownResponse.status === 422, unknownResponse.text);
  for (const invalidPrice of ["-1", "1.234", "abc", "1e3", -2, 0.001, null]) {
    const response = await putVariants([...changes, { id: variant.id, price: invalidPrice }]);
    const { fields = [] } = assertRejected(response, 422, "invalid");
    assert.ok(
      fields.some(({ path }) => path === `variants.${changes.length}.price`),
      response.text,
    );
  }
  assertInvalidFields(
    await putVariants(changes.map((change) => ({ ...change, inventory_quantity: -1 }))),
    ...changes.map((_, index) => `variants.${index}.inventory_quantity`),
  );
  assert.deepEqual(await readProduct(), productBefore);
});

test("PRD-5: a changed variant updates its product's prices and total quantity", async () => {
  const changes = product.variants.map(({ id }, index) => ({ id, price: `${10 + index}.00` }));
  assertOk(await putVariants(changes));
  const currentProduct = (await readProduct()) as Product & { min_price: string; max_price: string };
  assert.deepEqual(
    [currentProduct.min_price, currentProduct.max_price],
    ["10.00", `${9 + changes.length}.00`],
  );
  assert.equal(
    currentProduct.total_quantity,
    currentProduct.variants.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0),
  );
});

test("PRD-7: setting stock to 10 at the primary location with 5 elsewhere gives a total of 15", async () => {
  const [stockedLocationId, ...emptyLocationIds] = otherLocationIds as [number, ...number[]];
  for (const locationId of emptyLocationIds)
    await setStock(api, variant.id, { location_id: locationId, quantity: 0 });
  await setStock(api, variant.id, { location_id: stockedLocationId, quantity: 5 });
  const { variants } = assertOk<{ variants: Variant[] }>(
    await putVariants([{ id: variant.id, inventory_quantity: 10 }]),
  );
  assert.equal(variants.find(({ id }) => id === variant.id)?.inventory_quantity, 15);
  assert.equal(await readQuantity(api, variant.id, primaryLocationId), 10);
  assert.equal(await readQuantity(api, variant.id, stockedLocationId), 5);
  assert.equal((await loadVariant(api, variant)).inventory_quantity, 15);
  assertOk(await putVariants([{ id: variant.id, inventory_quantity: 0 }]));
  assert.equal((await loadVariant(api, variant)).inventory_quantity, 5);
  assert.equal(
    (await loadLevels(api, variant.id)).reduce((sum, level) => sum + level.inventory_quantity, 0),
    5,
  );
});
