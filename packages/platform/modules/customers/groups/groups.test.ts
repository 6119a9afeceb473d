import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type Customer, type CustomerFixture, createCustomerFixture } from "../testing/customer-fixture.ts";

let testing: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCustomerFixture(testing);
});
after(() => testing.stop());

interface Group {
  id: number;
  name: string;
  description: string;
  customers_count: number;
}

const path = (id: number, rest = "") => `/3.0/customer_groups/${id}${rest}.json`;

async function create(name: string): Promise<Group> {
  const json = { customer_group: { name } };
  return (await fixture.done<{ customer_group: Group }>("POST", "/3.0/customer_groups.json", json))
    .customer_group;
}

async function members(id: number): Promise<number[]> {
  const { customers } = await fixture.done<{ customers: Customer[] }>("GET", path(id, "/customers"));
  return customers.map((customer) => customer.id);
}

test("customers are added to a group and removed, and published once each", async () => {
  const group = await create("Wholesale");
  const made: number[] = [];
  for (const first_name of ["A", "B", "C"]) made.push((await fixture.create({ first_name })).id);
  const [a = 0, b = 0, c = 0] = made;
  await fixture.topics();
  const added = await fixture.done<{ customer_group: Group }>("POST", path(group.id, "/customers"), {
    customer_ids: [b, a, b],
  });
  assert.equal(added.customer_group.customers_count, 2);
  assert.deepEqual(await fixture.topics(), [`customer/update ${a}`, `customer/update ${b}`]);
  assert.deepEqual((await fixture.get(a)).groups, [{ id: group.id, name: "Wholesale" }]);
  await fixture.done("POST", path(group.id, "/customers"), { customer_ids: [a, c] });
  assert.deepEqual(await fixture.topics(), [`customer/update ${c}`]);
  assert.deepEqual(await members(group.id), [a, b, c]);
  assert.deepEqual(
    await fixture.done("DELETE", path(group.id, "/customers"), { customer_ids: [b, 999_999] }),
    {},
  );
  assert.deepEqual(await fixture.topics(), [`customer/update ${b}`]);
  assert.deepEqual(await members(group.id), [a, c]);
  assert.deepEqual(await fixture.done("GET", path(group.id, "/customers/count")), { count: 2 });
  await fixture.done("DELETE", `/3.0/customers/${c}.json`);
  assert.deepEqual(await fixture.done("GET", path(group.id, "/customers/count")), { count: 1 });
  const filtered = await fixture.done("GET", `/3.0/customers/count.json?group_id=${group.id}&query=A`);
  assert.deepEqual(filtered, { count: 1 });
});

test("an unknown customer id is named, and no customer is added to the group", async () => {
  const group = await create("Named");
  const other = await createCustomerFixture(testing);
  const theirs = await other.create({ first_name: "Theirs" });
  const { id } = await fixture.create({ first_name: "Ours" });
  const errorFields = await fixture.expectError("POST", path(group.id, "/customers"), {
    customer_ids: [id, theirs.id, 999_999],
  });
  assert.deepEqual(errorFields, ["customer_ids.1 not_found", "customer_ids.2 not_found"]);
  assert.deepEqual(await members(group.id), []);
  assert.deepEqual(await other.expectError("GET", path(group.id)), ["not_found"]);
  assert.deepEqual(await other.expectError("GET", path(group.id, "/customers")), ["not_found"]);
  assert.deepEqual(
    await other.expectError("POST", path(group.id, "/customers"), { customer_ids: [theirs.id] }),
    ["not_found"],
  );
});

test("a group name is unique in any case, and a new one shows in customers at once", async () => {
  const group = await create("Staff");
  assert.deepEqual(await fixture.expectError("POST", "/3.0/customer_groups.json", { name: " STAFF " }), [
    "name not_unique",
  ]);
  const other = await create("Friends");
  assert.deepEqual(await fixture.expectError("PUT", path(other.id), { name: "staff" }), ["name not_unique"]);
  assert.deepEqual(await fixture.expectError("PUT", path(other.id), { name: "  " }), ["name required"]);
  const { id } = await fixture.create({ first_name: "In it" });
  await fixture.done("POST", path(group.id, "/customers"), { customer_ids: [id] });
  await fixture.topics();
  await fixture.done("PUT", path(group.id), { name: "Team", description: "All of us." });
  assert.deepEqual((await fixture.get(id)).groups, [{ id: group.id, name: "Team" }]);
  assert.deepEqual(await fixture.topics(), []);
  const found = await fixture.done<{ customer_groups: Group[] }>(
    "GET",
    "/3.0/customer_groups.json?query=TEA",
  );
  assert.deepEqual(
    found.customer_groups.map(({ id }) => id),
    [group.id],
  );
});

test("a deleted group leaves its customers, and each is published", async () => {
  const group = await create("Soon gone");
  const { id } = await fixture.create({ first_name: "Stays" });
  await fixture.done("POST", path(group.id, "/customers"), { customer_ids: [id] });
  await fixture.topics();
  assert.deepEqual(await fixture.done("DELETE", path(group.id)), {});
  assert.deepEqual(await fixture.topics(), [`customer/update ${id}`]);
  assert.deepEqual((await fixture.get(id)).groups, []);
  assert.deepEqual(await fixture.expectError("GET", path(group.id)), ["not_found"]);
});
