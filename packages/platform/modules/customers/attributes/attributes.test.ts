import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopeNames } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "../testing/customer-fixture.ts";

let testing: TestPlatform;

before(async () => {
  testing = await testPlatform({ role: "api" });
});
after(() => testing.stop());

interface Attribute {
  id: number;
  key: string;
  title: string;
  input_type: string;
  is_required: boolean;
  options: string[];
}

const fields = "/3.0/customer_attributes.json";

async function define(fixture: CustomerFixture, customer_attribute: object): Promise<Attribute> {
  const sent = { title: "A field", ...customer_attribute };
  return (await fixture.done<{ customer_attribute: Attribute }>("POST", fields, { customer_attribute: sent }))
    .customer_attribute;
}

test("CUS-3: a value of each kind is stored, updated, and removed by null", async () => {
  const fixture = await createCustomerFixture(testing);
  await define(fixture, { key: "company" });
  await define(fixture, { key: "story", input_type: "textarea" });
  await define(fixture, { key: "height", input_type: "number" });
  await define(fixture, { key: "since", input_type: "date" });
  await define(fixture, { key: "size", input_type: "select", options: ["S", "M"] });
  await define(fixture, { key: "likes", input_type: "multi_select", options: ["tea", "coffee", "milk"] });
  await define(fixture, { key: "member", input_type: "checkbox" });
  const attributes = {
    company: "Kedai",
    story: "Once\nupon a time",
    height: 1.72,
    since: "2020-02-29",
    size: "M",
    likes: ["tea", "milk"],
    member: false,
  };
  const made = await fixture.create({ first_name: "Full", attributes });
  assert.deepEqual(made.attributes, attributes);
  await fixture.topics();
  assert.deepEqual(await fixture.put(made.id, { attributes }), made);
  assert.deepEqual(
    await fixture.put(made.id, { attributes: { likes: ["milk", "tea"], company: " Kedai " } }),
    made,
  );
  assert.deepEqual(await fixture.topics(), []);
  const changed = await fixture.put(made.id, { attributes: { size: "S", likes: null, company: "" } });
  const { likes: _, company: __, ...left } = attributes;
  assert.deepEqual(changed.attributes, { ...left, size: "S" });
  assert.deepEqual(await fixture.topics(), [`customer/update ${made.id}`]);
  assert.ok(changed.updated_at > made.updated_at);
});

test("an invalid value is rejected by the field's key, naming valid values", async () => {
  const fixture = await createCustomerFixture(testing);
  await define(fixture, { key: "height", input_type: "number" });
  await define(fixture, { key: "since", input_type: "date" });
  await define(fixture, { key: "size", input_type: "select", options: ["S", "M"] });
  await define(fixture, { key: "likes", input_type: "multi_select", options: ["tea", "milk"] });
  await define(fixture, { key: "member", input_type: "checkbox" });
  await define(fixture, { key: "company" });
  const { id } = await fixture.create({ first_name: "Wrong" });
  for (const [attributes, sentence] of [
    [{ height: "tall" }, "attributes.height invalid_type"],
    [{ since: "2023-02-29" }, "attributes.since invalid_format"],
    [{ size: "XL" }, "attributes.size not_allowed"],
    [{ likes: "tea" }, "attributes.likes not_allowed"],
    [{ likes: ["tea", "wine"] }, "attributes.likes not_allowed"],
    [{ member: "yes" }, "attributes.member invalid_type"],
    [{ company: "x".repeat(256) }, "attributes.company too_long"],
    [{ shoe: "39" }, "attributes.shoe not_found"],
    [{ toString: "39" }, "attributes.toString not_found"],
  ] as const)
    assert.deepEqual(await fixture.expectError("PUT", `/3.0/customers/${id}.json`, { attributes }), [
      sentence,
    ]);
  assert.deepEqual((await fixture.get(id)).attributes, {});
});

