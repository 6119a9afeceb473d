import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogRig, catalogRig } from "../../../http/testing/catalog-rig.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct, WholeVariant } from "../testing/whole-product.ts";

let testing: TestPlatform;
let rig: CatalogRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await catalogRig(testing);
});
after(() => testing.stop());

const sized = (value: string) => [{ name: "Size", value }];
const read = async (id: number) =>
  (await rig.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;

async function shirt(): Promise<WholeProduct> {
  const json = {
    title: "Shirt",
    variants: ["S", "M"].map((value) => ({ options: sized(value), price: "30", inventory_quantity: 5 })),
  };
  return (await rig.done<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
}

const add = async (product_id: number, json: object) =>
  (await rig.done<{ variant: WholeVariant }>("POST", `/3.0/products/${product_id}/variants.json`, json))
    .variant;
const put = async ({ product_id, id }: WholeVariant, json: object) =>
  (await rig.done<{ variant: WholeVariant }>("PUT", `/3.0/products/${product_id}/variants/${id}.json`, json))
    .variant;

test("POST adds a variant with a new value of its type, and its stock at the primary location; the product is told once", async () => {
  const { id } = await shirt();
  let made: WholeVariant | undefined;
  const events = await rig.raisedBy(async () => {
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
  assert.deepEqual(await verifyStock(testing.database, rig.api.shop.id), []);
});

test("PUT of one changes every field it names; a variant sent back as it was read changes nothing and tells nothing", async () => {
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
  const { options, name, grams, updated_at, ...shown } = changed;
  assert.deepEqual(shown, {
    ...sent,
    ...money,
    id: variant.id,
    product_id: product.id,
    image_id: 0,
    created_at: variant.created_at,
  });
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
  const events = await rig.raisedBy(async () =>
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

test("several in one PUT may exchange their options; two that would be the same are refused", async () => {
  const product = await shirt();
  const [one, two] = product.variants as [WholeVariant, WholeVariant];
  const path = `/3.0/products/${product.id}/variants.json`;
  const swap = [
    { id: one.id, options: sized("M") },
    { id: two.id, options: sized("S") },
  ];
  const { variants } = await rig.done<{ variants: WholeVariant[] }>("PUT", path, { variants: swap });
  assert.deepEqual(
    variants.map(({ name }) => name),
    ["M", "S"],
  );
  const same = { variants: [{ id: two.id, options: sized("M") }] };
  const [code, field] = await rig.refused("PUT", path, same);
  assert.deepEqual(
    [code, field],
    ["invalid", `variants.0.options are those of variant ${one.id} of this product`],
  );
});

test("what a variant cannot be is refused by the field's name, and nothing changes", async () => {
  const product = await shirt();
  const [variant, second] = product.variants as [WholeVariant, WholeVariant];
  const other = await shirt();
  const path = `/3.0/products/${product.id}/variants`;
  const refusals: [object, RegExp][] = [
    [{ options: sized("M") }, /^options are those of variant \d+ of this product$/],
    [{ options: [] }, /^options must name one value of Size$/],
    [{ options: [{ name: "Colour", value: "Red" }] }, /^options must name one value of Size$/],
    [{ options: [...sized("L"), ...sized("XL")] }, /^options must name one value of Size$/],
    [{ options: [{ name: "Size" }] }, /^options.0.value is required$/],
    [{ options: sized("L"), image_id: 77 }, /^image_id is no image of this product; 0 is none$/],
    [
      { options: sized("L"), price: "1.999" },
      /^price must be an amount of at least 0 with at most 2 decimals$/,
    ],
    [{ options: sized("L"), compare_at_price: "x" }, /^compare_at_price must be an amount/],
    [{ options: sized("L"), price: null }, /^price must be /],
    [{ options: sized("L"), cost_price: -1 }, /^cost_price must be /],
    [{ options: sized("L"), inventory_policy: "maybe" }, /^inventory_policy must be one of deny, continue$/],
    [{ options: sized("L"), inventory_quantity: -1 }, /^inventory_quantity must be at least 0$/],
    [{ options: sized("L"), weight: 1_000_001 }, /^weight must be at most 1000000$/],
    [{ options: sized("L"), weight: -1 }, /^weight must be at least 0$/],
    [{ options: sized("L"), grams: 1.5 }, /^grams must be a whole number$/],
    [
      { options: sized("L"), weight: 1, weight_unit: "kg", grams: 5 },
      /^grams is not the weight, which is 1000 g$/,
    ],
    [{ options: sized("L"), position: 0 }, /^position must be at least 1$/],
    [{ options: sized("L"), sku: "x".repeat(256) }, /^sku must have at most 255 characters$/],
  ];
  for (const [body, first] of refusals) {
    for (const [method, at] of [
      ["POST", `${path}.json`],
      ["PUT", `${path}/${variant.id}.json`],
    ] as const) {
      const [code, ...fields] = await rig.refused(method, at, { variant: body });
      assert.equal(code, "invalid", `${method} ${JSON.stringify(body)}`);
      assert.match(fields[0] ?? "", first, `${method} ${JSON.stringify(body)}`);
    }
  }
  assert.deepEqual(await read(product.id), product);
  assert.deepEqual(await rig.refused("PUT", `${path}/${other.variants[0]?.id}.json`, { sku: "x" }), [
    "not_found",
  ]);
  assert.deepEqual(await rig.refused("POST", "/3.0/products/900719925474/variants.json", {}), ["not_found"]);
  const foreign = {
    variants: [
      { id: second.id, sku: "y" },
      { id: other.variants[0]?.id, sku: "x" },
    ],
  };
  assert.deepEqual(await rig.refused("PUT", `${path}.json`, foreign), [
    "invalid",
    "variants.1.id is no variant of this product",
  ]);
});

test("a product without option types takes no second variant, one of 250 no further", async () => {
  const plain = await rig.done<{ product: WholeProduct }>("POST", "/3.0/products.json", { title: "Plain" });
  const [code, field = ""] = await rig.refused("POST", `/3.0/products/${plain.product.id}/variants.json`, {});
  assert.equal(code, "invalid");
  assert.match(field, /^options cannot tell another variant apart/);
  const variants = Array.from({ length: 250 }, (_, n) => ({ options: sized(`${n}`) }));
  const full = await rig.done<{ product: WholeProduct }>("POST", "/3.0/products.json", {
    title: "Full",
    variants,
  });
  const path = `/3.0/products/${full.product.id}/variants.json`;
  assert.match(
    (await rig.refused("POST", path, { options: sized("one more") }))[1] ?? "",
    /^options would make a variant more/,
  );
});

test("DELETE takes a variant with its stock and its value, tells the product once, and leaves the last alone", async () => {
  const product = await shirt();
  const [one, two] = product.variants as [WholeVariant, WholeVariant];
  const path = `/3.0/products/${product.id}/variants`;
  const events = await rig.raisedBy(async () => {
    assert.deepEqual(await rig.done("DELETE", `${path}/${one.id}.json`), {});
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
  assert.deepEqual(await rig.refused("DELETE", `${path}/${one.id}.json`), ["not_found"]);
  assert.match((await rig.refused("DELETE", `${path}/${two.id}.json`))[1] ?? "", /^id is the last variant/);
  assert.deepEqual(await verifyStock(testing.database, rig.api.shop.id), []);
});

test("two that delete the last two variants at once: one stays", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, variants } = await shirt();
    const answers = await Promise.all(
      variants.map((variant) => rig.api.call("DELETE", `/3.0/products/${id}/variants/${variant.id}.json`)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    assert.equal((await read(id)).variants.length, 1);
  }
});

test("two that add one combination at once: one gets it, the other is refused", async () => {
  const { id } = await shirt();
  const json = { options: sized("XL") };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => rig.api.call("POST", `/3.0/products/${id}/variants.json`, { json })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422]);
});

test("a variant that is deleted while it is changed is changed first or not found", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, variants } = await shirt();
    const path = `/3.0/products/${id}/variants/${variants[0]?.id}.json`;
    const [, ...changes] = await Promise.all([
      rig.api.call("DELETE", path),
      ...[1, 2, 3].map((price) => rig.api.call("PUT", path, { json: { price } })),
    ]);
    for (const { status, text } of changes) assert.ok([200, 404].includes(status), `${status} ${text}`);
  }
});
