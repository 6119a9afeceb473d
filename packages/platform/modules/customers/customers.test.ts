import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

let testing: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCustomerFixture(testing);
});
after(() => testing.stop());

test("a customer is stored as sent, and read back unchanged", async () => {
  const made = await fixture.create({
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
  const { id, created_at, updated_at, ...rest } = made;
  assert.deepEqual(rest, {
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
  assert.deepEqual(await fixture.get(id), made);
  assert.deepEqual(await fixture.topics(), [`customer/create ${id}`]);
});

test("changes publish once, and a customer sent back as read changes nothing", async () => {
  const made = await fixture.create({ first_name: "Wei Ling", tags: ["a"] });
  await fixture.topics();
  assert.deepEqual(await fixture.put(made.id, made), made);
  assert.deepEqual(await fixture.put(made.id, { first_name: "Wei Ling", gender: null, phone: "" }), made);
  assert.deepEqual(await fixture.topics(), []);
  const changed = await fixture.put(made.id, { last_name: "Tan", birthdate: "2000-02-29" });
  assert.deepEqual([changed.last_name, changed.birthdate, changed.tags], ["Tan", "2000-02-29", ["a"]]);
  assert.ok(changed.updated_at > made.updated_at);
  assert.deepEqual(await fixture.topics(), [`customer/update ${made.id}`]);
  assert.equal((await fixture.put(made.id, { birthdate: null })).birthdate, null);
});

test("a deleted customer is gone with dependent records, and is published", async () => {
  const { id } = await fixture.create({ first_name: "Gone", addresses: [{ city: "Ipoh" }] });
  await fixture.done("POST", `/3.0/customers/${id}/metafields.json`, {
    namespace: "a",
    key: "b",
    value: "c",
  });
  await fixture.topics();
  assert.deepEqual(await fixture.done("DELETE", `/3.0/customers/${id}.json`), {});
  assert.deepEqual(await fixture.expectError("GET", `/3.0/customers/${id}.json`), ["not_found"]);
  assert.deepEqual(await fixture.expectError("DELETE", `/3.0/customers/${id}.json`), ["not_found"]);
  assert.deepEqual(await fixture.topics(), [`customer/delete ${id}`]);
  const rows = await testing.database.many(
    `select 1 from customer_addresses where customer_id = $1 union all select 1 from metafields where owner_resource = 'customer'
     and owner_id = $1 union all select 1 from customer_search where customer_id = $1`,
    [id],
  );
  assert.deepEqual(rows, []);
});

test("an email address, phone and code are unique per customer, however spelled", async () => {
  const first = await fixture.create({ email: "own@kedai.my", phone: "03-2161 2345", code: "own-1" });
  const path = "/3.0/customers.json";
  for (const [sent, sentence] of [
    [{ email: "OWN@kedai.my" }, "email not_unique"],
    [{ phone: "+60 3 2161-2345" }, "phone not_unique"],
    [{ code: "OWN-1" }, "code not_unique"],
  ] as const) {
    assert.deepEqual(await fixture.expectError("POST", path, sent), [sentence]);
    const other = await fixture.create({ first_name: "Other" });
    assert.deepEqual(await fixture.expectError("PUT", `/3.0/customers/${other.id}.json`, sent), [sentence]);
  }
  const spelled = await fixture.put(first.id, { email: "Own@kedai.my" });
  assert.equal(spelled.email, "Own@kedai.my");
  // Empty values are not unique: every customer may have them.
  await fixture.create({ first_name: "Nothing", email: "", phone: "", code: "" });
  await fixture.create({ first_name: "Nothing", email: "", phone: "", code: "" });
});

test("of two concurrent creations with one email address one is rejected", async () => {
  const json = { email: "twice@kedai.my" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fixture.call("POST", "/3.0/customers.json", { json })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(422)]);
});

test("invalid customer fields are rejected by name and create no customer", async () => {
  const count = () => fixture.done<{ count: number }>("GET", "/3.0/customers/count.json");
  const there = await count();
  for (const [sent, sentence] of [
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
    const [first] = await fixture.expectError("POST", "/3.0/customers.json", sent);
    assert.match(first ?? "", sentence, JSON.stringify(sent));
  }
  assert.deepEqual(await count(), there);
  const { id } = await fixture.create({ first_name: "Somebody" });
  assert.deepEqual(await fixture.expectError("PUT", `/3.0/customers/${id}.json`, { first_name: "" }), [
    "first_name required",
  ]);
});

test("a phone without a country code is of the customer's country, else the store's", async () => {
  const phone = async (sent: object) => (await fixture.create(sent)).phone;
  assert.equal(await phone({ phone: "9123 4567", country_code: "SG" }), "+6591234567");
  assert.equal(await phone({ phone: "0060 11 2345 6781" }), "+601123456781");
  assert.equal(await phone({ phone: "（０１７）３４５ ６７８２" }), "+60173456782");
  assert.equal(await phone({ phone: "+44 20 7946 0958", country_code: "SG" }), "+442079460958");
  const { id } = await fixture.create({ first_name: "Later", country_code: "SG" });
  assert.equal((await fixture.put(id, { phone: "9123 4568" })).phone, "+6591234568");
  const lost = await createCustomerFixture(testing);
  await testing.database.query("update stores set country_code = '' where id = $1", [lost.store.id]);
  assert.deepEqual(await lost.expectError("POST", "/3.0/customers.json", { phone: "012-345 6789" }), [
    "phone invalid_format",
  ]);
});

test("a customer of another store is not found", async () => {
  const other = await createCustomerFixture(testing);
  const { id } = await other.create({ first_name: "Theirs", email: "theirs@kedai.my" });
  const path = `/3.0/customers/${id}.json`;
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await fixture.expectError(method, path, method === "PUT" ? { note: "x" } : undefined), [
      "not_found",
    ]);
  assert.equal((await other.get(id)).note, "");
  await fixture.create({ email: "theirs@kedai.my" });
});
