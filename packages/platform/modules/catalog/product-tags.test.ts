import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../http/testing/catalog-fixture.ts";
import { mergeCountRows } from "./merge-count-rows.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform, {
    scopes: ["read_products", "read_tags", "write_tags"],
  });
});
after(() => testPlatform.stop());

interface Tag {
  id: number;
  name: string;
  resource_type: string;
  count: number;
  updated_at: string;
}

interface List {
  tags: Tag[];
  total_count: number;
  next_cursor: string | null;
}

const addTag = async (name: string, resource_ids: readonly number[]) =>
  (
    await fixture.expectSuccess<{ tag: Tag }>("POST", "/4.0/tags.json", {
      tag: { name, resource_type: "product", resource_ids },
    })
  ).tag;
const listTags = (query = "") => fixture.expectSuccess<List>("GET", `/4.0/tags.json?${query}`);
const loadCounts = async (query = "limit=250") =>
  Object.fromEntries((await listTags(query)).tags.map(({ name, count }) => [name, count]));

/** Count the products of each tag in the table of products, without the stored counts. */
async function recountTags(): Promise<Record<string, number>> {
  const rows = await testPlatform.database.many<{ name: string; count: number }>(
    "select name, count(*) as count from products p, unnest(p.tags) name where store_id = $1 group by name",
    [fixture.api.store.id],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

test("adding a tag publishes an event for each product that gets the tag", async () => {
  assert.deepEqual(await loadCounts(), await recountTags());
  const [firstId = 0, secondId = 0] = fixture.productIds;
  const productBefore = await fixture.getProduct(firstId);
  let tag: Tag | undefined;
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    tag = await addTag("  festive ", [secondId, firstId, firstId]);
  });
  assert.deepEqual([tag?.name, tag?.resource_type, tag?.count], ["festive", "product", 2]);
  assert.deepEqual(
    publishedEvents.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [firstId, secondId].map((id) => ["product/update", id, "product/update"]),
  );
  const productAfter = await fixture.getProduct(firstId);
  assert.deepEqual(productAfter.tags, [...productBefore.tags, "festive"]);
  assert.ok(productAfter.updated_at > productBefore.updated_at);
  const repeatedEvents = await fixture.listEventsPublishedBy(async () =>
    assert.deepEqual(await addTag("festive", [firstId, secondId]), tag),
  );
  assert.deepEqual(repeatedEvents, []);
  assert.equal((await addTag("festive", fixture.productIds)).count, 3, "the third product has the tag too");
  assert.deepEqual(await loadCounts(), await recountTags());
});

test("an invalid tag request gets an error for each invalid field and changes no product", async () => {
  const [firstId = 0] = fixture.productIds;
  const body = { name: "never", resource_type: "product", resource_ids: [firstId] };
  const invalidCases: [object, string[]][] = [
    [
      { ...body, resource_ids: [firstId, 987_654, 987_655] },
      ["invalid", "resource_ids.1 not_found", "resource_ids.2 not_found"],
    ],
    [{ ...body, name: "" }, ["invalid", "name required"]],
    [{ ...body, name: "   " }, ["invalid", "name required"]],
    [{ ...body, name: "a,b" }, ["invalid", "name invalid_format"]],
    [{ ...body, name: "x".repeat(256) }, ["invalid", "name too_long"]],
    [{ ...body, name: 5 }, ["invalid", "name invalid_type"]],
    [{ ...body, resource_type: "voucher" }, ["invalid", "resource_type not_allowed"]],
    [{ ...body, resource_ids: [] }, ["invalid", "resource_ids too_few"]],
    [{ ...body, resource_ids: Array(501).fill(firstId) }, ["invalid", "resource_ids too_many"]],
    [{ ...body, resource_ids: ["1"] }, ["invalid", "resource_ids.0 invalid_type"]],
    [{ resource_type: "product" }, ["invalid", "name required", "resource_ids required"]],
  ];
  for (const [tag, expectedError] of invalidCases)
    assert.deepEqual(await fixture.expectError("POST", "/4.0/tags.json", { tag }), expectedError);
  assert.deepEqual(await loadCounts("name=never"), {});
  assert.deepEqual(await loadCounts(), await recountTags());
});

