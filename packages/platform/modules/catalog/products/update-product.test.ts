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

const createProduct = async (json: object) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
const loadProduct = async (id: number) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;
const updateProduct = async (id: number, json: object) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("PUT", `/3.0/products/${id}.json`, json)).product;

test("PRD-2, WHK-13: a product update changes only the sent fields and publishes one event", async () => {
  const createdProduct = await createProduct({
    title: "Lamp",
    vendor: "Sungai",
    tags: ["light"],
    note: "fragile",
  });
  let updatedProduct = createdProduct;
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    updatedProduct = await updateProduct(createdProduct.id, {
      product: { title: "Rattan lamp", tags: ["light", "new"] },
    });
  });
  const expectedProduct = {
    ...createdProduct,
    title: "Rattan lamp",
    name: "Rattan lamp",
    tags: ["light", "new"],
  };
  assert.deepEqual(updatedProduct, { ...expectedProduct, updated_at: updatedProduct.updated_at });
  assert.ok(Date.parse(updatedProduct.updated_at) > Date.parse(createdProduct.updated_at));
  assert.deepEqual(await loadProduct(createdProduct.id), updatedProduct);
  assert.deepEqual(
    publishedEvents.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [["product/update", createdProduct.id, "product/update"]],
  );
});

test("a product update without a change publishes nothing, even if all fields are sent", async () => {
  const createdProduct = await createProduct({
    title: "Same",
    published_at: "2026-03-01T08:00:00+08:00",
    tags: ["a"],
    handle: "same",
  });
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    assert.deepEqual(await updateProduct(createdProduct.id, { product: createdProduct }), createdProduct);
    assert.deepEqual(
      await updateProduct(createdProduct.id, { title: "Same ", tags: ["a ", "a"], is_published: true }),
      createdProduct,
    );
    assert.deepEqual(await updateProduct(createdProduct.id, {}), createdProduct);
  });
  assert.deepEqual(publishedEvents, []);
});

test("if a product update has both title and name and only one of them is changed, the changed field is used", async () => {
  const createdProduct = await createProduct({ title: "Old" });
  assert.equal((await updateProduct(createdProduct.id, { ...createdProduct, name: "New" })).title, "New");
  assert.equal((await updateProduct(createdProduct.id, { name: "New", title: "Newer" })).name, "Newer");
  assert.equal((await updateProduct(createdProduct.id, { name: "Name", title: "Title" })).name, "Title");
  assert.equal((await updateProduct(createdProduct.id, { name: "Alone" })).title, "Alone");
});

test("changing one of the three publication fields changes the others accordingly", async () => {
  const createdProduct = await createProduct({ title: "Shown" });
  const unpublishedProduct = await updateProduct(createdProduct.id, {
    ...createdProduct,
    is_published: false,
  });
  assert.deepEqual(
    [unpublishedProduct.is_published, unpublishedProduct.visibility, unpublishedProduct.published_at],
    [false, "unpublished", null],
  );
  const publishedProduct = await updateProduct(createdProduct.id, {
    ...unpublishedProduct,
    visibility: "published",
  });
  assert.deepEqual([publishedProduct.is_published, publishedProduct.visibility], [true, "published"]);
  assert.ok(Date.parse(publishedProduct.published_at ?? "") >= Date.parse(createdProduct.published_at ?? ""));
  const productWithDate = await updateProduct(createdProduct.id, {
    ...publishedProduct,
    published_at: "2026-05-01 09:00:00",
  });
  // A time without an offset is in the store's time zone.
  assert.equal(Date.parse(productWithDate.published_at ?? ""), Date.parse("2026-05-01T09:00:00Z"));
  assert.equal((await updateProduct(createdProduct.id, { published_at: null })).is_published, false);
  assert.equal(
    (await updateProduct(createdProduct.id, { published_at: "2026-05-01T09:00:00+08:00" })).visibility,
    "published",
  );
});

test("an invalid product update is rejected with the field's name and changes nothing", async () => {
  const createdProduct = await createProduct({ title: "Firm", handle: "firm" });
  await createProduct({ title: "Other", handle: "other" });
  const invalidCases: [object, RegExp][] = [
    [{ title: "" }, /^title required$/],
    [{ title: "  " }, /^title required$/],
    [{ name: " " }, /^name required$/],
    [{ note: 5, title: "New" }, /^note invalid_type$/],
    [{ handle: "other", title: "New" }, /^handle not_unique$/],
    [{ handle: "other--one" }, /^handle invalid_format$/],
    [{ tags: ["ok", 5] }, /^tags.1 invalid_type$/],
    [{ is_published: "yes" }, /^is_published invalid_type$/],
    [{ is_published: false, published_at: "2026-05-01T09:00:00Z", title: "New" }, /^published_at conflict$/],
    [{ body_html: null }, /^body_html invalid_type$/],
  ];
  for (const [body, expectedFieldError] of invalidCases) {
    const [code, fieldError = ""] = await fixture.expectError(
      "PUT",
      `/3.0/products/${createdProduct.id}.json`,
      body,
    );
    assert.equal(code, "invalid");
    assert.match(fieldError, expectedFieldError, JSON.stringify(body));
  }
  assert.deepEqual(await loadProduct(createdProduct.id), createdProduct);
  assert.deepEqual(await fixture.expectError("PUT", "/3.0/products/900719925474.json", { title: "x" }), [
    "not_found",
  ]);
});

