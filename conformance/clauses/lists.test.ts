import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { install } from "../installing.ts";
import { createMerchant, createPartner, type Person, signInStockedMerchant } from "../people.ts";
import { listShelfProducts, type Product, type Variant } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";

interface Envelope {
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

type ProductList = Envelope & { products: Product[] };

let fixture: ConformanceFixture;
let partner: Person;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products"];
  api = (await install(fixture, await signInStockedMerchant(fixture), { app, scopes })).api;
});
after(() => fixture.close());

async function products(query: string): Promise<ProductList> {
  return assertDone<ProductList>(await api.get(`/3.0/products.json?${query}`));
}

function getIds(list: ProductList): number[] {
  return list.products.map(({ id }) => id);
}

test("LST-1: a list holds the plural resource name, total_count, page_count, page and limit", async () => {
  const [product] = (await products("limit=1")).products;
  const variant = product?.variants[0] ?? assert.fail();
  const lists = {
    products: "/3.0/products.json",
    variants: `/3.0/products/${product?.id}/variants.json`,
    locations: "/3.0/locations.json",
    webhooks: "/3.0/webhooks.json",
    inventory_levels: `/4.0/inventory_levels.json?variant_ids=${variant.id}`,
  };
  for (const [plural, path] of Object.entries(lists)) {
    const list = assertDone<Envelope & Record<string, unknown[]>>(await api.get(path));
    // 4.0 lists can also be walked by a cursor.
    const more = path.startsWith("/4.0/") ? ["next_cursor"] : [];
    const names = [plural, "total_count", "page_count", "page", "limit", ...more];
    assert.deepEqual(Object.keys(list).sort(), names.sort(), path);
    assert.ok(Array.isArray(list[plural]), path);
    assert.equal(list.page_count, Math.max(1, Math.ceil(list.total_count / list.limit)), path);
    assert.equal(list[plural]?.length, Math.min(list.total_count, list.limit), path);
  }
});

test("LST-1: total_count and count.json agree with what a walk finds, each record once", async () => {
  const { count } = assertDone<{ count: number }>(await api.get("/3.0/products/count.json"));
  const walked: number[] = [];
  for (let page = 1, last = false; !last; page++) {
    const list = await products(`sort=id.asc&limit=7&page=${page}`);
    assert.deepEqual([list.page, list.limit, list.total_count], [page, 7, count]);
    walked.push(...getIds(list));
    last = list.page === list.page_count;
  }
  assert.equal(walked.length, count);
  assert.deepEqual(
    walked,
    [...new Set(walked)].sort((a, b) => a - b),
  );
});

test("LST-2: page starts at 1 and limit is 50 by default", async () => {
  const plain = await products("sort=id.asc");
  assert.deepEqual([plain.page, plain.limit], [1, 50]);
  assert.deepEqual(await products("sort=id.asc&page=1&limit=50"), plain);
  for (const odd of [
    "page=0",
    "page=-3",
    "page=x",
    "page=",
    "limit=0",
    "limit=-1",
    "limit=many",
    "limit=",
    "page=1.5",
  ]) {
    const { page, limit } = await products(`sort=id.asc&${odd}`);
    assert.deepEqual([page, limit], [1, 50], odd);
  }
  assert.equal((await products("limit=100000")).limit, 250);
});

test("LST-3: a page past the last answers the last page again, with its true number", async () => {
  const { page_count } = await products("sort=id.asc&limit=7");
  const last = await products(`sort=id.asc&limit=7&page=${page_count}`);
  for (const page of [page_count + 1, page_count + 1000, 9_007_199_254_740_991])
    assert.deepEqual(await products(`sort=id.asc&limit=7&page=${page}`), last, `page ${page}`);
});

test("LST-3: an empty list is page 1 of 1, so that a walk ends", async () => {
  const app = await registerApp(fixture, partner);
  const empty = await install(fixture, await createMerchant(fixture), { app, scopes: ["read_products"] });
  for (const page of ["", "?page=4"]) {
    const list = assertDone<ProductList>(await empty.api.get(`/3.0/products.json${page}`));
    assert.deepEqual(list, { products: [], total_count: 0, page_count: 1, page: 1, limit: 50 });
  }
});

test("PRD-1: products are sorted as requested, by last change first by default", async () => {
  const ascending = getIds(await products("sort=id.asc&limit=250"));
  assert.deepEqual(
    ascending,
    ascending.toSorted((a, b) => a - b),
  );
  assert.deepEqual(getIds(await products("sort=id.desc&limit=250")), ascending.toReversed());
  const times = (await products("limit=250")).products.map(({ updated_at }) => Date.parse(updated_at));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  for (const sort of ["name.asc", "id", "id.up", "id.asc.desc", "id;drop.asc", "version.asc"])
    assertNamesFields(await api.get(`/3.0/products.json?sort=${sort}`), "sort");
});

