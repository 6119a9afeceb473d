import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scopeNames } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CustomerRig, customerRig } from "../testing/customer-rig.ts";

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

async function define(rig: CustomerRig, customer_attribute: object): Promise<Attribute> {
  const sent = { title: "A field", ...customer_attribute };
  return (await rig.done<{ customer_attribute: Attribute }>("POST", fields, { customer_attribute: sent }))
    .customer_attribute;
}

test("CUS-3: a value of each kind is kept as it was sent, changed alone, and taken away by null", async () => {
  const rig = await customerRig(testing);
  await define(rig, { key: "company" });
  await define(rig, { key: "story", input_type: "textarea" });
  await define(rig, { key: "height", input_type: "number" });
  await define(rig, { key: "since", input_type: "date" });
  await define(rig, { key: "size", input_type: "select", options: ["S", "M"] });
  await define(rig, { key: "likes", input_type: "multi_select", options: ["tea", "coffee", "milk"] });
  await define(rig, { key: "member", input_type: "checkbox" });
  const attributes = {
    company: "Kedai",
    story: "Once\nupon a time",
    height: 1.72,
    since: "2020-02-29",
    size: "M",
    likes: ["tea", "milk"],
    member: false,
  };
  const made = await rig.create({ first_name: "Full", attributes });
  assert.deepEqual(made.attributes, attributes);
  await rig.topics();
  assert.deepEqual(await rig.put(made.id, { attributes }), made);
  assert.deepEqual(
    await rig.put(made.id, { attributes: { likes: ["milk", "tea"], company: " Kedai " } }),
    made,
  );
  assert.deepEqual(await rig.topics(), []);
  const changed = await rig.put(made.id, { attributes: { size: "S", likes: null, company: "" } });
  const { likes: _, company: __, ...left } = attributes;
  assert.deepEqual(changed.attributes, { ...left, size: "S" });
  assert.deepEqual(await rig.topics(), [`customer/update ${made.id}`]);
  assert.ok(changed.updated_at > made.updated_at);
});

test("a value that does not fit is refused by the field's key, with what would fit", async () => {
  const rig = await customerRig(testing);
  await define(rig, { key: "height", input_type: "number" });
  await define(rig, { key: "since", input_type: "date" });
  await define(rig, { key: "size", input_type: "select", options: ["S", "M"] });
  await define(rig, { key: "likes", input_type: "multi_select", options: ["tea", "milk"] });
  await define(rig, { key: "member", input_type: "checkbox" });
  await define(rig, { key: "company" });
  const { id } = await rig.create({ first_name: "Wrong" });
  for (const [attributes, sentence] of [
    [{ height: "tall" }, "attributes.height takes a number"],
    [{ since: "2023-02-29" }, "attributes.since takes a date such as 1990-05-17"],
    [{ size: "XL" }, "attributes.size takes one of S, M"],
    [{ likes: "tea" }, "attributes.likes takes a list of tea, milk"],
    [{ likes: ["tea", "wine"] }, "attributes.likes takes a list of tea, milk"],
    [{ member: "yes" }, "attributes.member takes true or false"],
    [{ company: "x".repeat(256) }, "attributes.company takes a text of at most 255 characters"],
    [
      { shoe: "39" },
      "attributes.shoe is no custom field; the store has height, since, size, likes, member, company",
    ],
    [
      { toString: "39" },
      "attributes.toString is no custom field; the store has height, since, size, likes, member, company",
    ],
  ] as const)
    assert.deepEqual(await rig.refused("PUT", `/3.0/customers/${id}.json`, { attributes }), [sentence]);
  assert.deepEqual((await rig.get(id)).attributes, {});
});