test("CUS-3: without the scopes custom fields are hidden, and sending them is rejected", async () => {
  const fixture = await createCustomerFixture(testing);
  await define(fixture, { key: "company" });
  const { id } = await fixture.create({ first_name: "Seen", attributes: { company: "Kedai" } });
  const tokenFor = async (scopes: readonly string[]) => {
    const url = `${fixture.store.host_url}/api/console/custom_apps.json`;
    const made = await fixture.store.owner.browser.call("POST", url, { name: "Narrow", scopes });
    return made.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
  };
  const plain = await tokenFor(["read_customers", "write_customers"]);
  const reader = await tokenFor(["read_customers", "write_customers", "read_customer_attributes"]);
  const shown = async (token: string, method: string, path: string, json?: object) => {
    const answer = await fixture.call(method, path, { token, ...(json ? { json } : {}) });
    assert.equal(answer.status, 200, answer.text);
    const { customer, customers } = answer.json<{ customer?: object; customers?: object[] }>();
    return "attributes" in (customer ?? customers?.[0] ?? {});
  };
  for (const version of ["3.0", "4.0"])
    for (const [method, path, json] of [
      ["GET", `/customers/${id}.json`],
      ["GET", "/customers.json"],
      ["GET", "/customers/search.json?query=seen"],
      ["PUT", `/customers/${id}.json`, { note: version }],
      ["POST", "/customers.json", { first_name: "New" }],
    ] as const) {
      assert.equal(await shown(plain, method, `/${version}${path}`, json), false, `${version}${path}`);
      assert.equal(await shown(reader, method, `/${version}${path}`, json), true, `${version}${path}`);
    }
  for (const token of [plain, reader])
    for (const attributes of [{ company: "Other" }, {}]) {
      const answer = await fixture.call("PUT", `/3.0/customers/${id}.json`, { token, json: { attributes } });
      assert.equal(answer.status, 403);
      const { error } = answer.json<{ error: { code: string; required_scope: string } }>();
      assert.deepEqual([error.code, error.required_scope], ["scope_missing", "write_customer_attributes"]);
    }
  assert.deepEqual((await fixture.get(id)).attributes, { company: "Kedai" });
});

test("a required field is needed for new customers and cannot be removed", async () => {
  const fixture = await createCustomerFixture(testing);
  const { id: before } = await fixture.create({ first_name: "Before" });
  await define(fixture, { key: "company", title: "Company", is_required: true });
  assert.deepEqual(await fixture.expectError("POST", "/3.0/customers.json", { first_name: "Without" }), [
    "attributes.company required",
  ]);
  const { id } = await fixture.create({ first_name: "With", attributes: { company: "Kedai" } });
  for (const company of [null, "  "])
    assert.deepEqual(
      await fixture.expectError("PUT", `/3.0/customers/${id}.json`, { attributes: { company } }),
      ["attributes.company required"],
    );
  // Those who were there before have none, and can be changed all the same.
  assert.equal((await fixture.put(before, { note: "old" })).note, "old");
  const url = `${fixture.store.host_url}/api/console/custom_apps.json`;
  const scopes = scopeNames.filter((scope) => scope !== "write_customer_attributes");
  const made = await fixture.store.owner.browser.call("POST", url, { name: "Narrow", scopes });
  const { access_token: token } = made.json<{ custom_app: { access_token: string } }>().custom_app;
  const json = { first_name: "By another" };
  assert.equal((await fixture.call("POST", "/3.0/customers.json", { token, json })).status, 200);
});

test("a custom field is defined, changed and deleted, and its values go for good", async () => {
  const fixture = await createCustomerFixture(testing);
  const made = await define(fixture, {
    key: "size",
    title: " Size ",
    input_type: "select",
    options: [" S ", "M", "S"],
  });
  assert.deepEqual([made.title, made.options, made.is_required], ["Size", ["S", "M"], false]);
  const path = `/3.0/customer_attributes/${made.id}.json`;
  const { id } = await fixture.create({ first_name: "Sized", attributes: { size: "S" } });
  await fixture.done("PUT", path, { options: ["M", "L"] });
  // What was chosen before stays.
  assert.deepEqual((await fixture.get(id)).attributes, { size: "S" });
  const keys = await fixture.done<{ customer_attributes: Attribute[] }>("GET", `${fields}?key=size`);
  assert.deepEqual(keys.customer_attributes[0]?.options, ["M", "L"]);
  for (const [sent, sentence] of [
    [{ key: "width" }, "key not_allowed"],
    [{ input_type: "text" }, "input_type not_allowed"],
    [{ options: [] }, "options required"],
    [{ options: ["a", " "] }, "options.1 required"],
    [{ title: " " }, "title required"],
  ] as const)
    assert.deepEqual(await fixture.expectError("PUT", path, sent), [sentence]);
  for (const [sent, sentence] of [
    [{ key: "size", title: "Again" }, "key not_unique"],
    [{ key: "text", title: "Text", options: ["a"] }, "options not_allowed"],
    [{ key: "pick", title: "Pick", input_type: "multi_select" }, "options required"],
  ] as const)
    assert.deepEqual(await fixture.expectError("POST", fields, sent), [sentence]);
  await fixture.done("DELETE", path);
  assert.deepEqual(await fixture.expectError("GET", path), ["not_found"]);
  await define(fixture, { key: "size", input_type: "text" });
  assert.deepEqual((await fixture.get(id)).attributes, {});
});
