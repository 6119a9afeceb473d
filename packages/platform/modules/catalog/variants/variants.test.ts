import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct, WholeVariant } from "../testing/whole-product.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

const sized = (value: string) => [{ name: "Size", value }];
const read = async (id: number) =>
  (await fixture.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;

async function shirt(): Promise<WholeProduct> {
  const json = {
    title: "Shirt",
    variants: ["S", "M"].map((value) => ({ options: sized(value), price: "30", inventory_quantity: 5 })),
  };
  return (await fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
}

const add = async (product_id: number, json: object) =>
  (await fixture.done<{ variant: WholeVariant }>("POST", `/3.0/products/${product_id}/variants.json`, json))
    .variant;
const put = async ({ product_id, id }: WholeVariant, json: object) =>
  (
    await fixture.done<{ variant: WholeVariant }>(
      "PUT",
      `/3.0/products/${product_id}/variants/${id}.json`,
      json,
    )
  ).variant;

test("POST adds a variant with a new value and primary stock, and publishes once", async () => {
  const { id } = await shirt();
  let made: WholeVariant | undefined;
  const events = await fixture.raisedBy(async () => {
    made = await add(id, {
      variant: { options: sized(" L "), sku: "L-1", price: 35.5, inventory_quantity: 3 },
    });
  });
  assert.ok(made);
  assert.deepEqual(
    [made.name, made.sku, made.price, made.inventory_quantity, made.position],
    ["L", "L-1", "35.50", 3, 3],
  );
  assert.deepEqual(
    events.map(({ topic, context }) => [topic, context]),
    [
      ["inventory_level/inventory_quantity_update", "product/update"],
      ["product/update", "product/update"],
    ],
  );
  const product = await read(id);
  assert.deepEqual(product.variants[2], made);
  assert.deepEqual([product.total_quantity, product.max_price], [13, "35.50"]);
  assert.deepEqual(
    product.variant_options.map(({ name }) => name),
    ["S", "M", "L"],
  );
  assert.deepEqual(await verifyStock(testing.database, fixture.api.store.id), []);
});

test("PUT of one changes every sent field; a variant sent back as read changes nothing", async () => {
  const product = await shirt();
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
    options: sized("XS"),
  };
  const changed = await put(variant, { variant: body });
  const { options: _sent, ...sent } = body;
  const money = { price: "31.00", compare_at_price: "40.00", cost_price: "12.50" };
  const { options, name, grams, updated_at } = changed;
  assert.deepEqual(changed, { ...variant, ...sent, ...money, options, name, grams, updated_at });
  assert.deepEqual([name, grams, options.map(({ value }) => value)], ["XS", 907, ["XS"]]);
  assert.ok(updated_at > variant.updated_at);
  const after = await read(product.id);
  assert.deepEqual(
    after.variants.map(({ name: shownName }) => shownName),
    ["M", "XS"],
  );
  assert.deepEqual(
    after.variant_options.map(({ name: value }) => value),
    ["M", "XS"],
  );
  const events = await fixture.raisedBy(async () =>
    assert.deepEqual(await put(variant, { variant: changed }), changed),
  );
  assert.deepEqual(events, []);
  const none = await put(variant, { compare_at_price: null, cost_price: null });
  assert.deepEqual([none.compare_at_price, none.cost_price], [null, null]);
});

test("weight, unit and grams stay consistent, whichever is sent", async () => {
  const product = await shirt();
  const [variant] = product.variants as [WholeVariant];
  const shown = ({ weight, weight_unit, grams }: WholeVariant) => [weight, weight_unit, grams];
  assert.deepEqual(shown(await put(variant, { weight: 1.5, weight_unit: "kg" })), [1.5, "kg", 1500]);
  assert.deepEqual(shown(await put(variant, { grams: 250 })), [0.25, "kg", 250]);
  assert.deepEqual(shown(await put(variant, { weight: 2 })), [2, "kg", 2000]);
  assert.deepEqual(shown(await put(variant, { weight_unit: "oz" })), [2, "oz", 57]);
  const now = await put(variant, { weight: 16, weight_unit: "oz", grams: 454 });
  assert.deepEqual(shown(now), [16, "oz", 454]);
  assert.deepEqual(shown(await put(variant, { ...now, weight: 8 })), [8, "oz", 227]);
  assert.deepEqual(shown(await put(variant, { weight: 8, weight_unit: "oz", grams: 1000 })), [
    35.274,
    "oz",
    1000,
  ]);
});

test("several variants may exchange options in one PUT; duplicates are rejected", async () => {
  const product = await shirt();
  const [one, two] = product.variants as [WholeVariant, WholeVariant];
  const path = `/3.0/products/${product.id}/variants.json`;
  const swap = [
    { id: one.id, options: sized("M") },
    { id: two.id, options: sized("S") },
  ];
  const { variants } = await fixture.done<{ variants: WholeVariant[] }>("PUT", path, { variants: swap });
  assert.deepEqual(
    variants.map(({ name }) => name),
    ["M", "S"],
  );
  const same = { variants: [{ id: two.id, options: sized("M") }] };
  const [code, field] = await fixture.expectError("PUT", path, same);
  assert.deepEqual([code, field], ["invalid", "variants.0.options not_unique"]);
});

test("invalid variant fields are rejected by the field's name and change nothing", async () => {
  const product = await shirt();
  const [variant, second] = product.variants as [WholeVariant, WholeVariant];
  const other = await shirt();
  const path = `/3.0/products/${product.id}/variants`;
  const invalidCases: [object, RegExp][] = [
    [{ options: sized("M") }, /^options not_unique$/],
    [{ options: [] }, /^options not_allowed$/],
    [{ options: [{ name: "Color", value: "Red" }] }, /^options not_allowed$/],
    [{ options: [...sized("L"), ...sized("XL")] }, /^options not_allowed$/],
    [{ options: [{ name: "Size" }] }, /^options.0.value required$/],
    [{ options: sized("L"), image_id: 77 }, /^image_id not_found$/],
    [{ options: sized("L"), price: "1.999" }, /^price invalid_format$/],
    [{ options: sized("L"), compare_at_price: "x" }, /^compare_at_price invalid_format$/],
    [{ options: sized("L"), price: null }, /^price invalid_type$/],
    [{ options: sized("L"), cost_price: -1 }, /^cost_price out_of_range$/],
    [{ options: sized("L"), inventory_policy: "maybe" }, /^inventory_policy not_allowed$/],
    [{ options: sized("L"), inventory_quantity: -1 }, /^inventory_quantity out_of_range$/],
    [{ options: sized("L"), weight: 1_000_001 }, /^weight out_of_range$/],
    [{ options: sized("L"), weight: -1 }, /^weight out_of_range$/],
    [{ options: sized("L"), grams: 1.5 }, /^grams invalid_type$/],
    [{ options: sized("L"), weight: 1, weight_unit: "kg", grams: 5 }, /^grams conflict$/],
    [{ options: sized("L"), position: 0 }, /^position out_of_range$/],
    [{ options: sized("L"), sku: "x".repeat(256) }, /^sku too_long$/],
  ];
  for (const [body, first] of invalidCases) {
    for (const [method, at] of [
      ["POST", `${path}.json`],
      ["PUT", `${path}/${variant.id}.json`],
    ] as const) {
      const [code, ...fields] = await fixture.expectError(method, at, { variant: body });
      assert.equal(code, "invalid", `${method} ${JSON.stringify(body)}`);
      assert.match(fields[0] ?? "", first, `${method} ${JSON.stringify(body)}`);
    }
  }
  assert.deepEqual(await read(product.id), product);
  assert.deepEqual(await fixture.expectError("PUT", `${path}/${other.variants[0]?.id}.json`, { sku: "x" }), [
    "not_found",
  ]);
  assert.deepEqual(await fixture.expectError("POST", "/3.0/products/900719925474/variants.json", {}), [
    "not_found",
  ]);
  const foreign = {
    variants: [
      { id: second.id, sku: "y" },
      { id: other.variants[0]?.id, sku: "x" },
    ],
  };
  assert.deepEqual(await fixture.expectError("PUT", `${path}.json`, foreign), [
    "invalid",
    "variants.1.id not_found",
  ]);
});

test("a second variant without options, and one beyond 250, are rejected", async () => {
  const plain = await fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", {
    title: "Plain",
  });
  const [code, field = ""] = await fixture.expectError(
    "POST",
    `/3.0/products/${plain.product.id}/variants.json`,
    {},
  );
  assert.equal(code, "invalid");
  assert.match(field, /^options not_allowed$/);
  const variants = Array.from({ length: 250 }, (_, n) => ({ options: sized(`${n}`) }));
  const full = await fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", {
    title: "Full",
    variants,
  });
  const path = `/3.0/products/${full.product.id}/variants.json`;
  assert.match(
    (await fixture.expectError("POST", path, { options: sized("one more") }))[1] ?? "",
    /^options too_many$/,
  );
});

