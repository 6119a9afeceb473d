import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type Customer, type CustomerFixture, createCustomerFixture } from "../testing/customer-fixture.ts";

let testing: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testing = await startTestPlatform({ role: "api" });
  fixture = await createCustomerFixture(testing);
});
after(() => testing.stop());

interface Group {
  id: number;
  name: string;
  description: string;
  customers_count: number;
}

const path = (id: number, subpath = "") => `/3.0/customer_groups/${id}${subpath}.json`;

async function createGroup(name: string): Promise<Group> {
  const json = { customer_group: { name } };
  return (await fixture.callOk<{ customer_group: Group }>("POST", "/3.0/customer_groups.json", json))
    .customer_group;
}

async function listMemberIds(id: number): Promise<number[]> {
  const { customers } = await fixture.callOk<{ customers: Customer[] }>("GET", path(id, "/customers"));
  return customers.map((customer) => customer.id);
}

test("customer/update is published for each customer added to or removed from a group", async () => {
  const group = await createGroup("Wholesale");
  const ids: number[] = [];
  for (const first_name of ["A", "B", "C"]) ids.push((await fixture.create({ first_name })).id);
  const [a = 0, b = 0, c = 0] = ids;
  await fixture.listNewEvents();
  const addResponse = await fixture.callOk<{ customer_group: Group }>("POST", path(group.id, "/customers"), {
    customer_ids: [b, a, b],
  });
  assert.equal(addResponse.customer_group.customers_count, 2);
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${a}`, `customer/update ${b}`]);
  assert.deepEqual((await fixture.get(a)).groups, [{ id: group.id, name: "Wholesale" }]);
  await fixture.callOk("POST", path(group.id, "/customers"), { customer_ids: [a, c] });
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${c}`]);
  assert.deepEqual(await listMemberIds(group.id), [a, b, c]);
  assert.deepEqual(
    await fixture.callOk("DELETE", path(group.id, "/customers"), { customer_ids: [b, 999_999] }),
    {},
  );
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${b}`]);
  assert.deepEqual(await listMemberIds(group.id), [a, c]);
  assert.deepEqual(await fixture.callOk("GET", path(group.id, "/customers/count")), { count: 2 });
  await fixture.callOk("DELETE", `/3.0/customers/${c}.json`);
  assert.deepEqual(await fixture.callOk("GET", path(group.id, "/customers/count")), { count: 1 });
  const filteredCount = await fixture.callOk("GET", `/3.0/customers/count.json?group_id=${group.id}&query=A`);
  assert.deepEqual(filteredCount, { count: 1 });
});

test("adding an unknown customer to a group adds none, and the error has the customer's index", async () => {
  const group = await createGroup("Named");
  const otherStore = await createCustomerFixture(testing);
  const otherStoreCustomer = await otherStore.create({ first_name: "Theirs" });
  const { id } = await fixture.create({ first_name: "Ours" });
  const errorFields = await fixture.expectError("POST", path(group.id, "/customers"), {
    customer_ids: [id, otherStoreCustomer.id, 999_999],
  });
  assert.deepEqual(errorFields, ["customer_ids.1 not_found", "customer_ids.2 not_found"]);
  assert.deepEqual(await listMemberIds(group.id), []);
  assert.deepEqual(await otherStore.expectError("GET", path(group.id)), ["not_found"]);
  assert.deepEqual(await otherStore.expectError("GET", path(group.id, "/customers")), ["not_found"]);
  assert.deepEqual(
    await otherStore.expectError("POST", path(group.id, "/customers"), {
      customer_ids: [otherStoreCustomer.id],
    }),
    ["not_found"],
  );
});

test("customer group names are unique regardless of case, and customers show a new one at once", async () => {
  const group = await createGroup("Staff");
  assert.deepEqual(await fixture.expectError("POST", "/3.0/customer_groups.json", { name: " STAFF " }), [
    "name not_unique",
  ]);
  const otherGroup = await createGroup("Friends");
  assert.deepEqual(await fixture.expectError("PUT", path(otherGroup.id), { name: "staff" }), [
    "name not_unique",
  ]);
  assert.deepEqual(await fixture.expectError("PUT", path(otherGroup.id), { name: "  " }), ["name required"]);
  const { id } = await fixture.create({ first_name: "In it" });
  await fixture.callOk("POST", path(group.id, "/customers"), { customer_ids: [id] });
  await fixture.listNewEvents();
  await fixture.callOk("PUT", path(group.id), { name: "Team", description: "All of us." });
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
  await fixture.callOk("POST", path(group.id, "/customers"), { customer_ids: [id] });
  await fixture.listNewEvents();
  assert.deepEqual(await fixture.callOk("DELETE", path(group.id)), {});
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${id}`]);
  assert.deepEqual((await fixture.get(id)).groups, []);
  assert.deepEqual(await fixture.expectError("GET", path(group.id)), ["not_found"]);
});