test("an update of a product during its deletion either succeeds first or gets not_found", async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await createProduct({ title: "Short-lived" });
    const path = `/3.0/products/${id}.json`;
    const [, ...updateResponses] = await Promise.all([
      fixture.api.call("DELETE", path),
      ...Array.from({ length: 4 }, (_, index) =>
        fixture.api.call("PUT", path, { json: { note: `${index}` } }),
      ),
    ]);
    for (const { status, text } of updateResponses)
      assert.ok([200, 404].includes(status), `${status} ${text}`);
  }
});

test("if two products are given the same handle concurrently, one update is rejected", async () => {
  const products = [await createProduct({ title: "One" }), await createProduct({ title: "Two" })];
  const responses = await Promise.all(
    products.map(({ id }) =>
      fixture.api.call("PUT", `/3.0/products/${id}.json`, { json: { handle: "both" } }),
    ),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422]);
});

test("deleting a product deletes its variants and publishes product/delete once", async () => {
  const createdProduct = await createProduct({
    title: "Gone",
    variants: [
      { options: [{ name: "Size", value: "S" }], inventory_quantity: 4 },
      { options: [{ name: "Size", value: "M" }], inventory_quantity: 9 },
    ],
  });
  const variantIds = createdProduct.variants.map(({ id }) => id);
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    assert.deepEqual(await fixture.expectSuccess("DELETE", `/3.0/products/${createdProduct.id}.json`), {});
  });
  assert.deepEqual(
    publishedEvents.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/delete", createdProduct.id]],
  );
  for (const path of [
    `/3.0/products/${createdProduct.id}.json`,
    `/3.0/products/${createdProduct.id}/variants.json`,
  ])
    assert.deepEqual(await fixture.expectError("GET", path), ["not_found"]);
  assert.deepEqual(await fixture.expectError("DELETE", `/3.0/products/${createdProduct.id}.json`), [
    "not_found",
  ]);
  const { database } = testPlatform;
  const ledger = await database.many<{ reason: string; change: number; resulting_quantity: number }>(
    `select reason, change, resulting_quantity from inventory_movements where store_id = $1 and variant_id = any($2)
     order by id`,
    [fixture.api.store.id, variantIds],
  );
  assert.deepEqual(
    ledger.map(({ reason, change, resulting_quantity }) => [reason, change, resulting_quantity]),
    [
      ["product created", 4, 4],
      ["product created", 9, 9],
      ["variant deleted", -4, 0],
      ["variant deleted", -9, 0],
    ],
  );
  const tombstones = await database.many<{ resource: string; record_id: number }>(
    "select resource, record_id from tombstones where store_id = $1 and record_id = any($2) order by resource, record_id",
    [fixture.api.store.id, [createdProduct.id, ...variantIds]],
  );
  assert.deepEqual(
    tombstones.filter(({ resource }) => resource === "products").map(({ record_id }) => record_id),
    [createdProduct.id],
  );
  assert.deepEqual(
    tombstones.filter(({ resource }) => resource === "variants").map(({ record_id }) => record_id),
    variantIds,
  );
  assert.deepEqual(await verifyStock(database, fixture.api.store.id), []);
});

test("after concurrent stock adjustments and deletion of a product, its stock movements add up to 0", async () => {
  for (let round = 0; round < 4; round++) {
    const createdProduct = await createProduct({ title: "Busy", variants: [{ inventory_quantity: 100 }] });
    const [variant] = createdProduct.variants;
    const locationIds = fixture.api.store.locations.map(({ id }) => id);
    const adjustStock = (index: number) =>
      fixture.api.call("PUT", "/4.0/inventory_levels/adjust.json", {
        json: {
          variant_id: variant?.id,
          location_id: locationIds[index % locationIds.length],
          adjustment_quantity: 1,
        },
      });
    const responses = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => adjustStock(index)),
      fixture.api.call("DELETE", `/3.0/products/${createdProduct.id}.json`),
      ...Array.from({ length: 10 }, (_, index) => adjustStock(index)),
    ]);
    assert.deepEqual(
      [...new Set(responses.map(({ status }) => status))].filter((status) => ![200, 404].includes(status)),
      [],
    );
    const row = await testPlatform.database.one<{ total: number }>(
      "select coalesce(sum(change), 0)::bigint as total from inventory_movements where store_id = $1 and variant_id = $2",
      [fixture.api.store.id, variant?.id],
    );
    assert.equal(row.total, 0);
  }
  assert.deepEqual(await verifyStock(testPlatform.database, fixture.api.store.id), []);
});