test("CUS-3: without the scopes custom fields are not shown, and sending them is refused naming the scope", async () => {
  const rig = await customerRig(testing);
  await define(rig, { key: "company" });
  const { id } = await rig.create({ first_name: "Seen", attributes: { company: "Kedai" } });
  const tokenFor = async (scopes: readonly string[]) => {
    const url = `${rig.shop.host_url}/api/console/custom_apps.json`;
    const made = await rig.shop.owner.browser.call("POST", url, { name: "Narrow", scopes });
    return made.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
  };
  const plain = await tokenFor(["read_customers", "write_customers"]);
  const reader = await tokenFor(["read_customers", "write_customers", "read_customer_attributes"]);
  const shown = async (token: string, method: string, path: string, json?: object) => {
    const answer = await rig.call(method, path, { token, ...(json ? { json } : {}) });
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
      const answer = await rig.call("PUT", `/3.0/customers/${id}.json`, { token, json: { attributes } });
      assert.equal(answer.status, 403);
      const { error } = answer.json<{ error: { code: string; required_scope: string } }>();
      assert.deepEqual([error.code, error.required_scope], ["scope_missing", "write_customer_attributes"]);
    }
  assert.deepEqual((await rig.get(id)).attributes, { company: "Kedai" });
});

test("a required field is asked of new customers, of whoever may write it, and cannot be taken away", async () => {
  const rig = await customerRig(testing);
  const { id: before } = await rig.create({ first_name: "Before" });
  await define(rig, { key: "company", title: "Company", is_required: true });
  assert.deepEqual(await rig.refused("POST", "/3.0/customers.json", { first_name: "Without" }), [
    "attributes.company is required (Company)",
  ]);
  const { id } = await rig.create({ first_name: "With", attributes: { company: "Kedai" } });
  for (const company of [null, "  "])
    assert.deepEqual(await rig.refused("PUT", `/3.0/customers/${id}.json`, { attributes: { company } }), [
      "attributes.company is required (Company)",
    ]);
  // Those who were there before have none, and can be changed all the same.
  assert.equal((await rig.put(before, { note: "old" })).note, "old");
  const url = `${rig.shop.host_url}/api/console/custom_apps.json`;
  const scopes = scopeNames.filter((scope) => scope !== "write_customer_attributes");
  const made = await rig.shop.owner.browser.call("POST", url, { name: "Narrow", scopes });
  const { access_token: token } = made.json<{ custom_app: { access_token: string } }>().custom_app;
  const json = { first_name: "By another" };
  assert.equal((await rig.call("POST", "/3.0/customers.json", { token, json })).status, 200);
});

test("a field is defined, changed and removed; its values go with it and never come back", async () => {
  const rig = await customerRig(testing);
  const made = await define(rig, {
    key: "size",
    title: " Size ",
    input_type: "select",
    options: [" S ", "M", "S"],
  });
  assert.deepEqual([made.title, made.options, made.is_required], ["Size", ["S", "M"], false]);
  const path = `/3.0/customer_attributes/${made.id}.json`;
  const { id } = await rig.create({ first_name: "Sized", attributes: { size: "S" } });
  await rig.done("PUT", path, { options: ["M", "L"] });
  // What was chosen before stays.
  assert.deepEqual((await rig.get(id)).attributes, { size: "S" });
  const keys = await rig.done<{ customer_attributes: Attribute[] }>("GET", `${fields}?key=size`);
  assert.deepEqual(keys.customer_attributes[0]?.options, ["M", "L"]);
  for (const [sent, sentence] of [
    [{ key: "width" }, 'key is "size" and never changes; add another custom field instead'],
    [{ input_type: "text" }, 'input_type is "select" and never changes; add another custom field instead'],
    [{ options: [] }, "options are required for select"],
    [{ options: ["a", " "] }, "options.1 must not be blank"],
    [{ title: " " }, "title must not be blank"],
  ] as const)
    assert.deepEqual(await rig.refused("PUT", path, sent), [sentence]);
  for (const [sent, sentence] of [
    [{ key: "size", title: "Again" }, 'key "size" is the key of another custom field'],
    [{ key: "text", title: "Text", options: ["a"] }, "options are for select and multi_select, not text"],
    [{ key: "pick", title: "Pick", input_type: "multi_select" }, "options are required for multi_select"],
  ] as const)
    assert.deepEqual(await rig.refused("POST", fields, sent), [sentence]);
  await rig.done("DELETE", path);
  assert.deepEqual(await rig.refused("GET", path), ["not_found"]);
  await define(rig, { key: "size", input_type: "text" });
  assert.deepEqual((await rig.get(id)).attributes, {});
});
