import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopeNames } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "../testing/customer-fixture.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
});
after(() => testPlatform.stop());

interface Attribute {
  id: number;
  key: string;
  title: string;
  input_type: string;
  is_required: boolean;
  options: string[];
}

const attributesPath = "/3.0/customer_attributes.json";

async function createAttribute(fixture: CustomerFixture, customer_attribute: object): Promise<Attribute> {
  const json = { customer_attribute: { title: "A field", ...customer_attribute } };
  return (await fixture.callOk<{ customer_attribute: Attribute }>("POST", attributesPath, json))
    .customer_attribute;
}

test("CUS-3: custom field values of every type can be set and updated, and null removes a value", async () => {
  const fixture = await createCustomerFixture(testPlatform);
  await createAttribute(fixture, { key: "company" });
  await createAttribute(fixture, { key: "story", input_type: "textarea" });
  await createAttribute(fixture, { key: "height", input_type: "number" });
  await createAttribute(fixture, { key: "since", input_type: "date" });
  await createAttribute(fixture, { key: "size", input_type: "select", options: ["S", "M"] });
  await createAttribute(fixture, {
    key: "likes",
    input_type: "multi_select",
    options: ["tea", "coffee", "milk"],
  });
  await createAttribute(fixture, { key: "member", input_type: "checkbox" });
  const attributes = {
    company: "Kedai",
    story: "Once\nupon a time",
    height: 1.72,
    since: "2020-02-29",
    size: "M",
    likes: ["tea", "milk"],
    member: false,
  };
  const customer = await fixture.create({ first_name: "Full", attributes });
  assert.deepEqual(customer.attributes, attributes);
  await fixture.listNewEvents();
  assert.deepEqual(await fixture.put(customer.id, { attributes }), customer);
  assert.deepEqual(
    await fixture.put(customer.id, { attributes: { likes: ["milk", "tea"], company: " Kedai " } }),
    customer,
  );
  assert.deepEqual(await fixture.listNewEvents(), []);
  const updatedCustomer = await fixture.put(customer.id, {
    attributes: { size: "S", likes: null, company: "" },
  });
  const { likes: _, company: __, ...remainingAttributes } = attributes;
  assert.deepEqual(updatedCustomer.attributes, { ...remainingAttributes, size: "S" });
  assert.deepEqual(await fixture.listNewEvents(), [`customer/update ${customer.id}`]);
  assert.ok(updatedCustomer.updated_at > customer.updated_at);
});

test("an invalid custom field value is rejected with an error for the field's key", async () => {
  const fixture = await createCustomerFixture(testPlatform);
  await createAttribute(fixture, { key: "height", input_type: "number" });
  await createAttribute(fixture, { key: "since", input_type: "date" });
  await createAttribute(fixture, { key: "size", input_type: "select", options: ["S", "M"] });
  await createAttribute(fixture, { key: "likes", input_type: "multi_select", options: ["tea", "milk"] });
  await createAttribute(fixture, { key: "member", input_type: "checkbox" });
  await createAttribute(fixture, { key: "company" });
  const { id } = await fixture.create({ first_name: "Wrong" });
  for (const [attributes, expectedError] of [
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
      expectedError,
    ]);
  assert.deepEqual((await fixture.get(id)).attributes, {});
});

test("CUS-3: without the read scope, custom fields are hidden, and without the write scope, they cannot be changed", async () => {
  const fixture = await createCustomerFixture(testPlatform);
  await createAttribute(fixture, { key: "company" });
  const { id } = await fixture.create({ first_name: "Seen", attributes: { company: "Kedai" } });
  const createToken = async (scopes: readonly string[]) => {
    const url = `${fixture.store.host_url}/api/console/custom_apps.json`;
    const response = await fixture.store.owner.browser.call("POST", url, { name: "Narrow", scopes });
    return response.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
  };
  const tokenWithoutReadScope = await createToken(["read_customers", "write_customers"]);
  const tokenWithReadScope = await createToken([
    "read_customers",
    "write_customers",
    "read_customer_attributes",
  ]);
  /** Send a request, and return whether the customer in the response has custom fields. */
  const respondsWithAttributes = async (token: string, method: string, path: string, json?: object) => {
    const response = await fixture.call(method, path, { token, ...(json ? { json } : {}) });
    assert.equal(response.status, 200, response.text);
    const { customer, customers } = response.json<{ customer?: object; customers?: object[] }>();
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
      const versionedPath = `/${version}${path}`;
      assert.equal(
        await respondsWithAttributes(tokenWithoutReadScope, method, versionedPath, json),
        false,
        versionedPath,
      );
      assert.equal(
        await respondsWithAttributes(tokenWithReadScope, method, versionedPath, json),
        true,
        versionedPath,
      );
    }
  for (const token of [tokenWithoutReadScope, tokenWithReadScope])
    for (const attributes of [{ company: "Other" }, {}]) {
      const response = await fixture.call("PUT", `/3.0/customers/${id}.json`, {
        token,
        json: { attributes },
      });
      assert.equal(response.status, 403);
      const { error } = response.json<{ error: { code: string; required_scope: string } }>();
      assert.deepEqual([error.code, error.required_scope], ["scope_missing", "write_customer_attributes"]);
    }
  assert.deepEqual((await fixture.get(id)).attributes, { company: "Kedai" });
});

