import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { type Installed, install } from "../installing.ts";
import { type Merchant, newPartner, type Person, stockedMerchant } from "../people.ts";
import { assertDone, assertNamesFields, assertRefused } from "../refusals.ts";
import { type Product, shelfOf } from "../stock.ts";
import { subscribe } from "../webhooks.ts";
import { openWorld, type World } from "../world.ts";

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

let world: World;
let partner: Person;
let merchant: Merchant;
let installed: Installed;
let products: Product[];

before(async () => {
  world = await openWorld();
  partner = await newPartner(world);
  merchant = await stockedMerchant(world);
  installed = await installedWith(["read_tags", "write_tags", "read_products"]);
  products = await shelfOf(installed.api, "tags");
  await subscribe(installed, "product/update");
});
after(() => world.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(world, merchant, { app: await registerApp(world, partner), scopes });
}

const ids = () => products.map(({ id }) => id);
const body = (name: string, resource_ids: number[]) => ({
  tag: { name, resource_type: "product", resource_ids },
});

async function give(name: string, resource_ids: number[]): Promise<Tag> {
  return assertDone<{ tag: Tag }>(await installed.api.post("/4.0/tags.json", body(name, resource_ids))).tag;
}

function told({ id }: Product, name: string, has: boolean) {
  return installed.app.receiver.received(({ method, headers, body: sent }) => {
    if (method !== "POST" || headers["service-topic"] !== "product/update") return false;
    const product = JSON.parse(sent.toString()) as Tagged;
    return product.id === id && product.tags.includes(name) === has;
  }, 10_000);
}

test("WHK-13: a tag that is given and one that is taken away are told by product/update of each product", async () => {
  const name = `seasonal ${installed.id}`;
  const tag = await give(name, ids());
  assert.deepEqual([tag.name, tag.resource_type, tag.count], [name, "product", products.length]);
  for (const product of products) {
    await told(product, name, true);
    const shown = await installed.api.get(`/3.0/products/${product.id}.json`);
    assert.ok(assertDone<{ product: Tagged }>(shown).product.tags.includes(name));
  }
  assertDone(await installed.api.delete(`/4.0/tags/${tag.id}.json`));
  for (const product of products) await told(product, name, false);
  assertRefused(await installed.api.get(`/4.0/tags/${tag.id}.json`), 404, "not_found");
});

test("LST-1: tags are listed with their counts, by page and by cursor, found by words and counted alike", async () => {
  const { api } = installed;
  const names = ["one", "two", "three"].map((word) => `word${installed.id} ${word}`);
  for (const [at, name] of names.entries()) await give(name, ids().slice(0, at === 0 ? 1 : 2));
  const query = `query=WORD${installed.id}`;
  const list = assertDone<List>(await api.get(`/4.0/tags.json?${query}`));
  assert.deepEqual(
    list.tags.map(({ name, count }) => [name, count]),
    names.map((name, at) => [name, at === 0 ? 1 : 2]),
  );
  assert.deepEqual(assertDone(await api.get(`/4.0/tags/count.json?${query}`)), { count: 3 });
  const first = assertDone<List>(await api.get(`/4.0/tags.json?${query}&limit=2`));
  assert.deepEqual(first.tags, list.tags.slice(0, 2));
  const next = await api.get(`/4.0/tags.json?${query}&limit=2&cursor=${first.next_cursor}`);
  const rest = assertDone<List>(next);
  assert.deepEqual([rest.tags, rest.next_cursor], [list.tags.slice(2), null]);
});

test("API-4: a tag that cannot be given is refused by name and changes no product", async () => {
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

test("API-2: tags are read with read_tags and changed with write_tags, and no other scope will do", async () => {
  const [known = 0] = ids();
  const reader = await installedWith(["read_tags", "write_products"]);
  assertDone(await reader.api.get("/4.0/tags.json"));
  assertRefused(await reader.api.post("/4.0/tags.json", body("x", [known])), 403, "scope_missing");
  const writer = await installedWith(["write_tags", "read_products"]);
  assertRefused(await writer.api.get("/4.0/tags.json"), 403, "scope_missing");
});
