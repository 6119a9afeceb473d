import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import type { Merchant } from "../people.ts";
import { type Level, type Product, readQuantity, setStock, type Variant } from "../stock.ts";
import { installStockedApp } from "../stocked-app.ts";

let fixture: ConformanceFixture;
let merchant: Merchant;
let installed: Installed;
let product: Product;
let variant: Variant;
let primary: number;

before(async () => {
  fixture = await createConformanceFixture();
  ({ merchant, installed, product, variant, primary } = await installStockedApp(fixture, "bodies"));
  await setStock(installed.api, variant.id, { location_id: primary, quantity: 40 });
});
after(() => fixture.close());

function setLevel(options: { body?: string; headers?: Record<string, string> }): Promise<Answer> {
  const address = `${fixture.origins.store(merchant.store.handle)}/api/4.0/inventory_levels/set.json`;
  const { headers = { "content-type": "application/json" }, body = "" } = options;
  return fixture.request(address, { method: "PUT", token: installed.token, headers, body });
}

test("API-4: a body that is not JSON is rejected clearly and changes nothing", async () => {
  const right = JSON.stringify({ variant_id: variant.id, location_id: primary, quantity: 3 });
  for (const body of [
    right.slice(0, -1),
    `${right}}`,
    right.replaceAll('"', "'"),
    `${right},`,
    "variant_id=1&quantity=3",
    "\u0000",
    "{",
    "NaN",
  ])
    assertRejected(await setLevel({ body }), 400, "malformed_json");
  const notUtf8 = Buffer.concat([
    Buffer.from(right.slice(0, -1)),
    Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ]);
  const address = `${fixture.origins.store(merchant.store.handle)}/api/4.0/inventory_levels/set.json`;
  const headers = { "content-type": "application/json" };
  const sent = { method: "PUT", token: installed.token, headers, body: notUtf8 };
  assertRejected(await fixture.request(address, sent), 400, "malformed_json");
  assert.equal(await readQuantity(installed.api, variant.id, primary), 40);
});

test("API-4: another content type is rejected, however it is written", async () => {
  const body = JSON.stringify({ variant_id: variant.id, location_id: primary, quantity: 3 });
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
  assert.equal(await readQuantity(installed.api, variant.id, primary), 40);
});

test("API-4: a wrongly typed body names every wrong field and changes nothing", async () => {
  const right = { variant_id: variant.id, location_id: primary, quantity: 3 };
  const put = (body: unknown) => installed.api.put("/4.0/inventory_levels/set.json", body);
  for (const wrong of ["3", 3.5, null, true, [3], {}, -1, 1e15])
    assertNamesFields(await put({ ...right, quantity: wrong }), "quantity");
  for (const wrong of [String(variant.id), null, 0, -1, 1.5, "abc"])
    assertNamesFields(await put({ ...right, variant_id: wrong }), "variant_id");
  assertNamesFields(await put({}), "location_id", "quantity", "variant_id");
  assertNamesFields(
    await put({ variant_id: "1", location_id: primary, quantity: "3" }),
    "quantity",
    "variant_id",
  );
  assertNamesFields(await put({ inventory_level: { ...right, quantity: "3" } }), "quantity");
  for (const body of [[right], "text", 3, null]) {
    const { fields = [] } = assertRejected(await put(body), 422, "invalid");
    assert.ok(fields.length > 0, `no field named for ${JSON.stringify(body)}`);
  }
  assert.equal(await readQuantity(installed.api, variant.id, primary), 40);
});

test("API-4: one wrong list entry is named by its index, and no entry of the list is applied", async () => {
  const path = `/3.0/products/${product.id}/variants.json`;
  const variants = [
    { id: variant.id, price: "1.23", sku: "CHANGED" },
    { id: variant.id + 1, price: {} },
  ];
  assertNamesFields(await installed.api.put(path, { variants }), "variants.1.price");
  const sku = [{ id: variant.id, price: "1.23", sku: 12 }];
  assertNamesFields(await installed.api.put(path, { variants: sku }), "variants.0.sku");
  assertNamesFields(await installed.api.put(path, { variants: [] }), "variants");
  assertNamesFields(await installed.api.put(path, {}), "variants");
  const { product: now } = assertDone<{ product: Product }>(
    await installed.api.get(`/3.0/products/${product.id}.json`),
  );
  const same = now.variants.find(({ id }) => id === variant.id);
  assert.deepEqual([same?.sku, same?.price], [variant.sku, variant.price]);
});

test("API-4: a body may come wrapped or bare, and unknown fields are let pass", async () => {
  const body = { variant_id: variant.id, location_id: primary, quantity: 41, color: "red" };
  const put = async (sent: unknown): Promise<Level> =>
    assertDone<{ inventory_level: Level }>(await installed.api.put("/4.0/inventory_levels/set.json", sent))
      .inventory_level;
  assert.equal((await put(body)).inventory_quantity, 41);
  assert.equal((await put({ inventory_level: { ...body, quantity: 40 } })).inventory_quantity, 40);
});

test("API-4: a product with many wrong fields gets all errors at once and is not created", async () => {
  const { api } = installed;
  const count = async () => assertDone<{ count: number }>(await api.get("/3.0/products/count.json")).count;
  const before = await count();
  const wrong = {
    title: 5,
    tags: "one",
    is_published: "yes",
    variants: [{ price: {}, inventory_quantity: 1.5, options: [{ name: "Size" }] }],
  };
  assertNamesFields(
    await api.post("/3.0/products.json", { product: wrong }),
    "title",
    "tags",
    "is_published",
    "variants.0.price",
    "variants.0.inventory_quantity",
    "variants.0.options.0.value",
  );
  const unfit = { title: " ", published_at: "soon", variants: [{ price: "1.999" }, {}] };
  assertNamesFields(
    await api.post("/3.0/products.json", unfit),
    "title",
    "published_at",
    "variants.0.price",
    "variants.1.options",
  );
  assertNamesFields(
    await api.post(`/3.0/products/${product.id}/options.json`, {}),
    "option_type",
    "option_values",
  );
  assertNamesFields(await api.put(`/3.0/products/${product.id}.json`, { handle: "Not One" }), "handle");
  assert.equal(await count(), before);
});
