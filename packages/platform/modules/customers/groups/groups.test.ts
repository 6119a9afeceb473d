import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type Customer, type CustomerFixture, createCustomerFixture } from "../testing/customer-fixture.ts";

let testPlatform: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCustomerFixture(testPlatform);
});
after(() => testPlatform.stop());

interface Group {
  id: number;
  name: string;
  description: string;
  customers_count: number;
}

const buildPath = (groupId: number, subpath = "") => `/3.0/customer_groups/${groupId}${subpath}.json`;

async function createGroup(name: string): Promise<Group> {
  const json = { customer_group: { name } };
  return (await fixture.callOk<{ customer_group: Group }>("POST", "/3.0/customer_groups.json", json))
    .customer_group;
}

async function listMemberIds(groupId: number): Promise<number[]> {
  const { customers } = await fixture.callOk<{ customers: Customer[] }>(
    "GET",
    buildPath(groupId, "/customers"),
  );
  return customers.map((customer) => customer.id);
}

test("customer/update is published for each customer added to or removed from a group", async () => {
  const group = await createGroup("Wholesale");
  const ids: number[] = [];
  for (const first_name of ["A", "B", "C"]) ids.push((await fixture.create({ first_name })).id);
  const [a = 0, b = 0, c = 0] = ids;
  await fixture.listNewEvents();
  const addResponse = await fixture.callOk<{ customer_group: Group }>(
    "POST",
    buildPath(group.id, "/customers"),
    { customer_ids: [b, a, b] },
  );
  assert.equal(addResponse.customer_group.customers_count, 2);
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${a}`, `customer/update ${b}`]);
  assert.deepEqual((await fixture.get(a)).groups, [{ id: group.id, name: "Wholesale" }]);
  await fixture.callOk("POST", buildPath(group.id, "/customers"), { customer_ids: [a, c] });
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${c}`]);
  assert.deepEqual(await listMemberIds(group.id), [a, b, c]);
  assert.deepEqual(
    await fixture.callOk("DELETE", buildPath(group.id, "/customers"), { customer_ids: [b, 999_999] }),
    {},
  );
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${b}`]);
  assert.deepEqual(await listMemberIds(group.id), [a, c]);
  assert.deepEqual(await fixture.callOk("GET", buildPath(group.id, "/customers/count")), { count: 2 });
  await fixture.callOk("DELETE", `/3.0/customers/${c}.json`);
  assert.deepEqual(await fixture.callOk("GET", buildPath(group.id, "/customers/count")), { count: 1 });
  const filteredCount = await fixture.callOk("GET", `/3.0/customers/count.json?group_id=${group.id}&query=A`);
  assert.deepEqual(filteredCount, { count: 1 });
});

test("adding customers to a group adds none of them if one is unknown", async () => {
  const group = await createGroup("Named");
  const otherStore = await createCustomerFixture(testPlatform);
  const otherStoreCustomer = await otherStore.create({ first_name: "Theirs" });
  const { id } = await fixture.create({ first_name: "Ours" });
  const errorFields = await fixture.expectError("POST", buildPath(group.id, "/customers"), {
    customer_ids: [id, otherStoreCustomer.id, 999_999],
  });
  assert.deepEqual(errorFields, ["customer_ids.1 not_found", "customer_ids.2 not_found"]);
  assert.deepEqual(await listMemberIds(group.id), []);
  assert.deepEqual(await otherStore.expectError("GET", buildPath(group.id)), ["not_found"]);
  assert.deepEqual(await otherStore.expectError("GET", buildPath(group.id, "/customers")), ["not_found"]);
  assert.deepEqual(
    await otherStore.expectError("POST", buildPath(group.id, "/customers"), {
      customer_ids: [otherStoreCustomer.id],
    }),
    ["not_found"],
  );
});

test("customer group names are unique regardless of case and cannot be blank", async () => {
  await createGroup("Staff");
  assert.deepEqual(await fixture.expectError("POST", "/3.0/customer_groups.json", { name: " STAFF " }), [
    "name not_unique",
  ]);
  const otherGroup = await createGroup("Friends");
  assert.deepEqual(await fixture.expectError("PUT", buildPath(otherGroup.id), { name: "staff" }), [
    "name not_unique",
  ]);
  assert.deepEqual(await fixture.expectError("PUT", buildPath(otherGroup.id), { name: "  " }), [
    "name required",
  ]);
});

test("renaming a customer group changes the name on its customers without publishing an event", async () => {
  const group = await createGroup("Crew");
  const { id } = await fixture.create({ first_name: "In it" });
  await fixture.callOk("POST", buildPath(group.id, "/customers"), { customer_ids: [id] });
  await fixture.listNewEvents();
  await fixture.callOk("PUT", buildPath(group.id), { name: "Team", description: "All of us." });
  assert.deepEqual((await fixture.get(id)).groups, [{ id: group.id, name: "Team" }]);
  assert.deepEqual(await fixture.listNewEvents(), []);
  const list = await fixture.callOk<{ customer_groups: Group[] }>(
    "GET",
    "/3.0/customer_groups.json?query=TEA",
  );
  assert.deepEqual(
    list.customer_groups.map(({ id }) => id),
    [group.id],
  );
});

test("deleting a customer group keeps its customers and publishes customer/update for each", async () => {
  const group = await createGroup("Soon gone");
  const { id } = await fixture.create({ first_name: "Stays" });
  await fixture.callOk("POST", buildPath(group.id, "/customers"), { customer_ids: [id] });
  await fixture.listNewEvents();
  assert.deepEqual(await fixture.callOk("DELETE", buildPath(group.id)), {});
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${id}`]);
  assert.deepEqual((await fixture.get(id)).groups, []);
  assert.deepEqual(await fixture.expectError("GET", buildPath(group.id)), ["not_found"]);
});
