import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { InstalledApp } from "../installing.ts";
import type { Merchant } from "../people.ts";
import { type Level, type Product, readQuantity, setStock, type Variant } from "../stock.ts";
import { installStockedApp } from "../stocked-app.ts";

let fixture: ConformanceFixture;
let merchant: Merchant;
let installedApp: InstalledApp;
let product: Product;
let variant: Variant;
let primaryLocationId: number;

before(async () => {
  fixture = await createConformanceFixture();
  ({ merchant, installedApp, product, variant, primaryLocationId } = await installStockedApp(
    fixture,
    "bodies",
  ));
  await setStock(installedApp.api, variant.id, { location_id: primaryLocationId, quantity: 40 });
});
after(() => fixture.close());

function setLevel(options: { body?: string; headers?: Record<string, string> }): Promise<HttpResponse> {
  const url = `${fixture.origins.store(merchant.store.handle)}/api/4.0/inventory_levels/set.json`;
  const { headers = { "content-type": "application/json" }, body = "" } = options;
  return fixture.request(url, { method: "PUT", token: installedApp.token, headers, body });
}

test("API-4: a request body that is not JSON is rejected and changes nothing", async () => {
  const validBody = JSON.stringify({ variant_id: variant.id, location_id: primaryLocationId, quantity: 3 });
  for (const body of [
    validBody.slice(0, -1),
    `${validBody}}`,
    validBody.replaceAll('"', "'"),
    `${validBody},`,
    "variant_id=1&quantity=3",
    "\u0000",
    "{",
    "NaN",
  ])
    assertRejected(await setLevel({ body }), 400, "malformed_json");
  // The last bytes are `,"?":1}`, with the byte 0xff, which is not UTF-8, in place of the question mark.
  const invalidUtf8 = Buffer.concat([
    Buffer.from(validBody.slice(0, -1)),
    Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ]);
  const url = `${fixture.origins.store(merchant.store.handle)}/api/4.0/inventory_levels/set.json`;
  const headers = { "content-type": "application/json" };
  const request = { method: "PUT", token: installedApp.token, headers, body: invalidUtf8 };
  assertRejected(await fixture.request(url, request), 400, "malformed_json");
  assert.equal(await readQuantity(installedApp.api, variant.id, primaryLocationId), 40);
});

test("API-4: a request body with a content type other than JSON is rejected", async () => {
  const body = JSON.stringify({ variant_id: variant.id, location_id: primaryLocationId, quantity: 3 });
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "application/json\t;x",
    "multipart/form-data",
    "",
  ])
    assertRejected(
      await setLevel({ body, headers: { "content-type": type } }),
      415,
      "unsupported_media_type",
    );
  assertRejected(await setLevel({ body, headers: {} }), 415, "unsupported_media_type");
  assert.equal(await readQuantity(installedApp.api, variant.id, primaryLocationId), 40);
});

test("API-4: the error for values of wrong types lists each field; nothing is changed", async () => {
  const validBody = { variant_id: variant.id, location_id: primaryLocationId, quantity: 3 };
  const put = (body: unknown) => installedApp.api.put("/4.0/inventory_levels/set.json", body);
  for (const invalidValue of ["3", 3.5, null, true, [3], {}, -1, 1e15])
    assertInvalidFields(await put({ ...validBody, quantity: invalidValue }), "quantity");
  for (const invalidValue of [String(variant.id), null, 0, -1, 1.5, "abc"])
    assertInvalidFields(await put({ ...validBody, variant_id: invalidValue }), "variant_id");
  assertInvalidFields(await put({}), "location_id", "quantity", "variant_id");
  assertInvalidFields(
    await put({ variant_id: "1", location_id: primaryLocationId, quantity: "3" }),
    "quantity",
    "variant_id",
  );
  assertInvalidFields(await put({ inventory_level: { ...validBody, quantity: "3" } }), "quantity");
  for (const body of [[validBody], "text", 3, null]) {
    const { fields = [] } = assertRejected(await put(body), 422, "invalid");
    assert.ok(fields.length > 0, `no field error for ${JSON.stringify(body)}`);
  }
  assert.equal(await readQuantity(installedApp.api, variant.id, primaryLocationId), 40);
});

test("API-4: an invalid list entry is reported by its index, and no entry is applied", async () => {
  const path = `/3.0/products/${product.id}/variants.json`;
  const variants = [
    { id: variant.id, price: "1.23", sku: "CHANGED" },
    { id: variant.id + 1, price: {} },
  ];
  assertInvalidFields(await installedApp.api.put(path, { variants }), "variants.1.price");
  const withNumericSku = [{ id: variant.id, price: "1.23", sku: 12 }];
  assertInvalidFields(await installedApp.api.put(path, { variants: withNumericSku }), "variants.0.sku");
  assertInvalidFields(await installedApp.api.put(path, { variants: [] }), "variants");
  assertInvalidFields(await installedApp.api.put(path, {}), "variants");
  const { product: currentProduct } = assertOk<{ product: Product }>(
    await installedApp.api.get(`/3.0/products/${product.id}.json`),
  );
  const currentVariant = currentProduct.variants.find(({ id }) => id === variant.id);
  assert.deepEqual([currentVariant?.sku, currentVariant?.price], [variant.sku, variant.price]);
});

test("API-4: a request body may omit its wrapper, and unknown fields are ignored", async () => {
  const body = { variant_id: variant.id, location_id: primaryLocationId, quantity: 41, color: "red" };
  const put = async (requestBody: unknown): Promise<Level> =>
    assertOk<{ inventory_level: Level }>(
      await installedApp.api.put("/4.0/inventory_levels/set.json", requestBody),
    ).inventory_level;
  assert.equal((await put(body)).inventory_quantity, 41);
  assert.equal((await put({ inventory_level: { ...body, quantity: 40 } })).inventory_quantity, 40);
});

test("API-4: creating a product with many invalid fields returns all errors at once", async () => {
  const { api } = installedApp;
  const countProducts = async () =>
    assertOk<{ count: number }>(await api.get("/3.0/products/count.json")).count;
  const countBefore = await countProducts();
  const invalidProduct = {
    title: 5,
    tags: "one",
    is_published: "yes",
    variants: [{ price: {}, inventory_quantity: 1.5, options: [{ name: "Size" }] }],
  };
  assertInvalidFields(
    await api.post("/3.0/products.json", { product: invalidProduct }),
    "title",
    "tags",
    "is_published",
    "variants.0.price",
    "variants.0.inventory_quantity",
    "variants.0.options.0.value",
  );
  const productWithInvalidFormats = { title: " ", published_at: "soon", variants: [{ price: "1.999" }, {}] };
  assertInvalidFields(
    await api.post("/3.0/products.json", productWithInvalidFormats),
    "title",
    "published_at",
    "variants.0.price",
    "variants.1.options",
  );
  assertInvalidFields(
    await api.post(`/3.0/products/${product.id}/options.json`, {}),
    "option_type",
    "option_values",
  );
  assertInvalidFields(await api.put(`/3.0/products/${product.id}.json`, { handle: "Not One" }), "handle");
  assert.equal(await countProducts(), countBefore);
});
