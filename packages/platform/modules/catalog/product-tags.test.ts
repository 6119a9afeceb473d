import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../http/testing/catalog-fixture.ts";
import { foldCounts } from "./fold-counts.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing, { scopes: ["read_products", "read_tags", "write_tags"] });
});
after(() => testing.stop());

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

const give = async (name: string, resource_ids: readonly number[]) =>
  (
    await fixture.done<{ tag: Tag }>("POST", "/4.0/tags.json", {
      tag: { name, resource_type: "product", resource_ids },
    })
  ).tag;
const list = (query = "") => fixture.done<List>("GET", `/4.0/tags.json?${query}`);
const counts = async (query = "limit=250") =>
  Object.fromEntries((await list(query)).tags.map(({ name, count }) => [name, count]));

/** Recount the tags from the products. */
async function recountTags(): Promise<Record<string, number>> {
  const rows = await testing.database.many<{ name: string; n: number }>(
    "select name, count(*) as n from products p, unnest(p.tags) name where store_id = $1 group by name",
    [fixture.api.store.id],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

test("existing products have their tags counted, and a new tag publishes each once", async () => {
  assert.deepEqual(await counts(), await recountTags());
  const [one = 0, two = 0] = fixture.products;
  const before = await fixture.product(one);
  let tag: Tag | undefined;
  const raised = await fixture.raisedBy(async () => {
    tag = await give("  festive ", [two, one, one]);
  });
  assert.deepEqual([tag?.name, tag?.resource_type, tag?.count], ["festive", "product", 2]);
  assert.deepEqual(
    raised.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [one, two].map((id) => ["product/update", id, "product/update"]),
  );
  const after = await fixture.product(one);
  assert.deepEqual(after.tags, [...before.tags, "festive"]);
  assert.ok(after.updated_at > before.updated_at);
  const again = await fixture.raisedBy(async () => assert.deepEqual(await give("festive", [one, two]), tag));
  assert.deepEqual(again, []);
  assert.equal((await give("festive", fixture.products)).count, 3, "only the third is new");
  assert.deepEqual(await counts(), await recountTags());
});

test("an invalid tag is rejected by name, and no product gets it", async () => {
  const [one = 0] = fixture.products;
  const body = { name: "never", resource_type: "product", resource_ids: [one] };
  const invalidCases: [object, string[]][] = [
    [
      { ...body, resource_ids: [one, 987_654, 987_655] },
      ["invalid", "resource_ids.1 not_found", "resource_ids.2 not_found"],
    ],
    [{ ...body, name: "" }, ["invalid", "name required"]],
    [{ ...body, name: "   " }, ["invalid", "name required"]],
    [{ ...body, name: "a,b" }, ["invalid", "name invalid_format"]],
    [{ ...body, name: "x".repeat(256) }, ["invalid", "name too_long"]],
    [{ ...body, name: 5 }, ["invalid", "name invalid_type"]],
    [{ ...body, resource_type: "voucher" }, ["invalid", "resource_type not_allowed"]],
    [{ ...body, resource_ids: [] }, ["invalid", "resource_ids too_few"]],
    [{ ...body, resource_ids: Array(501).fill(one) }, ["invalid", "resource_ids too_many"]],
    [{ ...body, resource_ids: ["1"] }, ["invalid", "resource_ids.0 invalid_type"]],
    [{ resource_type: "product" }, ["invalid", "name required", "resource_ids required"]],
  ];
  for (const [tag, expectedError] of invalidCases)
    assert.deepEqual(await fixture.expectError("POST", "/4.0/tags.json", { tag }), expectedError);
  assert.deepEqual(await counts("name=never"), {});
  assert.deepEqual(await counts(), await recountTags());
});

test("a product has at most 250 tags", async () => {
  const [one = 0] = fixture.products;
  await testing.database.query(
    "update products set tags = array(select 'many ' || n from generate_series(1, 250) n) where store_id = $1 and id = $2",
    [fixture.api.store.id, one],
  );
  const tag = { name: "one more", resource_type: "product", resource_ids: [one] };
  assert.deepEqual(await fixture.expectError("POST", "/4.0/tags.json", { tag }), [
    "invalid",
    "resource_ids.0 too_many",
  ]);
  assert.equal((await give("many 7", [one])).count, 1, "it has this one");
  assert.equal((await list("query=many&limit=1")).total_count, 250);
  await testing.database.query("update products set tags = '{quiet}' where store_id = $1 and id = $2", [
    fixture.api.store.id,
    one,
  ]);
  assert.equal((await list("query=many&limit=1")).total_count, 0);
});

test("a deleted tag leaves every product, each is published once, and the tag is gone", async () => {
  const [one = 0, two = 0] = fixture.products;
  const { id } = await give("passing", [one, two]);
  const { tag } = await fixture.done<{ tag: Tag }>("GET", `/4.0/tags/${id}.json`);
  assert.deepEqual([tag.name, tag.count], ["passing", 2]);
  const raised = await fixture.raisedBy(() => fixture.done("DELETE", `/4.0/tags/${id}.json`));
  assert.deepEqual(
    raised.map(({ topic, resource_id }) => [topic, resource_id]),
    [one, two].map((product) => ["product/update", product]),
  );
  assert.ok(!(await fixture.product(one)).tags.includes("passing"));
  for (const method of ["GET", "DELETE"])
    assert.deepEqual(await fixture.expectError(method, `/4.0/tags/${id}.json`), ["not_found"]);
  assert.deepEqual(await counts("name=passing"), {});
  assert.equal((await give("passing", [two])).id, id, "a name keeps its id");
});

test("tag counts stay exact under concurrent changes of products and folding", async () => {
  const { id: store } = fixture.api.store;
  const names = ["a", "b", "c", "d"];
  const work = async (worker: number) => {
    for (let round = 0; round < 15; round++) {
      const handle = `tagged-${worker}-${round}`;
      const tags = names.filter((_, index) => (worker + round + index) % 2 === 0);
      await testing.database.query(
        "insert into products (store_id, handle, title, tags) values ($1, $2, $2, $3), ($1, $2 || '-x', $2, array['a', 'a', $2])",
        [store, handle, tags],
      );
      await testing.database.query(
        "update products set tags = $3, title = 'changed' where store_id = $1 and handle = $2",
        [store, handle, names.slice(round % 4)],
      );
      if (round % 3 === 0)
        await testing.database.query("delete from products where store_id = $1 and handle like $2 || '%'", [
          store,
          handle,
        ]);
      if (worker === 0) await foldCounts(testing.database);
    }
  };
  await Promise.all([0, 1, 2, 3].map(work));
  const recounted = await testing.database.many<{ name: string; n: number }>(
    "select name, count(distinct id) as n from products p, unnest(p.tags) name where store_id = $1 group by name",
    [store],
  );
  assert.ok(recounted.length > 20);
  const right = Object.fromEntries(recounted.map(({ name, n }) => [name, n]));
  assert.deepEqual(await counts(), right);
  await foldCounts(testing.database);
  assert.deepEqual(await counts(), right);
  const rows = await testing.database.many(
    "select count(*) as rows, count(distinct name) as names from tag_counts where store_id = $1",
    [store],
  );
  assert.deepEqual(rows, [{ rows: recounted.length, names: recounted.length }], "a row a name is left");
});

test("a change of stock or price writes no counts of tags", async () => {
  const rows = async () => await testing.database.many("select count(*) as n from tag_counts");
  const before = await rows();
  const answer = await testing.database.query(
    "update products set total_quantity = total_quantity + 1, version = version + 1 where store_id = $1",
    [fixture.api.store.id],
  );
  assert.ok(answer.rowCount > 3);
  await testing.database.query("update products set tags = tags where store_id = $1", [fixture.api.store.id]);
  assert.deepEqual(await rows(), before);
});

test("a cursor walk shows every tag once, under every filter and sort", async () => {
  const all = (await list("limit=250")).tags;
  const walked: Tag[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: List = await list(`limit=7&cursor=${cursor}`);
    walked.push(...page.tags);
    cursor = page.next_cursor;
  }
  assert.deepEqual(walked, all);
  assert.ok(all.length > 7);
  const { count } = await fixture.done<{ count: number }>("GET", "/4.0/tags/count.json?query=TAGGED+1");
  const found = await list("query=TAGGED+1&limit=250&resource_type=product");
  assert.ok(count > 3 && found.tags.length === count);
  assert.ok(found.tags.every(({ name }) => name.includes("tagged") && name.includes("1")));
  assert.deepEqual(
    (await list("name=tagged-1-1")).tags.map(({ name }) => name),
    ["tagged-1-1"],
  );
  assert.deepEqual((await list("name=tagged")).tags, []);
  const most = (await list("sort=count.desc&limit=250")).tags.map((tag) => tag.count);
  assert.deepEqual(
    most,
    most.toSorted((a, b) => b - a),
  );
  assert.ok((most[0] ?? 0) > (most.at(-1) ?? 0));
  const names = (await list("sort=name.asc&limit=250&query=tagged")).tags.map(({ name }) => name);
  const sorted = await testing.database.many<{ name: string }>(
    "select unnest($1::text[]) as name order by 1",
    [names],
  );
  assert.deepEqual(
    names,
    sorted.map(({ name }) => name),
  );
  const [first, second] = all;
  assert.deepEqual((await list(`ids=${first?.id},${second?.id},987654`)).tags, [first, second]);
  assert.deepEqual(await fixture.expectError("GET", "/4.0/tags.json?resource_type=voucher"), [
    "invalid",
    "resource_type not_allowed",
  ]);
});

test("a tag of thousands is removed in batches, and each product is published once", async () => {
  const rows = await testing.database.many<{ id: number }>(
    `insert into products (store_id, handle, title, tags)
     select $1, 'many-' || n, 'Many', array['kept', 'thousands'] from generate_series(1, 2100) n returning id`,
    [fixture.api.store.id],
  );
  const [tag] = (await list("name=thousands")).tags;
  assert.equal(tag?.count, 2100);
  const raised = await fixture.raisedBy(() => fixture.done("DELETE", `/4.0/tags/${tag?.id}.json`));
  assert.deepEqual(
    raised.map(({ resource_id }) => resource_id),
    rows.map(({ id }) => id).sort((a, b) => a - b),
  );
  assert.deepEqual(await counts("name=thousands"), {});
  assert.deepEqual(await counts("name=kept"), { kept: 2100 });
});

test("tags need their own scopes", async () => {
  const other = await createCatalogFixture(testing);
  const tag = { name: "x", resource_type: "product", resource_ids: [other.products[0]] };
  assert.deepEqual(await other.expectError("POST", "/4.0/tags.json", { tag }), ["scope_missing"]);
  assert.deepEqual(await other.expectError("GET", "/4.0/tags.json"), ["scope_missing"]);
});
