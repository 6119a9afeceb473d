import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

type Definitions = { name: string; options: string[] }[];

const read = async (id: number) =>
  (await fixture.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;
const names = ({ variants }: WholeProduct) => variants.map(({ name }) => name);
const values = ({ variant_options }: WholeProduct) => variant_options.map(({ name }) => name);
const types = ({ variant_types }: WholeProduct) => variant_types.map(({ name }) => name);

async function product(variant_options: Definitions): Promise<WholeProduct> {
  const json = { title: "Cup", variant_options };
  return (await fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
}

const cups = () =>
  product([
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ]);

async function change(method: string, id: number, json: object, below = ""): Promise<WholeProduct> {
  const answer = await fixture.done<{ product?: WholeProduct }>(
    method,
    `/3.0/products/${id}/options${below}.json`,
    json,
  );
  const now = await read(id);
  assert.deepEqual(answer, method === "DELETE" ? {} : { product: now });
  return now;
}

test("PRD-6: a new value makes a variant per combination, without SKU and stock", async () => {
  const { id, variants } = await cups();
  const priced = variants.map((variant, index) => ({
    id: variant.id,
    price: String(10 + index),
    sku: `CUP-${index}`,
    barcode: "1",
    grams: 100 + index,
    inventory_quantity: 5,
    inventory_policy: "continue",
  }));
  await fixture.done("PUT", `/3.0/products/${id}/variants.json`, { variants: priced });
  let now = await read(id);
  const events = await fixture.raisedBy(async () => {
    now = await change("POST", id, { option_type: "Glaze", option_values: [" Green "] });
  });
  assert.deepEqual(values(now), ["Blue", "White", "Green", "S", "L"]);
  assert.deepEqual(names(now), ["Blue / S", "Blue / L", "White / S", "White / L", "Green / S", "Green / L"]);
  assert.deepEqual(
    now.variants
      .slice(4)
      .map((made) => [made.price, made.grams, made.inventory_policy, made.sku, made.barcode]),
    [
      ["10.00", 100, "continue", "", ""],
      ["11.00", 101, "continue", "", ""],
    ],
  );
  assert.equal(now.total_quantity, 20);
  assert.deepEqual(
    events.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [["product/update", id, "product/update"]],
  );
});

test("PRD-6: existing variants get a new type's first value, and the others are created", async () => {
  const { id, variants } = await product([{ name: "Size", options: ["S", "L"] }]);
  const now = await change("POST", id, { option_type: "Lid", option_values: ["None", "Cork"] });
  assert.deepEqual(names(now), ["S / None", "L / None", "S / Cork", "L / Cork"]);
  assert.deepEqual(
    now.variants.slice(0, 2).map((variant) => variant.id),
    variants.map((variant) => variant.id),
  );
  const plain = await product([]);
  const first = await change("POST", plain.id, { option_type: "Size", option_values: ["S", "M"] });
  assert.deepEqual(names(first), ["S", "M"]);
  assert.equal(first.variants[0]?.id, plain.variants[0]?.id);
});

test("a deleted combination is not recreated when another value is added", async () => {
  const { id, variants } = await cups();
  await fixture.done("DELETE", `/3.0/products/${id}/variants/${variants[3]?.id}.json`);
  const now = await change("POST", id, { option_type: "Lid", option_values: ["None", "Cork"] });
  assert.deepEqual(names(now), [
    "Blue / S / None",
    "Blue / L / None",
    "White / S / None",
    "Blue / S / Cork",
    "Blue / L / Cork",
    "White / S / Cork",
  ]);
});

test("existing values change nothing and publish nothing", async () => {
  const { id } = await cups();
  const start = await read(id);
  const same = [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ];
  const events = await fixture.raisedBy(async () => {
    await change("POST", id, { option_type: "Glaze", option_values: ["Blue"] });
    await change("PUT", id, { variant_options: same });
    await change("PUT", id, { old_option_type: "Size", new_option_type: " Size" }, "/option_type");
    const value = { option_type: "Size", old_option_value: "S", new_option_value: "S" };
    await change("PUT", id, value, "/option_value");
  });
  assert.deepEqual(events, []);
  assert.deepEqual(await read(id), start);
});

test("PUT sets all types and values: adds new, removes missing, keeps the sent order", async () => {
  const { id, variants } = await cups();
  const stocked = { variants: variants.map((variant) => ({ id: variant.id, inventory_quantity: 2 })) };
  await fixture.done("PUT", `/3.0/products/${id}/variants.json`, stocked);
  const now = await change("PUT", id, {
    variant_options: [
      { name: "Size", options: ["L", "XL"] },
      { name: "Glaze", options: ["White", "Blue"] },
    ],
  });
  assert.deepEqual(
    [types(now), values(now)],
    [
      ["Size", "Glaze"],
      ["L", "XL", "White", "Blue"],
    ],
  );
  assert.deepEqual(names(now), ["L / Blue", "L / White", "XL / White", "XL / Blue"]);
  assert.deepEqual(
    now.variants.slice(0, 2).map((variant) => variant.id),
    [variants[1]?.id, variants[3]?.id],
  );
  assert.equal(now.total_quantity, 4);
  assert.deepEqual(await verifyStock(testing.database, fixture.api.store.id), []);
});

test("types in another order rename their variants, which keep their positions", async () => {
  const { id, variants } = await cups();
  const now = await change("PUT", id, {
    variant_options: [
      { name: "Size", options: ["L", "S"] },
      { name: "Glaze", options: ["Blue", "White"] },
    ],
  });
  assert.deepEqual(names(now), ["S / Blue", "L / Blue", "S / White", "L / White"]);
  assert.deepEqual(
    now.variants.map((variant) => [variant.id, variant.position]),
    variants.map((variant) => [variant.id, variant.position]),
  );
  for (const [n, { updated_at }] of now.variants.entries())
    assert.ok(updated_at > (variants[n]?.updated_at ?? ""), `${n}`);
  const values = [
    { name: "Size", options: ["S", "L"] },
    { name: "Glaze", options: ["Blue", "White"] },
  ];
  assert.deepEqual((await change("PUT", id, { variant_options: values })).variants, now.variants);
});

test("PUT of only new values makes variants with old prices; of none, one stays", async () => {
  const { id, variants } = await product([{ name: "Size", options: ["S", "L"] }]);
  await fixture.done("PUT", `/3.0/products/${id}/variants.json`, {
    variants: [{ id: variants[0]?.id, price: "7" }],
  });
  const now = await change("PUT", id, { variant_options: [{ name: "Size", options: ["40", "41"] }] });
  assert.deepEqual(
    now.variants.map(({ name, price }) => [name, price]),
    [
      ["40", "7.00"],
      ["41", "7.00"],
    ],
  );
  const plain = await change("PUT", id, { variant_options: [] });
  assert.deepEqual(
    [plain.variants.map((variant) => variant.id), types(plain), values(plain)],
    [[now.variants[0]?.id], [], []],
  );
});

test("DELETE of a value deletes its variants; of a type, keeps the first of duplicates", async () => {
  const { id, variants } = await cups();
  const stocked = {
    variants: variants.map((variant, index) => ({ id: variant.id, inventory_quantity: index + 1 })),
  };
  await fixture.done("PUT", `/3.0/products/${id}/variants.json`, stocked);
  const events = await fixture.raisedBy(async () => {
    assert.deepEqual(names(await change("DELETE", id, { option_type: "Size", option_value: "L" })), [
      "Blue / S",
      "White / S",
    ]);
  });
  assert.deepEqual(
    events.map(({ topic }) => topic),
    ["product/update"],
  );
  assert.equal((await read(id)).total_quantity, 4);
  const now = await change("DELETE", id, { option_type: "Glaze" });
  assert.deepEqual([names(now), now.variants[0]?.id, now.total_quantity], [["S"], variants[0]?.id, 1]);
  assert.deepEqual(await verifyStock(testing.database, fixture.api.store.id), []);
});

test("types and values are renamed, and the variants show it", async () => {
  const { id, variants } = await cups();
  const renamed = await change(
    "PUT",
    id,
    { old_option_type: "Size", new_option_type: "Volume" },
    "/option_type",
  );
  assert.deepEqual(types(renamed), ["Glaze", "Volume"]);
  assert.ok(renamed.variants.every(({ options }) => options[1]?.name === "Volume"));
  const value = { option_type: "Volume", old_option_value: "L", new_option_value: "300 ml" };
  const now = await change("PUT", id, value, "/option_value");
  assert.deepEqual(names(now), ["Blue / S", "Blue / 300 ml", "White / S", "White / 300 ml"]);
  assert.equal(now.variants[0]?.updated_at, renamed.variants[0]?.updated_at);
  assert.ok(String(now.variants[1]?.updated_at) > String(renamed.variants[1]?.updated_at));
  assert.deepEqual(
    now.variants.map((variant) => variant.id),
    variants.map((variant) => variant.id),
  );
});
