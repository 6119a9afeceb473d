import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lockAwaited, type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { readError } from "../../../http/testing/store-api.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

interface Collection {
  id: number;
  title: string;
  handle: string;
  image_url: string | null;
  position: number;
  parent_id: number | null;
  products_count: number;
  is_published: boolean;
  created_at: string;
  updated_at: string;
}

const create = async (json: object) =>
  (await fixture.done<{ collection: Collection }>("POST", "/3.0/collections.json", json)).collection;
const get = async (id: number) =>
  (await fixture.done<{ collection: Collection }>("GET", `/3.0/collections/${id}.json`)).collection;
const put = async (id: number, json: object) =>
  (await fixture.done<{ collection: Collection }>("PUT", `/3.0/collections/${id}.json`, json)).collection;
const collect = (collection_id: number, product_id: number) =>
  fixture.done("POST", "/3.0/collects.json", { collect: { collection_id, product_id } });

test("a collection gets a unique handle from its title and the last position", async () => {
  const first = await create({ collection: { title: "  Crème & Teh Tarik  " } });
  assert.deepEqual([first.title, first.handle], ["Crème & Teh Tarik", "creme-teh-tarik"]);
  assert.deepEqual(
    [first.image_url, first.parent_id, first.products_count, first.is_published],
    [null, null, 0, true],
  );
  const second = await create({ title: "Crème & Teh Tarik" });
  assert.equal(second.handle, "creme-teh-tarik-2");
  assert.equal(second.position, first.position + 1);
  assert.deepEqual(await get(first.id), first);
  const nameless = await create({ title: "新年" });
  assert.equal(nameless.handle, "collection");
});

test("invalid collection fields are rejected by name and create no collection", async () => {
  const taken = await create({ title: "Taken", handle: "taken" });
  const count = () => fixture.done<{ count: number }>("GET", "/3.0/collections/count.json");
  const there = await count();
  const invalidCases: [object, RegExp][] = [
    [{}, /^title required$/],
    [{ title: "" }, /^title required$/],
    [{ title: "   " }, /^title required$/],
    [{ title: "x".repeat(256) }, /^title too_long$/],
    [{ title: 5 }, /^title invalid_type$/],
    [{ title: "T", handle: "taken" }, /^handle not_unique$/],
    [{ title: "T", handle: "Not A Handle" }, /^handle /],
    [{ title: "T", handle: "" }, /^handle required$/],
    [{ title: "T", image_url: "gifts.jpg" }, /^image_url invalid_format$/],
    [{ title: "T", image_url: "javascript:alert(1)" }, /^image_url invalid_format$/],
    [{ title: "T", image_url: `https://a.test/${"x".repeat(2048)}` }, /^image_url too_long$/],
    [{ title: "T", parent_id: 987_654 }, /^parent_id not_found$/],
    [{ title: "T", parent_id: 0 }, /^parent_id out_of_range$/],
    [{ title: "T", position: -1 }, /^position out_of_range$/],
    [{ title: "T", position: 1.5 }, /^position invalid_type$/],
    [{ title: "T", is_published: "yes" }, /^is_published invalid_type$/],
    [{ title: "T", body_html: "x".repeat(262_145) }, /^body_html too_long$/],
    [{ title: "T", body_html: "é".repeat(131_073) }, /^body_html too_long$/],
  ];
  for (const [json, sentence] of invalidCases) {
    const [code, field = ""] = await fixture.expectError("POST", "/3.0/collections.json", json);
    assert.equal(code, "invalid", JSON.stringify(json).slice(0, 100));
    assert.match(field, sentence);
    const fixed = { title: "Fixed", ...json };
    if ("title" in json && json.title === "T") {
      const [again, same] = await fixture.expectError(
        "PUT",
        `/3.0/collections/${(await other()).id}.json`,
        fixed,
      );
      assert.deepEqual([again, same], [code, field]);
    }
  }
  assert.deepEqual(await count(), { count: there.count + 1 }, "only the one that the changes were tried on");
  assert.deepEqual(await get(taken.id), taken);
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await fixture.expectError(method, "/3.0/collections/987654.json", {}), ["not_found"]);
});

let spare: Promise<Collection> | undefined;
function other(): Promise<Collection> {
  spare ??= create({ title: "Spare" });
  return spare;
}

