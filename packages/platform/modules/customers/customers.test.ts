import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CustomerRig, customerRig } from "./testing/customer-rig.ts";

let testing: TestPlatform;
let rig: CustomerRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await customerRig(testing);
});
after(() => testing.stop());

test("a customer is kept as they were sent, and is read again the same", async () => {
  const made = await rig.create({
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
  assert.deepEqual(await rig.get(id), made);
  assert.deepEqual(await rig.topics(), [`customer/create ${id}`]);
});

test("what changes is told once, what is as it was is not, and a record can be sent back as it was read", async () => {
  const made = await rig.create({ first_name: "Wei Ling", tags: ["a"] });
  await rig.topics();
  assert.deepEqual(await rig.put(made.id, made), made);
  assert.deepEqual(await rig.put(made.id, { first_name: "Wei Ling", gender: null, phone: "" }), made);
  assert.deepEqual(await rig.topics(), []);
  const changed = await rig.put(made.id, { last_name: "Tan", birthdate: "2000-02-29" });
  assert.deepEqual([changed.last_name, changed.birthdate, changed.tags], ["Tan", "2000-02-29", ["a"]]);
  assert.ok(changed.updated_at > made.updated_at);
  assert.deepEqual(await rig.topics(), [`customer/update ${made.id}`]);
  assert.equal((await rig.put(made.id, { birthdate: null })).birthdate, null);
});

test("a deleted customer is gone with what hung on them, and told", async () => {
  const { id } = await rig.create({ first_name: "Gone", addresses: [{ city: "Ipoh" }] });
  await rig.done("POST", `/3.0/customers/${id}/metafields.json`, { namespace: "a", key: "b", value: "c" });
  await rig.topics();
  assert.deepEqual(await rig.done("DELETE", `/3.0/customers/${id}.json`), {});
  assert.deepEqual(await rig.refused("GET", `/3.0/customers/${id}.json`), ["not_found"]);
  assert.deepEqual(await rig.refused("DELETE", `/3.0/customers/${id}.json`), ["not_found"]);
  assert.deepEqual(await rig.topics(), [`customer/delete ${id}`]);
  const { rows } = await testing.database.query(
    `select 1 from customer_addresses where customer_id = $1 union all select 1 from metafields where owner_resource = 'customer'
     and owner_id = $1 union all select 1 from customer_search where customer_id = $1`,
    [id],
  );
  assert.deepEqual(rows, []);
});

test("an e-mail address, a phone and a code are one customer's own, however they are spelled", async () => {
  const first = await rig.create({ email: "own@kedai.my", phone: "03-2161 2345", code: "own-1" });
  const path = "/3.0/customers.json";
  for (const [sent, sentence] of [
    [{ email: "OWN@kedai.my" }, 'email "OWN@kedai.my" is the e-mail address of another customer'],
    [{ phone: "+60 3 2161-2345" }, 'phone "+60321612345" is the phone number of another customer'],
    [{ code: "OWN-1" }, 'code "OWN-1" is the code of another customer'],
  ] as const) {
    assert.deepEqual(await rig.refused("POST", path, sent), [sentence]);
    const other = await rig.create({ first_name: "Other" });
    assert.deepEqual(await rig.refused("PUT", `/3.0/customers/${other.id}.json`, sent), [sentence]);
  }
  const spelled = await rig.put(first.id, { email: "Own@kedai.my" });
  assert.equal(spelled.email, "Own@kedai.my");
  // What nobody has, everybody may lack.
  await rig.create({ first_name: "Nothing", email: "", phone: "", code: "" });
  await rig.create({ first_name: "Nothing", email: "", phone: "", code: "" });
});

test("of two customers who are made at once with one e-mail address one is refused", async () => {
  const json = { email: "twice@kedai.my" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => rig.call("POST", "/3.0/customers.json", { json })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(422)]);
});

test("what a customer cannot be is refused by the field's name, and nothing is made", async () => {
  const count = () => rig.done<{ count: number }>("GET", "/3.0/customers/count.json");
  const there = await count();
  for (const [sent, sentence] of [
    [{}, /^first_name is required, or last_name, email, phone or code$/],
    [{ first_name: "  ", note: "nobody" }, /^first_name is required/],
    [{ email: "nobody" }, /^email /],
    [{ first_name: "a", birthdate: "2023-02-29" }, /^birthdate must be a date from 1900 to today/],
    [{ first_name: "a", birthdate: "1899-12-31" }, /^birthdate must be a date from 1900 to today/],
    [{ first_name: "a", birthdate: "2099-01-01" }, /^birthdate must be a date from 1900 to today/],
    [{ first_name: "a", gender: "none" }, /^gender /],
    [{ first_name: "a", country_code: "my" }, /^country_code /],
    [{ first_name: "a", tags: ["a,b"] }, /^tags\.0 must not contain a comma/],
    [{ first_name: "a", note: "é".repeat(33_000) }, /^note must have at most 65536 bytes/],
    [{ phone: "12" }, /^phone "12" is no phone number of MY; it takes one such as \+60123456789$/],
    [{ phone: "call me" }, /^phone "call me" is no phone number of MY/],
    [{ phone: "+999 12345678" }, /^phone "\+999 12345678" is no phone number/],
    [{ phone: "03-2161 2345 ext. 12" }, /^phone .* has an extension; .*\+60321612345$/],
  ] as const) {
    const [first] = await rig.refused("POST", "/3.0/customers.json", sent);
    assert.match(first ?? "", sentence, JSON.stringify(sent));
  }
  assert.deepEqual(await count(), there);
  const { id } = await rig.create({ first_name: "Somebody" });
  assert.deepEqual(await rig.refused("PUT", `/3.0/customers/${id}.json`, { first_name: "" }), [
    "first_name is required, or last_name, email, phone or code",
  ]);
});

test("a phone number without its country's code is one of the customer's country, else of the store's", async () => {
  const phone = async (sent: object) => (await rig.create(sent)).phone;
  assert.equal(await phone({ phone: "9123 4567", country_code: "SG" }), "+6591234567");
  assert.equal(await phone({ phone: "0060 11 2345 6781" }), "+601123456781");
  assert.equal(await phone({ phone: "（０１７）３４５ ６７８２" }), "+60173456782");
  assert.equal(await phone({ phone: "+44 20 7946 0958", country_code: "SG" }), "+442079460958");
  const { id } = await rig.create({ first_name: "Later", country_code: "SG" });
  assert.equal((await rig.put(id, { phone: "9123 4568" })).phone, "+6591234568");
  const lost = await customerRig(testing);
  await testing.database.query("update stores set country_code = '' where id = $1", [lost.shop.id]);
  assert.deepEqual(await lost.refused("POST", "/3.0/customers.json", { phone: "012-345 6789" }), [
    'phone "012-345 6789" does not say of which country it is, and the store has none; it takes one such as +60123456789',
  ]);
});

test("a customer of another store is not there", async () => {
  const other = await customerRig(testing);
  const { id } = await other.create({ first_name: "Theirs", email: "theirs@kedai.my" });
  const path = `/3.0/customers/${id}.json`;
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await rig.refused(method, path, method === "PUT" ? { note: "x" } : undefined), [
      "not_found",
    ]);
  assert.equal((await other.get(id)).note, "");
  await rig.create({ email: "theirs@kedai.my" });
});