test("LST-4: sort=id.asc keeps its order while products change", async () => {
  const before = await products("sort=id.asc&limit=250");
  const [product] = before.products.slice(-1) as [Product];
  const [variant] = product.variants as [Variant];
  const variants = [{ id: variant.id, sku: `${variant.sku.slice(0, 200)}-y` }];
  assertDone(await api.put(`/3.0/products/${product.id}/variants.json`, { variants }));
  assert.equal((await products("limit=1")).products[0]?.id, product.id, "it is the last that changed");
  assert.deepEqual(getIds(await products("sort=id.asc&limit=250")), getIds(before));
  const [first] = getIds(await products("sort=id.asc&limit=1"));
  assert.equal(first, before.products[0]?.id);
});

test("LST-5: since_id takes the product of that id and those after it", async () => {
  const all = getIds(await products("sort=id.asc&limit=250"));
  const middle = all[3] ?? assert.fail();
  assert.deepEqual(getIds(await products(`since_id=${middle}&limit=250`)), all.slice(3));
  assert.equal((await products(`since_id=${middle}&limit=2`)).total_count, all.length - 3);
  assert.deepEqual(getIds(await products(`since_id=${middle + 1}&limit=1`)), all.slice(4, 5));
  assertNamesFields(await api.get("/3.0/products.json?since_id=abc"), "since_id");
});

test("LST-7: updated_at_min and updated_at_max use the store's local time, both inclusive", async () => {
  const [product] = (await listShelfProducts(api, "lists")) as [Product];
  const [variant] = product.variants as [Variant];
  const variants = [{ id: variant.id, sku: `${variant.sku.slice(0, 200)}-x` }];
  assertDone(await api.put(`/3.0/products/${product.id}/variants.json`, { variants }));
  const { product: changed } = assertDone<{ product: Product }>(
    await api.get(`/3.0/products/${product.id}.json`),
  );
  const at = changed.updated_at;
  const wall = at.slice(0, 23);
  assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
  const earlier = new Date(Date.parse(`${wall}Z`) - 1).toISOString().slice(0, 23);
  const later = new Date(Date.parse(`${wall}Z`) + 1).toISOString().slice(0, 23);
  const has = async (filter: string): Promise<boolean> =>
    getIds(await products(`limit=250&ids=${product.id}&${filter}`)).includes(product.id);
  for (const offset of ["", at.slice(23), "+00:00", "-07:00", "Z"]) {
    const sent = (time: string): string => encodeURIComponent(`${time}${offset}`);
    assert.ok(await has(`updated_at_min=${sent(wall)}`), `min at its own time, ${offset}`);
    assert.ok(await has(`updated_at_max=${sent(wall)}`), `max at its own time, ${offset}`);
    assert.ok(!(await has(`updated_at_min=${sent(later)}`)), `min just after it, ${offset}`);
    assert.ok(!(await has(`updated_at_max=${sent(earlier)}`)), `max just before it, ${offset}`);
  }
});

test("LST-6: a date that cannot be read is ignored, and the answer says so", async () => {
  const all = (await products("limit=1")).total_count;
  for (const date of ["yesterday", "2026-13-01T00:00:00Z", "2026-02-30", "1"]) {
    const answer = await api.get(`/3.0/products.json?limit=1&updated_at_min=${date}`);
    assert.equal(assertDone<ProductList>(answer).total_count, all, date);
    assert.equal(answer.headers["service-warning"], 'ignored parameter "updated_at_min": not a date');
  }
});

test("PRD-1: ids and fields narrow a list, count.json takes the same filters", async () => {
  const [first, second] = getIds(await products("sort=id.asc&limit=2")) as [number, number];
  const both = await products(`sort=id.asc&ids=${first},${second}`);
  assert.deepEqual(getIds(both), [first, second]);
  const counted = await api.get(`/3.0/products/count.json?ids=${first},${second},987654321`);
  assert.deepEqual(assertDone(counted), { count: 2 });
  const kept = await products(`ids=${first}&fields=title`);
  assert.deepEqual(Object.keys(kept.products[0] ?? {}).sort(), ["id", "title"]);
  const dropped = await products(`ids=${first}&fields=-variants`);
  assert.ok(dropped.products[0] && !("variants" in dropped.products[0]) && "title" in dropped.products[0]);
});
