import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogRig, catalogRig } from "../../../http/testing/catalog-rig.ts";

let testing: TestPlatform;
let rig: CatalogRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await catalogRig(testing);
});
after(() => testing.stop());

interface Collection {
  id: number;
  updated_at: string;
}

const create = async (json: object) =>
  (await rig.done<{ collection: Collection }>("POST", "/3.0/collections.json", json)).collection;
const idsOf = async (query: string) => {
  const list = await rig.done<{ collections: Collection[]; total_count: number }>(
    "GET",
    `/3.0/collections.json?${query}`,
  );
  const { count } = await rig.done<{ count: number }>("GET", `/3.0/collections/count.json?${query}`);
  assert.equal(count, list.total_count, query);
  return list.collections.map(({ id }) => id);
};

test("collections are found by id, handle, parent, words, publication and times, and sorted as asked", async () => {
  const parent = await create({ title: "Festival of Lanterns", position: 900 });
  const kid = await create({
    title: "Paper lanterns",
    parent_id: parent.id,
    is_published: false,
    position: 901,
  });
  const kid2 = await create({ title: "Brass lanterns", parent_id: parent.id, position: 900 });
  const all = [parent.id, kid.id, kid2.id];
  assert.deepEqual(await idsOf("query=LANTERNS"), all);
  assert.deepEqual(await idsOf("query=lanterns+paper"), [kid.id]);
  assert.deepEqual(await idsOf("query=lanterns+plastic"), []);
  assert.deepEqual(await idsOf(`parent_id=${parent.id}`), [kid.id, kid2.id]);
  assert.ok((await idsOf("parent_id=0&limit=250")).includes(parent.id));
  assert.ok(!(await idsOf("parent_id=0&limit=250")).includes(kid.id));
  assert.deepEqual(await idsOf("query=lanterns&is_published=false"), [kid.id]);
  assert.deepEqual(await idsOf("handle=paper-lanterns"), [kid.id]);
  assert.deepEqual(await idsOf(`ids=${kid.id},${kid2.id},987654`), [kid.id, kid2.id]);
  assert.deepEqual(await idsOf(`since_id=${kid.id}`), [kid.id, kid2.id]);
  assert.deepEqual(await idsOf("query=lanterns&sort=position.desc"), [kid.id, kid2.id, parent.id]);
  assert.deepEqual(await idsOf("query=lanterns&sort=title.asc"), [kid2.id, parent.id, kid.id]);
  const at = encodeURIComponent(kid.updated_at);
  assert.deepEqual(await idsOf(`updated_at_min=${at}&updated_at_max=${at}`), [kid.id]);
  assert.deepEqual(await idsOf(`created_at_min=${at}&query=lanterns`), [kid.id, kid2.id]);
  assert.deepEqual(await rig.refused("GET", "/3.0/collections.json?sort=handle.asc"), [
    "invalid",
    "sort takes one of id, position, title, updated_at, created_at with .asc or .desc, for example id.asc",
  ]);
});
