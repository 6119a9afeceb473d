import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { install } from "../installing.ts";
import { createPartner, signInStockedMerchant } from "../people.ts";
import {
  listShelfProducts,
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
let places: number[];
let primary: number;

before(async () => {
  fixture = await createConformanceFixture();
  const app = await registerApp(fixture, await createPartner(fixture));
  const scopes = ["read_products", "write_products"];
  api = (await install(fixture, await signInStockedMerchant(fixture), { app, scopes })).api;
  const shelf = await listShelfProducts(api, "variants");
  product = shelf.find(({ variants }) => variants.length > 1) ?? (shelf[0] as Product);
  [variant] = product.variants as [Variant];
  const { primary: first, others } = await loadLocations(api);
  primary = first.id;
  places = others.map(({ id }) => id);
});
after(() => fixture.close());

function putVariants(variants: unknown): Promise<Answer> {
  return api.put(`/3.0/products/${product.id}/variants.json`, { variants });
}

async function readProduct(): Promise<Product> {
  return assertDone<{ product: Product }>(await api.get(`/3.0/products/${product.id}.json`)).product;
}

test("PRD-5: the variants of a product are listed, and each can be read alone", async () => {
  const answer = await api.get(`/3.0/products/${product.id}/variants.json`);
  const { variants, total_count } = assertDone<{ variants: Variant[]; total_count: number }>(answer);
  assert.equal(total_count, product.variants.length);
  const { variants: inProduct } = await readProduct();
  assert.deepEqual(
    variants.toSorted((a, b) => a.id - b.id),
    inProduct.toSorted((a, b) => a.id - b.id),
  );
  for (const each of variants) {
    assert.equal(each.product_id, product.id);
    assert.deepEqual(await loadVariant(api, each), each);
  }
});

test("PRD-5: PUT updates price, SKU and inventory_quantity, together or one alone", async () => {
  for (const place of places) await setStock(api, variant.id, { location_id: place, quantity: 0 });
  const sku = `SKU-${variant.id}-changed`;
  const { variants } = assertDone<{ variants: Variant[] }>(
    await putVariants([{ id: variant.id, price: "12.5", sku, inventory_quantity: 23 }]),
  );
  const changed = variants.find(({ id }) => id === variant.id) ?? assert.fail("the variant is not answered");
  assert.deepEqual([changed.price, changed.sku, changed.inventory_quantity], ["12.50", sku, 23]);
  assert.deepEqual(await loadVariant(api, variant), changed);
  assertDone(await putVariants([{ id: variant.id, price: 13 }]));
  const after = await loadVariant(api, variant);
  assert.deepEqual([after.price, after.sku, after.inventory_quantity], ["13.00", sku, 23]);
  assert.ok(Date.parse(after.updated_at) > Date.parse(changed.updated_at));
  assertDone(await putVariants([{ id: variant.id, sku: "" }]));
  assert.equal((await loadVariant(api, variant)).sku, "");
});

test("PRD-5: several variants are changed together or not at all", async () => {
  const before = await readProduct();
  const all = before.variants.map(({ id }) => ({ id, price: "99.00", inventory_quantity: 1 }));
  const foreign = { id: 900_719_925_474_099, price: "1.00" };
  const unknown = await putVariants([...all, foreign]);
  assert.ok(unknown.status === 404 || unknown.status === 422, unknown.text);
  for (const wrong of ["-1", "1.234", "abc", "1e3", -2, 0.001, null]) {
    const answer = await putVariants([...all, { id: variant.id, price: wrong }]);
    const { fields = [] } = assertRejected(answer, 422, "invalid");
    assert.ok(
      fields.some(({ path }) => path === `variants.${all.length}.price`),
      answer.text,
    );
  }
  assertNamesFields(
    await putVariants(all.map((change) => ({ ...change, inventory_quantity: -1 }))),
    ...all.map((_, index) => `variants.${index}.inventory_quantity`),
  );
  assert.deepEqual(await readProduct(), before);
});

test("PRD-5: a change of a variant shows in its product, prices and totals included", async () => {
  const prices = product.variants.map(({ id }, index) => ({ id, price: `${10 + index}.00` }));
  assertDone(await putVariants(prices));
  const now = (await readProduct()) as Product & { min_price: string; max_price: string };
  assert.deepEqual([now.min_price, now.max_price], ["10.00", `${9 + prices.length}.00`]);
  assert.equal(
    now.total_quantity,
    now.variants.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0),
  );
});

test("PRD-7: inventory_quantity sets the primary location only; 10 with 5 elsewhere is 15", async () => {
  const [elsewhere, ...rest] = places as [number, ...number[]];
  for (const place of rest) await setStock(api, variant.id, { location_id: place, quantity: 0 });
  await setStock(api, variant.id, { location_id: elsewhere, quantity: 5 });
  const { variants } = assertDone<{ variants: Variant[] }>(
    await putVariants([{ id: variant.id, inventory_quantity: 10 }]),
  );
  assert.equal(variants.find(({ id }) => id === variant.id)?.inventory_quantity, 15);
  assert.equal(await readQuantity(api, variant.id, primary), 10);
  assert.equal(await readQuantity(api, variant.id, elsewhere), 5);
  assert.equal((await loadVariant(api, variant)).inventory_quantity, 15);
  assertDone(await putVariants([{ id: variant.id, inventory_quantity: 0 }]));
  assert.equal((await loadVariant(api, variant)).inventory_quantity, 5);
  assert.equal(
    (await loadLevels(api, variant.id)).reduce((sum, level) => sum + level.inventory_quantity, 0),
    5,
  );
});
