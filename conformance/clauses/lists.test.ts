import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { installApp } from "../installing.ts";
import { createMerchant, createPartner, type Person, signInStockedMerchant } from "../people.ts";
import { listProductsInRange, type Product, type Variant } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";

interface PageInfo {
  total_count: number;
  page_count: number;
  page: number;
  limit: number;
}

type ProductList = PageInfo & { products: Product[] };

let fixture: ConformanceFixture;
let partner: Person;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  const app = await registerApp(fixture, partner);
  const scopes = ["read_products", "write_products"];
  api = (await installApp(fixture, await signInStockedMerchant(fixture), { app, scopes })).api;
});
after(() => fixture.close());

async function listProducts(query: string): Promise<ProductList> {
  return assertOk<ProductList>(await api.get(`/3.0/products.json?${query}`));
}

function getIds(list: ProductList): number[] {
  return list.products.map(({ id }) => id);
}

test("LST-1: a list has its records, total_count, page_count, page and limit", async () => {
  const [product] = (await listProducts("limit=1")).products;
  const variant = product?.variants[0] ?? assert.fail();
  const lists = {
    products: "/3.0/products.json",
    variants: `/3.0/products/${product?.id}/variants.json`,
    locations: "/3.0/locations.json",
    webhooks: "/3.0/webhooks.json",
    inventory_levels: `/4.0/inventory_levels.json?variant_ids=${variant.id}`,
  };
  for (const [plural, path] of Object.entries(lists)) {
    const list = assertOk<PageInfo & Record<string, unknown[]>>(await api.get(path));
    // 4.0 lists can also be read with a cursor.
    const extraKeys = path.startsWith("/4.0/") ? ["next_cursor"] : [];
    const expectedKeys = [plural, "total_count", "page_count", "page", "limit", ...extraKeys];
    assert.deepEqual(Object.keys(list).sort(), expectedKeys.sort(), path);
    assert.ok(Array.isArray(list[plural]), path);
    assert.equal(list.page_count, Math.max(1, Math.ceil(list.total_count / list.limit)), path);
    assert.equal(list[plural]?.length, Math.min(list.total_count, list.limit), path);
  }
});

test("LST-1: total_count and count.json equal the number of records on all pages", async () => {
  const { count } = assertOk<{ count: number }>(await api.get("/3.0/products/count.json"));
  const listedIds: number[] = [];
  for (let page = 1, isLastPage = false; !isLastPage; page++) {
    const list = await listProducts(`sort=id.asc&limit=7&page=${page}`);
    assert.deepEqual([list.page, list.limit, list.total_count], [page, 7, count]);
    listedIds.push(...getIds(list));
    isLastPage = list.page === list.page_count;
  }
  assert.equal(listedIds.length, count);
  assert.deepEqual(
    listedIds,
    [...new Set(listedIds)].sort((a, b) => a - b),
  );
});

