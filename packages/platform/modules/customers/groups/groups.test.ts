import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type Customer, type CustomerRig, customerRig } from "../testing/customer-rig.ts";

let testing: TestPlatform;
let rig: CustomerRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await customerRig(testing);
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
  return (await rig.done<{ customer_group: Group }>("POST", "/3.0/customer_groups.json", json))
    .customer_group;
}

async function members(id: number): Promise<number[]> {
  const { customers } = await rig.done<{ customers: Customer[] }>("GET", path(id, "/customers"));
  return customers.map((customer) => customer.id);
}

test("customers are put into a group and taken out, and told once each", async () => {
  const group = await create("Wholesale");
  const made: number[] = [];
  for (const first_name of ["A", "B", "C"]) made.push((await rig.create({ first_name })).id);
  const [a = 0, b = 0, c = 0] = made;
  await rig.topics();
  const added = await rig.done<{ customer_group: Group }>("POST", path(group.id, "/customers"), {
    customer_ids: [b, a, b],
  });
  assert.equal(added.customer_group.customers_count, 2);
  assert.deepEqual(await rig.topics(), [`customer/update ${a}`, `customer/update ${b}`]);
  assert.deepEqual((await rig.get(a)).groups, [{ id: group.id, name: "Wholesale" }]);
  await rig.done("POST", path(group.id, "/customers"), { customer_ids: [a, c] });
  assert.deepEqual(await rig.topics(), [`customer/update ${c}`]);
  assert.deepEqual(await members(group.id), [a, b, c]);
  assert.deepEqual(
    await rig.done("DELETE", path(group.id, "/customers"), { customer_ids: [b, 999_999] }),
    {},
  );
  assert.deepEqual(await rig.topics(), [`customer/update ${b}`]);
  assert.deepEqual(await members(group.id), [a, c]);
  assert.deepEqual(await rig.done("GET", path(group.id, "/customers/count")), { count: 2 });
  await rig.done("DELETE", `/3.0/customers/${c}.json`);
  assert.deepEqual(await rig.done("GET", path(group.id, "/customers/count")), { count: 1 });
  const filtered = await rig.done("GET", `/3.0/customers/count.json?group_id=${group.id}&query=A`);
  assert.deepEqual(filtered, { count: 1 });
});

test("an id that is no customer is named, and nobody is put into the group", async () => {
  const group = await create("Named");
  const other = await customerRig(testing);
  const theirs = await other.create({ first_name: "Theirs" });
  const { id } = await rig.create({ first_name: "Ours" });
  const refused = await rig.refused("POST", path(group.id, "/customers"), {
    customer_ids: [id, theirs.id, 999_999],
  });
  assert.deepEqual(refused, [
    "customer_ids.1 is no customer of this store",
    "customer_ids.2 is no customer of this store",
  ]);
  assert.deepEqual(await members(group.id), []);
  assert.deepEqual(await other.refused("GET", path(group.id)), ["not_found"]);
  assert.deepEqual(await other.refused("GET", path(group.id, "/customers")), ["not_found"]);
  assert.deepEqual(await other.refused("POST", path(group.id, "/customers"), { customer_ids: [theirs.id] }), [
    "not_found",
  ]);
});

test("a group's name is its own, whatever its case, and a new one shows in its customers at once", async () => {
  const group = await create("Staff");
  assert.deepEqual(await rig.refused("POST", "/3.0/customer_groups.json", { name: " STAFF " }), [
    'name "STAFF" is the name of another group',
  ]);
  const other = await create("Friends");
  assert.deepEqual(await rig.refused("PUT", path(other.id), { name: "staff" }), [
    'name "staff" is the name of another group',
  ]);
  assert.deepEqual(await rig.refused("PUT", path(other.id), { name: "  " }), ["name must not be blank"]);
  const { id } = await rig.create({ first_name: "In it" });
  await rig.done("POST", path(group.id, "/customers"), { customer_ids: [id] });
  await rig.topics();
  await rig.done("PUT", path(group.id), { name: "Team", description: "All of us." });
  assert.deepEqual((await rig.get(id)).groups, [{ id: group.id, name: "Team" }]);
  assert.deepEqual(await rig.topics(), []);
  const found = await rig.done<{ customer_groups: Group[] }>("GET", "/3.0/customer_groups.json?query=TEA");
  assert.deepEqual(
    found.customer_groups.map(({ id }) => id),
    [group.id],
  );
});

test("a deleted group leaves its customers, who are each told", async () => {
  const group = await create("Soon gone");
  const { id } = await rig.create({ first_name: "Stays" });
  await rig.done("POST", path(group.id, "/customers"), { customer_ids: [id] });
  await rig.topics();
  assert.deepEqual(await rig.done("DELETE", path(group.id)), {});
  assert.deepEqual(await rig.topics(), [`customer/update ${id}`]);
  assert.deepEqual((await rig.get(id)).groups, []);
  assert.deepEqual(await rig.refused("GET", path(group.id)), ["not_found"]);
});
