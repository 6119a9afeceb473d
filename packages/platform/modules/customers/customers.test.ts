import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

let testPlatform: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCustomerFixture(testPlatform);
});
after(() => testPlatform.stop());

test("a new customer has trimmed names, a normalized phone number and no repeated tags", async () => {
  const customer = await fixture.create({
    first_name: " Aisyah ",
    last_name: "Rahman",
    email: "Aisyah@kedai.my",
    phone: "012-345 6789",
    birthdate: "1990-05-17",
    gender: "female",
    country_code: "MY",
    accepts_marketing: true,
    note: "Rings before she comes.",
    tags: ["vip", " vip ", "wholesale"],
    code: "A-001",
  });
  const { id, created_at, updated_at, ...fields } = customer;
  assert.deepEqual(fields, {
    code: "A-001",
    first_name: "Aisyah",
    last_name: "Rahman",
    email: "Aisyah@kedai.my",
    phone: "+60123456789",
    birthdate: "1990-05-17",
    gender: "female",
    country_code: "MY",
    accepts_marketing: true,
    note: "Rings before she comes.",
    tags: ["vip", "wholesale"],
    total_spent: "0.00",
    order_count: 0,
    last_order_id: null,
    total_credit: "0.00",
    total_point: 0,
    primary_address: null,
    addresses: [],
    groups: [],
    attributes: {},
  });
  assert.equal(created_at, updated_at);
  assert.deepEqual(await fixture.get(id), customer);
  assert.deepEqual(await fixture.listNewEvents(), [`customer/create ${id}`]);
});