test("a product has at most 250 tags", async () => {
  const [firstId = 0] = fixture.productIds;
  await testPlatform.database.query(
    "update products set tags = array(select 'many ' || n from generate_series(1, 250) n) where store_id = $1 and id = $2",
    [fixture.api.store.id, firstId],
  );
  const tag = { name: "one more", resource_type: "product", resource_ids: [firstId] };
  assert.deepEqual(await fixture.expectError("POST", "/4.0/tags.json", { tag }), [
    "invalid",
    "resource_ids.0 too_many",
  ]);
  assert.equal((await addTag("many 7", [firstId])).count, 1, "the product already has this tag");
  assert.equal((await listTags("query=many&limit=1")).total_count, 250);
  await testPlatform.database.query("update products set tags = '{quiet}' where store_id = $1 and id = $2", [
    fixture.api.store.id,
    firstId,
  ]);
  assert.equal((await listTags("query=many&limit=1")).total_count, 0);
});

test("deleting a tag publishes one event for each product that had it", async () => {
  const [firstId = 0, secondId = 0] = fixture.productIds;
  const { id } = await addTag("passing", [firstId, secondId]);
  const { tag } = await fixture.expectSuccess<{ tag: Tag }>("GET", `/4.0/tags/${id}.json`);
  assert.deepEqual([tag.name, tag.count], ["passing", 2]);
  const publishedEvents = await fixture.listEventsPublishedBy(() =>
    fixture.expectSuccess("DELETE", `/4.0/tags/${id}.json`),
  );
  assert.deepEqual(
    publishedEvents.map(({ topic, resource_id }) => [topic, resource_id]),
    [firstId, secondId].map((productId) => ["product/update", productId]),
  );
  assert.ok(!(await fixture.getProduct(firstId)).tags.includes("passing"));
  for (const method of ["GET", "DELETE"])
    assert.deepEqual(await fixture.expectError(method, `/4.0/tags/${id}.json`), ["not_found"]);
  assert.deepEqual(await loadCounts("name=passing"), {});
  assert.equal((await addTag("passing", [secondId])).id, id, "a tag with the same name gets the same id");
});

test("tag counts stay exact while products change and stored counts are merged", async () => {
  const storeId = fixture.api.store.id;
  const names = ["a", "b", "c", "d"];
  const changeProducts = async (worker: number) => {
    for (let round = 0; round < 15; round++) {
      const handle = `tagged-${worker}-${round}`;
      const tags = names.filter((_, index) => (worker + round + index) % 2 === 0);
      await testPlatform.database.query(
        "insert into products (store_id, handle, title, tags) values ($1, $2, $2, $3), ($1, $2 || '-x', $2, array['a', 'a', $2])",
        [storeId, handle, tags],
      );
      await testPlatform.database.query(
        "update products set tags = $3, title = 'changed' where store_id = $1 and handle = $2",
        [storeId, handle, names.slice(round % 4)],
      );
      if (round % 3 === 0)
        await testPlatform.database.query(
          "delete from products where store_id = $1 and handle like $2 || '%'",
          [storeId, handle],
        );
      if (worker === 0) await mergeCountRows(testPlatform.database);
    }
  };
  await Promise.all([0, 1, 2, 3].map(changeProducts));
  const tagRows = await testPlatform.database.many<{ name: string; count: number }>(
    "select name, count(distinct id) as count from products p, unnest(p.tags) name where store_id = $1 group by name",
    [storeId],
  );
  assert.ok(tagRows.length > 20);
  const expectedCounts = Object.fromEntries(tagRows.map(({ name, count }) => [name, count]));
  assert.deepEqual(await loadCounts(), expectedCounts);
  await mergeCountRows(testPlatform.database);
  assert.deepEqual(await loadCounts(), expectedCounts);
  const rows = await testPlatform.database.many(
    "select count(*) as rows, count(distinct name) as names from tag_counts where store_id = $1",
    [storeId],
  );
  assert.deepEqual(rows, [{ rows: tagRows.length, names: tagRows.length }], "one row for each name remains");
});

