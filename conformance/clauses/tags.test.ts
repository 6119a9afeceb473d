import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createPartner, type Merchant, type Person, signInStockedMerchant } from "../people.ts";
import { listProductsInRange, type Product } from "../stock.ts";
import { subscribe } from "../webhooks.ts";

interface Tag {
  id: number;
  name: string;
  resource_type: string;
  count: number;
}

interface TagList {
  tags: Tag[];
  total_count: number;
  next_cursor: string | null;
}

type TaggedProduct = Product & { tags: string[] };

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let installedApp: InstalledApp;
let products: Product[];

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await signInStockedMerchant(fixture);
  installedApp = await installWithScopes(["read_tags", "write_tags", "read_products"]);
  products = await listProductsInRange(installedApp.api, "tags");
  await subscribe(installedApp, "product/update");
});
after(() => fixture.close());

async function installWithScopes(scopes: readonly string[]): Promise<InstalledApp> {
  return installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

const getProductIds = () => products.map(({ id }) => id);
const buildBody = (name: string, resource_ids: number[]) => ({
  tag: { name, resource_type: "product", resource_ids },
});

async function addTag(name: string, resource_ids: number[]): Promise<Tag> {
  return assertOk<{ tag: Tag }>(await installedApp.api.post("/4.0/tags.json", buildBody(name, resource_ids)))
    .tag;
}

function waitForProductUpdate({ id }: Product, name: string, isTagged: boolean) {
  return installedApp.app.receiver.waitForRequest(({ method, headers, body }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const product = JSON.parse(body.toString()) as TaggedProduct;
    return product.id === id && product.tags.includes(name) === isTagged;
  }, 10_000);
}

test("WHK-13: adding and removing a tag sends product/update for each affected product", async () => {
  const name = `seasonal ${installedApp.id}`;
  const tag = await addTag(name, getProductIds());
  assert.deepEqual([tag.name, tag.resource_type, tag.count], [name, "product", products.length]);
  for (const product of products) {
    await waitForProductUpdate(product, name, true);
    const response = await installedApp.api.get(`/3.0/products/${product.id}.json`);
    assert.ok(assertOk<{ product: TaggedProduct }>(response).product.tags.includes(name));
  }
  assertOk(await installedApp.api.delete(`/4.0/tags/${tag.id}.json`));
  for (const product of products) await waitForProductUpdate(product, name, false);
  assertRejected(await installedApp.api.get(`/4.0/tags/${tag.id}.json`), 404, "not_found");
});

test("LST-1: the list of tags has each tag's count, and can be searched and paged with a cursor", async () => {
  const { api } = installedApp;
  const names = ["one", "two", "three"].map((word) => `word${installedApp.id} ${word}`);
  for (const [index, name] of names.entries())
    await addTag(name, getProductIds().slice(0, index === 0 ? 1 : 2));
  const query = `query=WORD${installedApp.id}`;
  const list = assertOk<TagList>(await api.get(`/4.0/tags.json?${query}`));
  assert.deepEqual(
    list.tags.map(({ name, count }) => [name, count]),
    names.map((name, index) => [name, index === 0 ? 1 : 2]),
  );
  assert.deepEqual(assertOk(await api.get(`/4.0/tags/count.json?${query}`)), { count: 3 });
  const firstPage = assertOk<TagList>(await api.get(`/4.0/tags.json?${query}&limit=2`));
  assert.deepEqual(firstPage.tags, list.tags.slice(0, 2));
  const response = await api.get(`/4.0/tags.json?${query}&limit=2&cursor=${firstPage.next_cursor}`);
  const secondPage = assertOk<TagList>(response);
  assert.deepEqual([secondPage.tags, secondPage.next_cursor], [list.tags.slice(2), null]);
});

test("API-4: a tag with an invalid field is not added, and the error names the field", async () => {
  const { api } = installedApp;
  const name = `never ${installedApp.id}`;
  const [productId = 0] = getProductIds();
  assertInvalidFields(
    await api.post("/4.0/tags.json", buildBody(name, [productId, 900_719_925_474_099])),
    "resource_ids.1",
  );
  assertInvalidFields(await api.post("/4.0/tags.json", buildBody("", [productId])), "name");
  assertInvalidFields(await api.post("/4.0/tags.json", buildBody("a,b", [productId])), "name");
  assertInvalidFields(await api.post("/4.0/tags.json", buildBody(name, [])), "resource_ids");
  const tagOfUnknownType = { tag: { name, resource_type: "planet", resource_ids: [productId] } };
  assertInvalidFields(await api.post("/4.0/tags.json", tagOfUnknownType), "resource_type");
  const list = assertOk<TagList>(await api.get(`/4.0/tags.json?name=${encodeURIComponent(name)}`));
  assert.deepEqual(list.tags, []);
});

test("API-2: reading tags requires read_tags, and changing tags requires write_tags", async () => {
  const [productId = 0] = getProductIds();
  const appWithReadScope = await installWithScopes(["read_tags", "write_products"]);
  assertOk(await appWithReadScope.api.get("/4.0/tags.json"));
  assertRejected(
    await appWithReadScope.api.post("/4.0/tags.json", buildBody("x", [productId])),
    403,
    "scope_missing",
  );
  const appWithWriteScope = await installWithScopes(["write_tags", "read_products"]);
  assertRejected(await appWithWriteScope.api.get("/4.0/tags.json"), 403, "scope_missing");
});
