import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

interface Collection {
  id: number;
  updated_at: string;
}

const create = async (json: object) =>
  (await fixture.done<{ collection: Collection }>("POST", "/3.0/collections.json", json)).collection;
const listIds = async (query: string) => {
  const list = await fixture.done<{ collections: Collection[]; total_count: number }>(
    "GET",
    `/3.0/collections.json?${query}`,
  );
  const { count } = await fixture.done<{ count: number }>("GET", `/3.0/collections/count.json?${query}`);
  assert.equal(count, list.total_count, query);
  return list.collections.map(({ id }) => id);
};

test("collections are found by every filter and sorted as requested", async () => {
  const parent = await create({ title: "Festival of Lanterns", position: 900 });
  const kid = await create({
    title: "Paper lanterns",
    parent_id: parent.id,
    is_published: false,
    position: 901,
  });
  const kid2 = await create({ title: "Brass lanterns", parent_id: parent.id, position: 900 });
  const all = [parent.id, kid.id, kid2.id];
  assert.deepEqual(await listIds("query=LANTERNS"), all);
  assert.deepEqual(await listIds("query=lanterns+paper"), [kid.id]);
  assert.deepEqual(await listIds("query=lanterns+plastic"), []);
  assert.deepEqual(await listIds(`parent_id=${parent.id}`), [kid.id, kid2.id]);
  assert.ok((await listIds("parent_id=0&limit=250")).includes(parent.id));
  assert.ok(!(await listIds("parent_id=0&limit=250")).includes(kid.id));
  assert.deepEqual(await listIds("query=lanterns&is_published=false"), [kid.id]);
  assert.deepEqual(await listIds("handle=paper-lanterns"), [kid.id]);
  assert.deepEqual(await listIds(`ids=${kid.id},${kid2.id},987654`), [kid.id, kid2.id]);
  assert.deepEqual(await listIds(`since_id=${kid.id}`), [kid.id, kid2.id]);
  assert.deepEqual(await listIds("query=lanterns&sort=position.desc"), [kid.id, kid2.id, parent.id]);
  assert.deepEqual(await listIds("query=lanterns&sort=title.asc"), [kid2.id, parent.id, kid.id]);
  const at = encodeURIComponent(kid.updated_at);
  assert.deepEqual(await listIds(`updated_at_min=${at}&updated_at_max=${at}`), [kid.id]);
  assert.deepEqual(await listIds(`created_at_min=${at}&query=lanterns`), [kid.id, kid2.id]);
  assert.deepEqual(await fixture.expectError("GET", "/3.0/collections.json?sort=handle.asc"), [
    "invalid",
    "sort not_allowed",
  ]);
});
