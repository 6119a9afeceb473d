import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopeNames } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../http/testing/catalog-fixture.ts";
import { createImage } from "./images/testing/image-fixture.ts";
import type { WholeProduct } from "./testing/whole-product.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing, { scopes: scopeNames });
});
after(() => testing.stop());

const cup = {
  title: "Cup",
  variant_options: [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ],
};

async function newCup(): Promise<WholeProduct> {
  return (await fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", cup)).product;
}

async function loadText(id: number): Promise<string> {
  return (await fixture.api.call("GET", `/3.0/products/${id}.json`)).text;
}

/** Build the JSON text from the rows, whatever is stored. */
async function rebuiltText(id: number): Promise<string> {
  await testing.database.query("delete from product_documents where product_id = $1", [id]);
  return loadText(id);
}

/** Make one change and check that the stored snapshot shows it. */
async function assertShown(id: number, what: string, change: () => Promise<unknown>): Promise<void> {
  const before = await loadText(id);
  await change();
  const after = await loadText(id);
  assert.ok(after !== before, `${what} shows`);
  assert.equal(after, await rebuiltText(id), `${what} shows whole`);
}

type Change = [method: string, path: string, json: object];

async function assertEachShown(id: number, changes: readonly Change[]): Promise<void> {
  for (const [method, path, json] of changes)
    await assertShown(id, `${method} ${path} ${JSON.stringify(json)}`, () =>
      fixture.done(method, path, json),
    );
}

test("a changed field of a product or variant is in its stored snapshot at once", async () => {
  const { id, variants } = await newCup();
  const path = `/3.0/products/${id}`;
  const [one, two] = variants.map((variant) => variant.id);
  const fields: object[] = [
    { title: "Mug", handle: "mug-of-ours" },
    { description: "d", body_html: "<p>b</p>", note: "n" },
    { vendor: "v", brand: "b", product_type: "t" },
    { tags: ["a", "b"] },
    { taxable: false, shipping_required: false },
    { inventory_management: null },
    { inventory_management: "souk" },
    { is_published: false },
    { visibility: "published" },
    { meta_title: "m", meta_description: "e", keywords: "k" },
  ];
  await assertEachShown(id, [
    ...fields.map((json): Change => ["PUT", `${path}.json`, json]),
    [
      "PUT",
      `${path}/variants.json`,
      {
        variants: [
          { id: one, price: "9" },
          { id: two, sku: "B" },
        ],
      },
    ],
    ["PUT", `${path}/variants/${one}.json`, { barcode: "1", cost_price: "3", weight: 2, is_enabled: false }],
    ["PUT", `${path}/variants/${one}.json`, { inventory_quantity: 12 }],
    ["DELETE", `${path}/variants/${two}.json`, {}],
    [
      "POST",
      `${path}/variants.json`,
      {
        options: [
          { name: "Glaze", value: "Red" },
          { name: "Size", value: "S" },
        ],
        price: "7",
      },
    ],
  ]);
});

test("options added, renamed, ordered and removed are in the stored snapshot at once", async () => {
  const { id } = await newCup();
  const path = `/3.0/products/${id}/options`;
  await assertEachShown(id, [
    ["POST", `${path}.json`, { option_type: "Size", option_values: ["XL"] }],
    ["PUT", `${path}/option_type.json`, { old_option_type: "Size", new_option_type: "Volume" }],
    [
      "PUT",
      `${path}/option_value.json`,
      { option_type: "Volume", old_option_value: "XL", new_option_value: "1 l" },
    ],
    [
      "PUT",
      `${path}.json`,
      {
        variant_options: [
          { name: "Volume", options: ["1 l", "S"] },
          { name: "Glaze", options: ["Blue", "White"] },
        ],
      },
    ],
    ["DELETE", `${path}.json`, { option_type: "Volume", option_value: "S" }],
    ["DELETE", `${path}.json`, { option_type: "Volume" }],
  ]);
});

test("images added, moved, linked and deleted are in the stored snapshot at once", async () => {
  const { id, variants } = await newCup();
  const path = `/3.0/products/${id}/images`;
  const body = await createImage(9, 9);
  const upload = () =>
    fixture.api.call("POST", `${path}.json`, { body, headers: { "content-type": "image/png" } });
  for (const place of [1, 2]) await assertShown(id, `picture ${place}`, upload);
  const { product } = await fixture.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`);
  const [first, second] = product.images.map((image) => image.id);
  await assertEachShown(id, [
    ["PUT", `${path}/${first}.json`, { title: "Front" }],
    ["PUT", `${path}/${second}.json`, { position: 1 }],
    ["PUT", `/3.0/products/${id}/variants/${variants[0]?.id}.json`, { image_id: first }],
    ["DELETE", `${path}.json`, { image_ids: String(first) }],
    ["DELETE", `${path}.json`, { image_ids: String(second) }],
  ]);
});

test("changed collections and tags are in the stored snapshot at once", async () => {
  const { id } = await newCup();
  const made = await fixture.done<{ collection: { id: number } }>("POST", "/3.0/collections.json", {
    title: "Old",
  });
  const collection_id = made.collection.id;
  const path = `/3.0/collections/${collection_id}.json`;
  let collect = 0;
  const putIn = async () => {
    const json = { collect: { product_id: id, collection_id } };
    collect = (await fixture.done<{ collect: { id: number } }>("POST", "/3.0/collects.json", json)).collect
      .id;
  };
  await assertShown(id, "put in", putIn);
  await assertShown(id, "taken out", () => fixture.done("DELETE", `/3.0/collects/${collect}.json`));
  await assertShown(id, "put in again", putIn);
  const tag = { name: "rare", resource_type: "product", resource_ids: [id] };
  let tag_id = 0;
  await assertShown(id, "tag given", async () => {
    tag_id = (await fixture.done<{ tag: { id: number } }>("POST", "/4.0/tags.json", { tag })).tag.id;
  });
  await assertEachShown(id, [
    ["PUT", path, { title: "New" }],
    ["PUT", path, { handle: "newer" }],
    ["DELETE", path, {}],
    ["DELETE", `/4.0/tags/${tag_id}.json`, {}],
  ]);
});

test("stock set, adjusted, ordered and received is in the stored snapshot at once", async () => {
  const { id, variants } = await newCup();
  const [variant] = variants;
  const level = { variant_id: variant?.id, location_id: fixture.api.level.location_id };
  await assertEachShown(id, [
    ["PUT", "/4.0/inventory_levels/set.json", { ...level, quantity: 5 }],
    ["PUT", "/4.0/inventory_levels/adjust.json", { ...level, adjustment_quantity: 2 }],
    [
      "POST",
      "/4.0/inventory_levels/batch.json",
      { inventory_levels: [{ ...level, adjustment_quantity: 1 }] },
    ],
  ]);
  const order = {
    location_id: level.location_id,
    status: "ordered",
    line_items: [{ variant_id: level.variant_id, quantity: 4 }],
  };
  const made = await fixture.done<{ purchase_order: { id: number } }>(
    "POST",
    "/4.0/purchase_orders.json",
    order,
  );
  assert.equal(await loadText(id), await rebuiltText(id), "what is on its way is not shown");
  const receive = `/4.0/purchase_orders/${made.purchase_order.id}/receive.json`;
  await assertEachShown(id, [["POST", receive, {}]]);
});

test("a store's new time zone and currency are in the stored snapshot at once", async () => {
  const { id } = await newCup();
  await assertEachShown(id, [
    ["PUT", "/3.0/store.json", { timezone: "America/New_York" }],
    ["PUT", "/3.0/store.json", { currency_code: "BHD" }],
  ]);
});