test("a change of stock, or saving the same tags, writes no tag counts", async () => {
  const loadCountRows = async () =>
    await testPlatform.database.many("select count(*) as count from tag_counts");
  const rowsBefore = await loadCountRows();
  const updateResult = await testPlatform.database.query(
    "update products set total_quantity = total_quantity + 1, version = version + 1 where store_id = $1",
    [fixture.api.store.id],
  );
  assert.ok(updateResult.rowCount > 3);
  await testPlatform.database.query("update products set tags = tags where store_id = $1", [
    fixture.api.store.id,
  ]);
  assert.deepEqual(await loadCountRows(), rowsBefore);
});

test("paging through the tags by cursor returns each tag once", async () => {
  const allTags = (await listTags("limit=250")).tags;
  const pagedTags: Tag[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: List = await listTags(`limit=7&cursor=${cursor}`);
    pagedTags.push(...page.tags);
    cursor = page.next_cursor;
  }
  assert.deepEqual(pagedTags, allTags);
  assert.ok(allTags.length > 7);
});

test("tags can be filtered and sorted by every supported parameter", async () => {
  const { count } = await fixture.expectSuccess<{ count: number }>(
    "GET",
    "/4.0/tags/count.json?query=TAGGED+1",
  );
  const searchResult = await listTags("query=TAGGED+1&limit=250&resource_type=product");
  assert.ok(count > 3 && searchResult.tags.length === count);
  assert.ok(searchResult.tags.every(({ name }) => name.includes("tagged") && name.includes("1")));
  assert.deepEqual(
    (await listTags("name=tagged-1-1")).tags.map(({ name }) => name),
    ["tagged-1-1"],
  );
  assert.deepEqual((await listTags("name=tagged")).tags, []);
  const countsDescending = (await listTags("sort=count.desc&limit=250")).tags.map((tag) => tag.count);
  assert.deepEqual(
    countsDescending,
    countsDescending.toSorted((a, b) => b - a),
  );
  assert.ok((countsDescending[0] ?? 0) > (countsDescending.at(-1) ?? 0));
  const names = (await listTags("sort=name.asc&limit=250&query=tagged")).tags.map(({ name }) => name);
  const sortedRows = await testPlatform.database.many<{ name: string }>(
    "select unnest($1::text[]) as name order by 1",
    [names],
  );
  assert.deepEqual(
    names,
    sortedRows.map(({ name }) => name),
  );
  const [firstTag, secondTag] = (await listTags("limit=250")).tags;
  assert.deepEqual((await listTags(`ids=${firstTag?.id},${secondTag?.id},987654`)).tags, [
    firstTag,
    secondTag,
  ]);
  assert.deepEqual(await fixture.expectError("GET", "/4.0/tags.json?resource_type=voucher"), [
    "invalid",
    "resource_type not_allowed",
  ]);
});

test("deleting a tag of 2,100 products publishes one event for each product", async () => {
  const rows = await testPlatform.database.many<{ id: number }>(
    `insert into products (store_id, handle, title, tags)
     select $1, 'many-' || n, 'Many', array['kept', 'thousands'] from generate_series(1, 2100) n returning id`,
    [fixture.api.store.id],
  );
  const [tag] = (await listTags("name=thousands")).tags;
  assert.equal(tag?.count, 2100);
  const publishedEvents = await fixture.listEventsPublishedBy(() =>
    fixture.expectSuccess("DELETE", `/4.0/tags/${tag?.id}.json`),
  );
  assert.deepEqual(
    publishedEvents.map(({ resource_id }) => resource_id),
    rows.map(({ id }) => id).sort((a, b) => a - b),
  );
  assert.deepEqual(await loadCounts("name=thousands"), {});
  assert.deepEqual(await loadCounts("name=kept"), { kept: 2100 });
});

test("an app without tag scopes can neither create nor list tags", async () => {
  const otherFixture = await createCatalogFixture(testPlatform);
  const tag = { name: "x", resource_type: "product", resource_ids: [otherFixture.productIds[0]] };
  assert.deepEqual(await otherFixture.expectError("POST", "/4.0/tags.json", { tag }), ["scope_missing"]);
  assert.deepEqual(await otherFixture.expectError("GET", "/4.0/tags.json"), ["scope_missing"]);
});
