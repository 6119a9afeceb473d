import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopeNames } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../http/testing/catalog-fixture.ts";
import { createImage } from "./images/testing/image-fixture.ts";
import type { WholeProduct } from "./testing/whole-product.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform, { scopes: scopeNames });
});
after(() => testPlatform.stop());

const cup = {
  title: "Cup",
  variant_options: [
    { name: "Glaze", options: ["Blue", "White"] },
    { name: "Size", options: ["S", "L"] },
  ],
};

async function createCup(): Promise<WholeProduct> {
  return (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", cup)).product;
}

async function loadText(id: number): Promise<string> {
  return (await fixture.api.call("GET", `/3.0/products/${id}.json`)).text;
}

/** Delete the stored snapshot and load the product, so that its JSON text is built from the rows. */
async function rebuildText(id: number): Promise<string> {
  await testPlatform.database.query("delete from product_documents where product_id = $1", [id]);
  return loadText(id);
}

/** Make one change, and assert that the next read returns a changed text that equals a text built only from the rows. */
async function assertSnapshotChanged(
  id: number,
  label: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const textBefore = await loadText(id);
  await change();
  const textAfter = await loadText(id);
  assert.ok(textAfter !== textBefore, `${label}: the response did not change`);
  assert.equal(textAfter, await rebuildText(id), `${label}: the response differs from a rebuilt one`);
}

type Change = [method: string, path: string, json: object];

async function assertEachChangesSnapshot(id: number, changes: readonly Change[]): Promise<void> {
  for (const [method, path, json] of changes)
    await assertSnapshotChanged(id, `${method} ${path} ${JSON.stringify(json)}`, () =>
      fixture.expectSuccess(method, path, json),
    );
}

test("changing a field of a product or variant updates the product's stored snapshot", async () => {
  const { id, variants } = await createCup();
  const path = `/3.0/products/${id}`;
  const [firstId, secondId] = variants.map((variant) => variant.id);
  const productChanges: object[] = [
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
  await assertEachChangesSnapshot(id, [
    ...productChanges.map((json): Change => ["PUT", `${path}.json`, json]),
    [
      "PUT",
      `${path}/variants.json`,
      {
        variants: [
          { id: firstId, price: "9" },
          { id: secondId, sku: "B" },
        ],
      },
    ],
    [
      "PUT",
      `${path}/variants/${firstId}.json`,
      { barcode: "1", cost_price: "3", weight: 2, is_enabled: false },
    ],
    ["PUT", `${path}/variants/${firstId}.json`, { inventory_quantity: 12 }],
    ["DELETE", `${path}/variants/${secondId}.json`, {}],
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

test("adding, renaming, reordering or removing options updates the stored snapshot", async () => {
  const { id } = await createCup();
  const path = `/3.0/products/${id}/options`;
  await assertEachChangesSnapshot(id, [
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

test("adding, moving, linking or deleting an image updates the stored snapshot", async () => {
  const { id, variants } = await createCup();
  const path = `/3.0/products/${id}/images`;
  const body = await createImage(9, 9);
  const upload = () =>
    fixture.api.call("POST", `${path}.json`, { body, headers: { "content-type": "image/png" } });
  for (const imageNumber of [1, 2]) await assertSnapshotChanged(id, `image ${imageNumber}`, upload);
  const { product } = await fixture.expectSuccess<{ product: WholeProduct }>(
    "GET",
    `/3.0/products/${id}.json`,
  );
  const [firstId, secondId] = product.images.map((image) => image.id);
  await assertEachChangesSnapshot(id, [
    ["PUT", `${path}/${firstId}.json`, { title: "Front" }],
    ["PUT", `${path}/${secondId}.json`, { position: 1 }],
    ["PUT", `/3.0/products/${id}/variants/${variants[0]?.id}.json`, { image_id: firstId }],
    ["DELETE", `${path}.json`, { image_ids: String(firstId) }],
    ["DELETE", `${path}.json`, { image_ids: String(secondId) }],
  ]);
});

test("changing a product's collections or tags updates its stored snapshot", async () => {
  const { id } = await createCup();
  const createResponse = await fixture.expectSuccess<{ collection: { id: number } }>(
    "POST",
    "/3.0/collections.json",
    {
      title: "Old",
    },
  );
  const collection_id = createResponse.collection.id;
  const path = `/3.0/collections/${collection_id}.json`;
  let collectId = 0;
  const addToCollection = async () => {
    const json = { collect: { product_id: id, collection_id } };
    collectId = (await fixture.expectSuccess<{ collect: { id: number } }>("POST", "/3.0/collects.json", json))
      .collect.id;
  };
  await assertSnapshotChanged(id, "product added to the collection", addToCollection);
  await assertSnapshotChanged(id, "product removed from the collection", () =>
    fixture.expectSuccess("DELETE", `/3.0/collects/${collectId}.json`),
  );
  await assertSnapshotChanged(id, "product added to the collection again", addToCollection);
  const tag = { name: "rare", resource_type: "product", resource_ids: [id] };
  let tag_id = 0;
  await assertSnapshotChanged(id, "tag added", async () => {
    tag_id = (await fixture.expectSuccess<{ tag: { id: number } }>("POST", "/4.0/tags.json", { tag })).tag.id;
  });
  await assertEachChangesSnapshot(id, [
    ["PUT", path, { title: "New" }],
    ["PUT", path, { handle: "newer" }],
    ["DELETE", path, {}],
    ["DELETE", `/4.0/tags/${tag_id}.json`, {}],
  ]);
});

test("setting, adjusting or receiving stock updates the product's stored snapshot", async () => {
  const { id, variants } = await createCup();
  const [variant] = variants;
  const level = { variant_id: variant?.id, location_id: fixture.api.level.location_id };
  await assertEachChangesSnapshot(id, [
    ["PUT", "/4.0/inventory_levels/set.json", { ...level, quantity: 5 }],
    ["PUT", "/4.0/inventory_levels/adjust.json", { ...level, adjustment_quantity: 2 }],
    [
      "POST",
      "/4.0/inventory_levels/batch.json",
      { inventory_levels: [{ ...level, adjustment_quantity: 1 }] },
    ],
  ]);
  const purchaseOrder = {
    location_id: level.location_id,
    status: "ordered",
    line_items: [{ variant_id: level.variant_id, quantity: 4 }],
  };
  const createResponse = await fixture.expectSuccess<{ purchase_order: { id: number } }>(
    "POST",
    "/4.0/purchase_orders.json",
    purchaseOrder,
  );
  assert.equal(await loadText(id), await rebuildText(id), "incoming stock is not part of a product");
  const receivePath = `/4.0/purchase_orders/${createResponse.purchase_order.id}/receive.json`;
  await assertEachChangesSnapshot(id, [["POST", receivePath, {}]]);
});

test("changing a store's time zone or currency updates its products' stored snapshots", async () => {
  const { id } = await createCup();
  await assertEachChangesSnapshot(id, [
    ["PUT", "/3.0/store.json", { timezone: "America/New_York" }],
    ["PUT", "/3.0/store.json", { currency_code: "BHD" }],
  ]);
});
