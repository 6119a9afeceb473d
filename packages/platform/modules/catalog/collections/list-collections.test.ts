import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

interface Collection {
  id: number;
  updated_at: string;
}

const createCollection = async (json: object) =>
  (await fixture.expectSuccess<{ collection: Collection }>("POST", "/3.0/collections.json", json)).collection;
const listIds = async (query: string) => {
  const list = await fixture.expectSuccess<{ collections: Collection[]; total_count: number }>(
    "GET",
    `/3.0/collections.json?${query}`,
  );
  const { count } = await fixture.expectSuccess<{ count: number }>(
    "GET",
    `/3.0/collections/count.json?${query}`,
  );
  assert.equal(count, list.total_count, query);
  return list.collections.map(({ id }) => id);
};

test("collections can be filtered and sorted by every supported parameter", async () => {
  const parent = await createCollection({ title: "Festival of Lanterns", position: 900 });
  const firstChild = await createCollection({
    title: "Paper lanterns",
    parent_id: parent.id,
    is_published: false,
    position: 901,
  });
  const secondChild = await createCollection({
    title: "Brass lanterns",
    parent_id: parent.id,
    position: 900,
  });
  const allIds = [parent.id, firstChild.id, secondChild.id];
  assert.deepEqual(await listIds("query=LANTERNS"), allIds);
  assert.deepEqual(await listIds("query=lanterns+paper"), [firstChild.id]);
  assert.deepEqual(await listIds("query=lanterns+plastic"), []);
  assert.deepEqual(await listIds(`parent_id=${parent.id}`), [firstChild.id, secondChild.id]);
  assert.ok((await listIds("parent_id=0&limit=250")).includes(parent.id));
  assert.ok(!(await listIds("parent_id=0&limit=250")).includes(firstChild.id));
  assert.deepEqual(await listIds("query=lanterns&is_published=false"), [firstChild.id]);
  assert.deepEqual(await listIds("handle=paper-lanterns"), [firstChild.id]);
  assert.deepEqual(await listIds(`ids=${firstChild.id},${secondChild.id},987654`), [
    firstChild.id,
    secondChild.id,
  ]);
  assert.deepEqual(await listIds(`since_id=${firstChild.id}`), [firstChild.id, secondChild.id]);
  assert.deepEqual(await listIds("query=lanterns&sort=position.desc"), [
    firstChild.id,
    secondChild.id,
    parent.id,
  ]);
  assert.deepEqual(await listIds("query=lanterns&sort=title.asc"), [
    secondChild.id,
    parent.id,
    firstChild.id,
  ]);
  // The updated_at of a new record equals its created_at.
  const firstChildTime = encodeURIComponent(firstChild.updated_at);
  assert.deepEqual(await listIds(`updated_at_min=${firstChildTime}&updated_at_max=${firstChildTime}`), [
    firstChild.id,
  ]);
  assert.deepEqual(await listIds(`created_at_min=${firstChildTime}&query=lanterns`), [
    firstChild.id,
    secondChild.id,
  ]);
  assert.deepEqual(await fixture.expectError("GET", "/3.0/collections.json?sort=handle.asc"), [
    "invalid",
    "sort not_allowed",
  ]);
});
