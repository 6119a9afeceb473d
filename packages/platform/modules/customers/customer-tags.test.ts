import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { createCustomerFixture } from "./testing/customer-fixture.ts";

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

test("a tag is added to and removed from customers, apart from products' tags", async () => {
  const fixture = await createCustomerFixture(testing);
  const a = await fixture.create({ first_name: "A", tags: ["vip"] });
  const b = await fixture.create({ first_name: "B" });
  await fixture.topics();
  const sent = { name: "vip", resource_type: "customer", resource_ids: [a.id, b.id] };
  const { tag } = await fixture.done<{ tag: Tag }>("POST", "/4.0/tags.json", { tag: sent });
  assert.deepEqual([tag.name, tag.resource_type, tag.count], ["vip", "customer", 2]);
  assert.deepEqual(await fixture.topics(), [`customer/update ${b.id}`]);
  assert.deepEqual((await fixture.get(b.id)).tags, ["vip"]);
  const product_id = fixture.store.variants[0]?.product_id;
  await fixture.done("POST", "/4.0/tags.json", {
    ...sent,
    resource_type: "product",
    resource_ids: [product_id],
  });
  await fixture.topics();
  await fixture.done("DELETE", `/4.0/tags/${tag.id}.json`);
  assert.deepEqual(await fixture.topics(), [`customer/update ${a.id}`, `customer/update ${b.id}`]);
  assert.deepEqual((await fixture.get(a.id)).tags, []);
  const { tags } = await fixture.done<{ tags: Tag[] }>("GET", "/4.0/tags.json?name=vip");
  assert.deepEqual(
    tags.map(({ resource_type, count }) => [resource_type, count]),
    [["product", 1]],
  );
  assert.deepEqual(
    await fixture.expectError("POST", "/4.0/tags.json", { ...sent, resource_ids: [999_999] }),
    ["resource_ids.0 not_found"],
  );
});
