import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { customerRig } from "./testing/customer-rig.ts";

let testing: TestPlatform;

before(async () => {
  testing = await testPlatform({ role: "api" });
});
after(() => testing.stop());

interface Tag {
  id: number;
  name: string;
  resource_type: string;
  count: number;
}

test("a tag is given to customers and taken from all of them, each told once; products' tags stay apart", async () => {
  const rig = await customerRig(testing);
  const a = await rig.create({ first_name: "A", tags: ["vip"] });
  const b = await rig.create({ first_name: "B" });
  await rig.topics();
  const sent = { name: "vip", resource_type: "customer", resource_ids: [a.id, b.id] };
  const { tag } = await rig.done<{ tag: Tag }>("POST", "/4.0/tags.json", { tag: sent });
  assert.deepEqual([tag.name, tag.resource_type, tag.count], ["vip", "customer", 2]);
  assert.deepEqual(await rig.topics(), [`customer/update ${b.id}`]);
  assert.deepEqual((await rig.get(b.id)).tags, ["vip"]);
  const product_id = rig.shop.variants[0]?.product_id;
  await rig.done("POST", "/4.0/tags.json", { ...sent, resource_type: "product", resource_ids: [product_id] });
  await rig.topics();
  await rig.done("DELETE", `/4.0/tags/${tag.id}.json`);
  assert.deepEqual(await rig.topics(), [`customer/update ${a.id}`, `customer/update ${b.id}`]);
  assert.deepEqual((await rig.get(a.id)).tags, []);
  const { tags } = await rig.done<{ tags: Tag[] }>("GET", "/4.0/tags.json?name=vip");
  assert.deepEqual(
    tags.map(({ resource_type, count }) => [resource_type, count]),
    [["product", 1]],
  );
  assert.deepEqual(await rig.refused("POST", "/4.0/tags.json", { ...sent, resource_ids: [999_999] }), [
    "resource_ids.0 is no customer of this store",
  ]);
});
