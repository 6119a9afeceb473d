import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { createPartner, type Merchant, type Person, signInStockedMerchant } from "../people.ts";
import { listShelfProducts, type Product } from "../stock.ts";
import { subscribe } from "../webhooks.ts";

interface Tag {
  id: number;
  name: string;
  resource_type: string;
  count: number;
}

interface List {
  tags: Tag[];
  total_count: number;
  next_cursor: string | null;
}

type Tagged = Product & { tags: string[] };

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let installed: Installed;
let products: Product[];

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await signInStockedMerchant(fixture);
  installed = await installedWith(["read_tags", "write_tags", "read_products"]);
  products = await listShelfProducts(installed.api, "tags");
  await subscribe(installed, "product/update");
});
after(() => fixture.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

const ids = () => products.map(({ id }) => id);
const body = (name: string, resource_ids: number[]) => ({
  tag: { name, resource_type: "product", resource_ids },
});

async function give(name: string, resource_ids: number[]): Promise<Tag> {
  return assertDone<{ tag: Tag }>(await installed.api.post("/4.0/tags.json", body(name, resource_ids))).tag;
}

function waitForProductUpdate({ id }: Product, name: string, has: boolean) {
  return installed.app.receiver.received(({ method, headers, body: sent }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const product = JSON.parse(sent.toString()) as Tagged;
    return product.id === id && product.tags.includes(name) === has;
  }, 10_000);
}

test("WHK-13: adding and removing a tag sends product/update for each affected product", async () => {
  const name = `seasonal ${installed.id}`;
  const tag = await give(name, ids());
  assert.deepEqual([tag.name, tag.resource_type, tag.count], [name, "product", products.length]);
  for (const product of products) {
    await waitForProductUpdate(product, name, true);
    const shown = await installed.api.get(`/3.0/products/${product.id}.json`);
    assert.ok(assertDone<{ product: Tagged }>(shown).product.tags.includes(name));
  }
  assertDone(await installed.api.delete(`/4.0/tags/${tag.id}.json`));
  for (const product of products) await waitForProductUpdate(product, name, false);
  assertRejected(await installed.api.get(`/4.0/tags/${tag.id}.json`), 404, "not_found");
});

test("LST-1: tags are listed with counts, by page and by cursor, searched and counted alike", async () => {
  const { api } = installed;
  const names = ["one", "two", "three"].map((word) => `word${installed.id} ${word}`);
  for (const [at, name] of names.entries()) await give(name, ids().slice(0, at === 0 ? 1 : 2));
  const query = `query=WORD${installed.id}`;
  const list = assertDone<List>(await api.get(`/4.0/tags.json?${query}`));
  assert.deepEqual(
    list.tags.map(({ name, count }) => [name, count]),
    names.map((name, index) => [name, index === 0 ? 1 : 2]),
  );
  assert.deepEqual(assertDone(await api.get(`/4.0/tags/count.json?${query}`)), { count: 3 });
  const first = assertDone<List>(await api.get(`/4.0/tags.json?${query}&limit=2`));
  assert.deepEqual(first.tags, list.tags.slice(0, 2));
  const next = await api.get(`/4.0/tags.json?${query}&limit=2&cursor=${first.next_cursor}`);
  const rest = assertDone<List>(next);
  assert.deepEqual([rest.tags, rest.next_cursor], [list.tags.slice(2), null]);
});

test("API-4: an invalid tag is rejected by name and changes no product", async () => {
  const { api } = installed;
  const name = `never ${installed.id}`;
  const [known = 0] = ids();
  assertNamesFields(
    await api.post("/4.0/tags.json", body(name, [known, 900_719_925_474_099])),
    "resource_ids.1",
  );
  assertNamesFields(await api.post("/4.0/tags.json", body("", [known])), "name");
  assertNamesFields(await api.post("/4.0/tags.json", body("a,b", [known])), "name");
  assertNamesFields(await api.post("/4.0/tags.json", body(name, [])), "resource_ids");
  const other = { tag: { name, resource_type: "planet", resource_ids: [known] } };
  assertNamesFields(await api.post("/4.0/tags.json", other), "resource_type");
  const list = assertDone<List>(await api.get(`/4.0/tags.json?name=${encodeURIComponent(name)}`));
  assert.deepEqual(list.tags, []);
});

test("API-2: tags are read with read_tags and changed with write_tags only", async () => {
  const [known = 0] = ids();
  const reader = await installedWith(["read_tags", "write_products"]);
  assertDone(await reader.api.get("/4.0/tags.json"));
  assertRejected(await reader.api.post("/4.0/tags.json", body("x", [known])), 403, "scope_missing");
  const writer = await installedWith(["write_tags", "read_products"]);
  assertRejected(await writer.api.get("/4.0/tags.json"), 403, "scope_missing");
});