test("a required custom field must be set for a new customer and cannot be cleared", async () => {
  const fixture = await createCustomerFixture(testPlatform);
  const { id: earlierId } = await fixture.create({ first_name: "Before" });
  await createAttribute(fixture, { key: "company", title: "Company", is_required: true });
  assert.deepEqual(await fixture.expectError("POST", "/3.0/customers.json", { first_name: "Without" }), [
    "attributes.company required",
  ]);
  const { id } = await fixture.create({ first_name: "With", attributes: { company: "Kedai" } });
  for (const company of [null, "  "])
    assert.deepEqual(
      await fixture.expectError("PUT", `/3.0/customers/${id}.json`, { attributes: { company } }),
      ["attributes.company required"],
    );
  // A customer created before the field has no value, and can be updated without one.
  assert.equal((await fixture.put(earlierId, { note: "old" })).note, "old");
  // An app without the scope for custom fields can create a customer without the required field.
  const url = `${fixture.store.host_url}/api/console/custom_apps.json`;
  const scopes = scopeNames.filter((scope) => scope !== "write_customer_attributes");
  const response = await fixture.store.owner.browser.call("POST", url, { name: "Narrow", scopes });
  const { access_token: token } = response.json<{ custom_app: { access_token: string } }>().custom_app;
  const json = { first_name: "By another" };
  assert.equal((await fixture.call("POST", "/3.0/customers.json", { token, json })).status, 200);
});

test("a custom field can be created, updated, and deleted with its values", async () => {
  const fixture = await createCustomerFixture(testPlatform);
  const attribute = await createAttribute(fixture, {
    key: "size",
    title: " Size ",
    input_type: "select",
    options: [" S ", "M", "S"],
  });
  assert.deepEqual([attribute.title, attribute.options, attribute.is_required], ["Size", ["S", "M"], false]);
  const path = `/3.0/customer_attributes/${attribute.id}.json`;
  const { id } = await fixture.create({ first_name: "Sized", attributes: { size: "S" } });
  await fixture.callOk("PUT", path, { options: ["M", "L"] });
  // A stored value is kept even if it is no longer one of the options.
  assert.deepEqual((await fixture.get(id)).attributes, { size: "S" });
  const list = await fixture.callOk<{ customer_attributes: Attribute[] }>(
    "GET",
    `${attributesPath}?key=size`,
  );
  assert.deepEqual(list.customer_attributes[0]?.options, ["M", "L"]);
  for (const [changes, expectedError] of [
    [{ key: "width" }, "key not_allowed"],
    [{ input_type: "text" }, "input_type not_allowed"],
    [{ options: [] }, "options required"],
    [{ options: ["a", " "] }, "options.1 required"],
    [{ options: ["a", "a", ""] }, "options.2 required"],
    [{ title: " " }, "title required"],
  ] as const)
    assert.deepEqual(await fixture.expectError("PUT", path, changes), [expectedError]);
  for (const [newAttribute, expectedError] of [
    [{ key: "size", title: "Again" }, "key not_unique"],
    [{ key: "text", title: "Text", options: ["a"] }, "options not_allowed"],
    [{ key: "pick", title: "Pick", input_type: "multi_select" }, "options required"],
  ] as const)
    assert.deepEqual(await fixture.expectError("POST", attributesPath, newAttribute), [expectedError]);
  await fixture.callOk("DELETE", path);
  assert.deepEqual(await fixture.expectError("GET", path), ["not_found"]);
  await createAttribute(fixture, { key: "size", input_type: "text" });
  assert.deepEqual((await fixture.get(id)).attributes, {});
});