test("LST-2: by default and for invalid values, a list's page is 1 and its limit is 50", async () => {
  const defaultPage = await listProducts("sort=id.asc");
  assert.deepEqual([defaultPage.page, defaultPage.limit], [1, 50]);
  assert.deepEqual(await listProducts("sort=id.asc&page=1&limit=50"), defaultPage);
  for (const invalidQuery of [
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
    const { page, limit } = await listProducts(`sort=id.asc&${invalidQuery}`);
    assert.deepEqual([page, limit], [1, 50], invalidQuery);
  }
  assert.equal((await listProducts("limit=100000")).limit, 250);
});

test("LST-3: a page number beyond the last page returns the last page and its number", async () => {
  const { page_count } = await listProducts("sort=id.asc&limit=7");
  const lastPage = await listProducts(`sort=id.asc&limit=7&page=${page_count}`);
  for (const page of [page_count + 1, page_count + 1000, 9_007_199_254_740_991])
    assert.deepEqual(await listProducts(`sort=id.asc&limit=7&page=${page}`), lastPage, `page ${page}`);
});

test("LST-3: an empty list is page 1 of 1, so that paging ends", async () => {
  const app = await registerApp(fixture, partner);
  const appInEmptyStore = await installApp(fixture, await createMerchant(fixture), {
    app,
    scopes: ["read_products"],
  });
  for (const query of ["", "?page=4"]) {
    const list = assertOk<ProductList>(await appInEmptyStore.api.get(`/3.0/products.json${query}`));
    assert.deepEqual(list, { products: [], total_count: 0, page_count: 1, page: 1, limit: 50 });
  }
});

test("PRD-1: products are sorted as requested, and by default by last change", async () => {
  const ascending = getIds(await listProducts("sort=id.asc&limit=250"));
  assert.deepEqual(
    ascending,
    ascending.toSorted((a, b) => a - b),
  );
  assert.deepEqual(getIds(await listProducts("sort=id.desc&limit=250")), ascending.toReversed());
  const times = (await listProducts("limit=250")).products.map(({ updated_at }) => Date.parse(updated_at));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  for (const sort of ["name.asc", "id", "id.up", "id.asc.desc", "id;drop.asc", "version.asc"])
    assertInvalidFields(await api.get(`/3.0/products.json?sort=${sort}`), "sort");
});

test("LST-4: products sorted by id.asc stay in that order when a product changes", async () => {
  const listBefore = await listProducts("sort=id.asc&limit=250");
  const [product] = listBefore.products.slice(-1) as [Product];
  const [variant] = product.variants as [Variant];
  const variants = [{ id: variant.id, sku: `${variant.sku.slice(0, 200)}-y` }];
  assertOk(await api.put(`/3.0/products/${product.id}/variants.json`, { variants }));
  assert.equal(
    (await listProducts("limit=1")).products[0]?.id,
    product.id,
    "the product that changed last comes first",
  );
  assert.deepEqual(getIds(await listProducts("sort=id.asc&limit=250")), getIds(listBefore));
  const [firstId] = getIds(await listProducts("sort=id.asc&limit=1"));
  assert.equal(firstId, listBefore.products[0]?.id);
});

test("LST-5: since_id returns the product with this id and the products with higher ids", async () => {
  const allIds = getIds(await listProducts("sort=id.asc&limit=250"));
  const middleId = allIds[3] ?? assert.fail();
  assert.deepEqual(getIds(await listProducts(`since_id=${middleId}&limit=250`)), allIds.slice(3));
  assert.equal((await listProducts(`since_id=${middleId}&limit=2`)).total_count, allIds.length - 3);
  assert.deepEqual(getIds(await listProducts(`since_id=${middleId + 1}&limit=1`)), allIds.slice(4, 5));
  assertInvalidFields(await api.get("/3.0/products.json?since_id=abc"), "since_id");
});

test("LST-7: updated_at_min and updated_at_max are inclusive and read in the store's local time", async () => {
  const [product] = (await listProductsInRange(api, "lists")) as [Product];
  const [variant] = product.variants as [Variant];
  const variants = [{ id: variant.id, sku: `${variant.sku.slice(0, 200)}-x` }];
  assertOk(await api.put(`/3.0/products/${product.id}/variants.json`, { variants }));
  const { product: changedProduct } = assertOk<{ product: Product }>(
    await api.get(`/3.0/products/${product.id}.json`),
  );
  const updatedAt = changedProduct.updated_at;
  // The first 23 characters are the time without its offset.
  const localTime = updatedAt.slice(0, 23);
  assert.match(updatedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
  const timeBefore = new Date(Date.parse(`${localTime}Z`) - 1).toISOString().slice(0, 23);
  const timeAfter = new Date(Date.parse(`${localTime}Z`) + 1).toISOString().slice(0, 23);
  const isListed = async (filter: string): Promise<boolean> =>
    getIds(await listProducts(`limit=250&ids=${product.id}&${filter}`)).includes(product.id);
  // The platform ignores the offset of these parameters.
  for (const offset of ["", updatedAt.slice(23), "+00:00", "-07:00", "Z"]) {
    const encodeTime = (time: string): string => encodeURIComponent(`${time}${offset}`);
    assert.ok(
      await isListed(`updated_at_min=${encodeTime(localTime)}`),
      `min equal to updated_at, ${offset}`,
    );
    assert.ok(
      await isListed(`updated_at_max=${encodeTime(localTime)}`),
      `max equal to updated_at, ${offset}`,
    );
    assert.ok(
      !(await isListed(`updated_at_min=${encodeTime(timeAfter)}`)),
      `min after updated_at, ${offset}`,
    );
    assert.ok(
      !(await isListed(`updated_at_max=${encodeTime(timeBefore)}`)),
      `max before updated_at, ${offset}`,
    );
  }
});

test("LST-6: a date that cannot be parsed is ignored with a warning header", async () => {
  const totalCount = (await listProducts("limit=1")).total_count;
  for (const date of ["yesterday", "2026-13-01T00:00:00Z", "2026-02-30", "1"]) {
    const response = await api.get(`/3.0/products.json?limit=1&updated_at_min=${date}`);
    assert.equal(assertOk<ProductList>(response).total_count, totalCount, date);
    assert.equal(response.headers["service-warning"], 'ignored parameter "updated_at_min": not a date');
  }
});

test("PRD-1: a list of products can be limited to given ids and fields, and a count of products to given ids", async () => {
  const [firstId, secondId] = getIds(await listProducts("sort=id.asc&limit=2")) as [number, number];
  const list = await listProducts(`sort=id.asc&ids=${firstId},${secondId}`);
  assert.deepEqual(getIds(list), [firstId, secondId]);
  const countResponse = await api.get(`/3.0/products/count.json?ids=${firstId},${secondId},987654321`);
  assert.deepEqual(assertOk(countResponse), { count: 2 });
  const listWithTitle = await listProducts(`ids=${firstId}&fields=title`);
  assert.deepEqual(Object.keys(listWithTitle.products[0] ?? {}).sort(), ["id", "title"]);
  const listWithoutVariants = await listProducts(`ids=${firstId}&fields=-variants`);
  assert.ok(
    listWithoutVariants.products[0] &&
      !("variants" in listWithoutVariants.products[0]) &&
      "title" in listWithoutVariants.products[0],
  );
});