test("a collection update changes only sent fields, and null clears a field", async () => {
  const made = await create({
    title: "Lamps",
    description: "Warm",
    image_url: "https://pictures.test/a b.png",
  });
  assert.equal(made.image_url, "https://pictures.test/a%20b.png");
  const changed = await put(made.id, { collection: { title: "Lights", position: 0 } });
  assert.deepEqual(
    { ...changed, updated_at: "" },
    { ...made, title: "Lights", position: 0, updated_at: "" },
    "the handle stays",
  );
  assert.ok(changed.updated_at > made.updated_at);
  assert.deepEqual(await put(made.id, { title: "Lights", image_url: made.image_url }), changed);
  assert.deepEqual(await put(made.id, {}), changed);
  assert.equal((await put(made.id, { image_url: null })).image_url, null);
  const bare = await put((await create({ title: "Bare", image_url: "" })).id, { image_url: "" });
  assert.deepEqual([bare.image_url, bare.updated_at], [null, bare.created_at], "an empty text is none");
});

test("an image on our own files host follows the platform to another domain", async () => {
  const { filesOrigin } = testing.addresses;
  const made = await create({ title: "Moving", image_url: `${filesOrigin}/demo/products/mug.png` });
  assert.equal(made.image_url, `${filesOrigin}/demo/products/mug.png`);
  const rows = await testing.database.many("select image_url from collections where id = $1", [made.id]);
  assert.deepEqual(rows, [{ image_url: "/demo/products/mug.png" }]);
});