test("DELETE removes a variant with its stock and value, but never the last variant", async () => {
  const product = await shirt();
  const [one, two] = product.variants as [WholeVariant, WholeVariant];
  const path = `/3.0/products/${product.id}/variants`;
  const events = await fixture.raisedBy(async () => {
    assert.deepEqual(await fixture.done("DELETE", `${path}/${one.id}.json`), {});
  });
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/update", product.id]],
  );
  const after = await read(product.id);
  assert.deepEqual(
    [after.total_quantity, after.variants.map(({ id }) => id), after.variant_options.map(({ name }) => name)],
    [5, [two.id], ["M"]],
  );
  assert.deepEqual(await fixture.expectError("DELETE", `${path}/${one.id}.json`), ["not_found"]);
  assert.match((await fixture.expectError("DELETE", `${path}/${two.id}.json`))[1] ?? "", /^id not_allowed$/);
  assert.deepEqual(await verifyStock(testing.database, fixture.api.store.id), []);
});

test("of two concurrent deletions of the last two variants, one variant stays", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, variants } = await shirt();
    const answers = await Promise.all(
      variants.map((variant) =>
        fixture.api.call("DELETE", `/3.0/products/${id}/variants/${variant.id}.json`),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    assert.equal((await read(id)).variants.length, 1);
  }
});

test("of two concurrent additions of one combination, one is rejected", async () => {
  const { id } = await shirt();
  const json = { options: sized("XL") };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => fixture.api.call("POST", `/3.0/products/${id}/variants.json`, { json })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422]);
});

test("a variant deleted during its update is updated first or not found", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, variants } = await shirt();
    const path = `/3.0/products/${id}/variants/${variants[0]?.id}.json`;
    const [, ...changes] = await Promise.all([
      fixture.api.call("DELETE", path),
      ...[1, 2, 3].map((price) => fixture.api.call("PUT", path, { json: { price } })),
    ]);
    for (const { status, text } of changes) assert.ok([200, 404].includes(status), `${status} ${text}`);
  }
});
