import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createCustomerFixture } from "./testing/customer-fixture.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
});
after(() => testPlatform.stop());

interface Tag {
  id: number;
  name: string;
  resource_type: string;
  count: number;
}

test("a customer tag is added and removed without affecting a product tag of the same name", async () => {
  const fixture = await createCustomerFixture(testPlatform);
  const taggedCustomer = await fixture.create({ first_name: "A", tags: ["vip"] });
  const untaggedCustomer = await fixture.create({ first_name: "B" });
  await fixture.listNewEvents();
  const newTag = {
    name: "vip",
    resource_type: "customer",
    resource_ids: [taggedCustomer.id, untaggedCustomer.id],
  };
  const { tag } = await fixture.callOk<{ tag: Tag }>("POST", "/4.0/tags.json", { tag: newTag });
  assert.deepEqual([tag.name, tag.resource_type, tag.count], ["vip", "customer", 2]);
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${untaggedCustomer.id}`]);
  assert.deepEqual((await fixture.get(untaggedCustomer.id)).tags, ["vip"]);
  const product_id = fixture.store.variants[0]?.product_id;
  await fixture.callOk("POST", "/4.0/tags.json", {
    ...newTag,
    resource_type: "product",
    resource_ids: [product_id],
  });
  await fixture.listNewEvents();
  await fixture.callOk("DELETE", `/4.0/tags/${tag.id}.json`);
  assert.deepEqual(await fixture.listNewEvents(), [
    `customer/update ${taggedCustomer.id}`,
    `customer/update ${untaggedCustomer.id}`,
  ]);
  assert.deepEqual((await fixture.get(taggedCustomer.id)).tags, []);
  const { tags } = await fixture.callOk<{ tags: Tag[] }>("GET", "/4.0/tags.json?name=vip");
  assert.deepEqual(
    tags.map(({ resource_type, count }) => [resource_type, count]),
    [["product", 1]],
  );
  assert.deepEqual(
    await fixture.expectError("POST", "/4.0/tags.json", { ...newTag, resource_ids: [999_999] }),
    ["resource_ids.0 not_found"],
  );
});