test("a collection cannot become its own ancestor, even by two moves at once", async () => {
  const [a, b, c] = [
    await create({ title: "A" }),
    await create({ title: "B" }),
    await create({ title: "C" }),
  ];
  await put(b.id, { parent_id: a.id });
  await put(c.id, { parent_id: b.id });
  const move = async (id: number, parent_id: number) =>
    readError(await fixture.api.call("PUT", `/3.0/collections/${id}.json`, { json: { parent_id } })).fields;
  const notAllowed = (template: string) => [
    { path: "parent_id", code: "not_allowed", message: template.replace("{field}", "parent_id"), template },
  ];
  assert.deepEqual(
    await move(a.id, a.id),
    notAllowed("{field} is the collection itself. Choose another collection."),
  );
  assert.deepEqual(
    await move(a.id, c.id),
    notAllowed("{field} is below this collection. Choose another collection."),
  );
  assert.equal((await put(b.id, { parent_id: null })).parent_id, null);
  await put(c.id, { parent_id: null });
  for (let round = 0; round < 8; round++) {
    const json = (parent_id: number) => ({ json: { parent_id } });
    const answers = await Promise.all([
      fixture.api.call("PUT", `/3.0/collections/${a.id}.json`, json(b.id)),
      fixture.api.call("PUT", `/3.0/collections/${b.id}.json`, json(a.id)),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    for (const id of [a.id, b.id]) await put(id, { parent_id: null });
  }
});

test("a deleted collection keeps its products and its child collections", async () => {
  const [deleted, child] = [await create({ title: "Gone" }), await create({ title: "Child" })];
  await put(child.id, { parent_id: deleted.id });
  const [one = 0, two = 0, three = 0] = fixture.products;
  for (const id of [one, two]) await collect(deleted.id, id);
  await collect(child.id, three);
  assert.equal((await get(deleted.id)).products_count, 2);
  const before = await fixture.product(one);
  const raised = await fixture.raisedBy(() => fixture.done("DELETE", `/3.0/collections/${deleted.id}.json`));
  assert.deepEqual(
    raised,
    [one, two].map((resource_id) => ({
      topic: "product/update",
      resource_id,
      context: "product/update",
      trigger_by_app: raised[0]?.trigger_by_app,
    })),
  );
  assert.ok(raised[0]?.trigger_by_app, "an app did it");
  const after = await fixture.product(one);
  assert.deepEqual(after, { ...before, collections: [], updated_at: after.updated_at });
  assert.ok(after.updated_at > before.updated_at);
  assert.deepEqual(await fixture.expectError("GET", `/3.0/collections/${deleted.id}.json`), ["not_found"]);
  const orphan = await get(child.id);
  assert.deepEqual([orphan.parent_id, orphan.products_count], [null, 1]);
  const left = await fixture.done<{ total_count: number }>(
    "GET",
    `/3.0/collects.json?collection_id=${deleted.id}`,
  );
  assert.equal(left.total_count, 0);
});

test("deleting a collection publishes no update for a product removed meanwhile", async () => {
  const { id } = await create({ title: "Removed meanwhile" });
  const [one = 0, two = 0] = fixture.products;
  for (const product of [one, two]) await collect(id, product);
  const { database } = testing;
  const [locked, waitedFor] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = database.transaction(async (tx) => {
    const lock = "select from products where store_id = $1 and id = $2 for no key update";
    await tx.query(lock, [fixture.api.store.id, one]);
    locked.resolve();
    await waitedFor.promise;
    const text = "delete from collects where store_id = $1 and collection_id = $2 and product_id = $3";
    await tx.query(text, [fixture.api.store.id, id, one]);
  });
  await locked.promise;
  const raised = await fixture.raisedBy(async () => {
    const deletion = fixture.done("DELETE", `/3.0/collections/${id}.json`);
    await lockAwaited(database);
    waitedFor.resolve();
    await Promise.all([holder, deletion]);
  });
  assert.deepEqual(
    raised.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/update", two]],
  );
});

test("deleting a collection of thousands publishes each product once, in batches", async () => {
  const { id } = await create({ title: "Thousands" });
  const rows = await testing.database.many<{ id: number }>(
    `with made as (
       insert into products (store_id, handle, title) select $1, 'many-' || n, 'Many' from generate_series(1, 2100) n
       returning id)
     insert into collects (store_id, collection_id, product_id, position)
     select $1, $2, made.id, row_number() over (order by made.id) from made returning product_id as id`,
    [fixture.api.store.id, id],
  );
  assert.equal((await get(id)).products_count, 2100);
  const list = await fixture.done<{ total_count: number; page: number; collects: { position: number }[] }>(
    "GET",
    `/3.0/collects.json?collection_id=${id}&sort=position.asc&page=42`,
  );
  assert.deepEqual([list.total_count, list.page, list.collects.at(-1)?.position], [2100, 42, 2100]);
  const raised = await fixture.raisedBy(() => fixture.done("DELETE", `/3.0/collections/${id}.json`));
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  assert.deepEqual(
    raised.map(({ resource_id }) => resource_id),
    ids,
  );
  const versions = await testing.database.many(
    "select distinct version from products where store_id = $1 and id = any($2)",
    [fixture.api.store.id, ids],
  );
  assert.deepEqual(versions, [{ version: 2 }]);
  await testing.database.query("delete from products where store_id = $1 and id = any($2)", [
    fixture.api.store.id,
    ids,
  ]);
});

test("a renamed collection shows in its products at once, without product events", async () => {
  const { id } = await create({ title: "Old name" });
  const [one = 0, two = 0] = fixture.products;
  for (const product of [one, two]) await collect(id, product);
  const before = await fixture.product(one);
  assert.ok(before.collections.some(({ title }) => title === "Old name"));
  const raised = await fixture.raisedBy(() => put(id, { title: "New name", handle: "new-name" }));
  assert.deepEqual(raised, []);
  const after = await fixture.product(one);
  assert.deepEqual(
    after.collections.find((shown) => shown.id === id),
    { id, title: "New name", handle: "new-name" },
  );
  assert.equal(after.updated_at, before.updated_at);
});

test("products added during a rename never show the collection's old name", async () => {
  const { id } = await create({ title: "Name 0" });
  const [first = 0, second = 0, third = 0] = fixture.products;
  await collect(id, first);
  for (let round = 1; round <= 12; round++) {
    const product = round % 2 ? second : third;
    const title = `Name ${round}`;
    await Promise.all([put(id, { title }), collect(id, product), fixture.product(product)]);
    for (const each of [first, product]) {
      const { collections } = await fixture.product(each);
      assert.equal(collections.find((shown) => shown.id === id)?.title, title);
    }
    const { collects } = await fixture.done<{ collects: { id: number }[] }>(
      "GET",
      `/3.0/collects.json?collection_id=${id}&product_id=${product}`,
    );
    await fixture.done("DELETE", `/3.0/collects/${collects[0]?.id}.json`);
  }
});