test("a customer update publishes one event, but none if the sent fields are unchanged", async () => {
  const customer = await fixture.create({ first_name: "Wei Ling", tags: ["a"] });
  await fixture.listNewEvents();
  assert.deepEqual(await fixture.put(customer.id, customer), customer);
  assert.deepEqual(
    await fixture.put(customer.id, { first_name: "Wei Ling", gender: null, phone: "" }),
    customer,
  );
  assert.deepEqual(await fixture.listNewEvents(), []);
  const updatedCustomer = await fixture.put(customer.id, { last_name: "Tan", birthdate: "2000-02-29" });
  assert.deepEqual(
    [updatedCustomer.last_name, updatedCustomer.birthdate, updatedCustomer.tags],
    ["Tan", "2000-02-29", ["a"]],
  );
  assert.ok(updatedCustomer.updated_at > customer.updated_at);
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${customer.id}`]);
  assert.equal((await fixture.put(customer.id, { birthdate: null })).birthdate, null);
});

test("deleting a customer deletes their other data, such as addresses, and publishes customer/delete", async () => {
  const { id } = await fixture.create({ first_name: "Gone", addresses: [{ city: "Ipoh" }] });
  await fixture.callOk("POST", `/3.0/customers/${id}/metafields.json`, {
    namespace: "a",
    key: "b",
    value: "c",
  });
  await fixture.listNewEvents();
  assert.deepEqual(await fixture.callOk("DELETE", `/3.0/customers/${id}.json`), {});
  assert.deepEqual(await fixture.expectError("GET", `/3.0/customers/${id}.json`), ["not_found"]);
  assert.deepEqual(await fixture.expectError("DELETE", `/3.0/customers/${id}.json`), ["not_found"]);
  assert.deepEqual(await fixture.listNewEvents(), [`customer/delete ${id}`]);
  const rows = await testPlatform.database.many(
    `select 1 from customer_addresses where customer_id = $1 union all select 1 from metafields where owner_resource = 'customer'
     and owner_id = $1 union all select 1 from customer_search where customer_id = $1`,
    [id],
  );
  assert.deepEqual(rows, []);
});

test("two customers can't share an email, phone or code, even in different spellings", async () => {
  const firstCustomer = await fixture.create({ email: "own@kedai.my", phone: "03-2161 2345", code: "own-1" });
  const path = "/3.0/customers.json";
  for (const [body, expectedError] of [
    [{ email: "OWN@kedai.my" }, "email not_unique"],
    [{ phone: "+60 3 2161-2345" }, "phone not_unique"],
    [{ code: "OWN-1" }, "code not_unique"],
  ] as const) {
    assert.deepEqual(await fixture.expectError("POST", path, body), [expectedError]);
    const otherCustomer = await fixture.create({ first_name: "Other" });
    const otherPath = `/3.0/customers/${otherCustomer.id}.json`;
    assert.deepEqual(await fixture.expectError("PUT", otherPath, body), [expectedError]);
  }
  const updatedCustomer = await fixture.put(firstCustomer.id, { email: "Own@kedai.my" });
  assert.equal(updatedCustomer.email, "Own@kedai.my");
  // Any number of customers may have empty values.
  await fixture.create({ first_name: "Nothing", email: "", phone: "", code: "" });
  await fixture.create({ first_name: "Nothing", email: "", phone: "", code: "" });
});

test("if customers with the same email address are created concurrently, only one is created", async () => {
  const json = { email: "twice@kedai.my" };
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => fixture.call("POST", "/3.0/customers.json", { json })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(7).fill(422)]);
});

test("a customer with an invalid field is rejected with an error for that field", async () => {
  const countCustomers = () => fixture.callOk<{ count: number }>("GET", "/3.0/customers/count.json");
  const initialCount = await countCustomers();
  for (const [body, errorPattern] of [
    [{}, /^first_name required$/],
    [{ first_name: "  ", note: "nobody" }, /^first_name required$/],
    [{ email: "nobody" }, /^email /],
    [{ first_name: "a", birthdate: "2023-02-29" }, /^birthdate invalid_format$/],
    [{ first_name: "a", birthdate: "1899-12-31" }, /^birthdate invalid_format$/],
    [{ first_name: "a", birthdate: "2099-01-01" }, /^birthdate invalid_format$/],
    [{ first_name: "a", gender: "none" }, /^gender /],
    [{ first_name: "a", country_code: "my" }, /^country_code /],
    [{ first_name: "a", tags: ["a,b"] }, /^tags\.0 invalid_format$/],
    [{ first_name: "a", note: "é".repeat(33_000) }, /^note too_long$/],
    [{ phone: "12" }, /^phone invalid_format$/],
    [{ phone: "call me" }, /^phone invalid_format$/],
    [{ phone: "+999 12345678" }, /^phone invalid_format$/],
    [{ phone: "03-2161 2345 ext. 12" }, /^phone invalid_format$/],
  ] as const) {
    const [error] = await fixture.expectError("POST", "/3.0/customers.json", body);
    assert.match(error ?? "", errorPattern, JSON.stringify(body));
  }
  assert.deepEqual(await countCustomers(), initialCount);
  const { id } = await fixture.create({ first_name: "Somebody" });
  assert.deepEqual(await fixture.expectError("PUT", `/3.0/customers/${id}.json`, { first_name: "" }), [
    "first_name required",
  ]);
});

test("a phone number without a calling code gets that of the customer's or the store's country", async () => {
  const createWithPhone = async (customer: object) => (await fixture.create(customer)).phone;
  assert.equal(await createWithPhone({ phone: "9123 4567", country_code: "SG" }), "+6591234567");
  assert.equal(await createWithPhone({ phone: "0060 11 2345 6781" }), "+601123456781");
  assert.equal(await createWithPhone({ phone: "（０１７）３４５ ６７８２" }), "+60173456782");
  assert.equal(await createWithPhone({ phone: "+44 20 7946 0958", country_code: "SG" }), "+442079460958");
  const { id } = await fixture.create({ first_name: "Later", country_code: "SG" });
  assert.equal((await fixture.put(id, { phone: "9123 4568" })).phone, "+6591234568");
  const storeWithoutCountry = await createCustomerFixture(testPlatform);
  await testPlatform.database.query("update stores set country_code = '' where id = $1", [
    storeWithoutCountry.store.id,
  ]);
  assert.deepEqual(
    await storeWithoutCountry.expectError("POST", "/3.0/customers.json", { phone: "012-345 6789" }),
    ["phone invalid_format"],
  );
});

test("a customer of another store is not found", async () => {
  const otherStore = await createCustomerFixture(testPlatform);
  const { id } = await otherStore.create({ first_name: "Theirs", email: "theirs@kedai.my" });
  const path = `/3.0/customers/${id}.json`;
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await fixture.expectError(method, path, method === "PUT" ? { note: "x" } : undefined), [
      "not_found",
    ]);
  assert.equal((await otherStore.get(id)).note, "");
  await fixture.create({ email: "theirs@kedai.my" });
});
