import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations, Scope } from "@souk/contract";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../../http/testing/store-api.ts";
import { createImportFixture, type Import, type ImportFixture } from "../testing/import-fixture.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

const scopes = [
  "read_customers",
  "write_customers",
  "read_customer_attributes",
  "write_customer_attributes",
  "read_store",
  "write_store",
] as const satisfies readonly Scope[];

interface Fixture {
  api: StoreApi;
  imports: ImportFixture;
}

let testing: TestPlatform;
let from: Fixture;

before(async () => {
  testing = await testPlatform();
  from = await createFixture();
});

after(() => testing.stop());

const fields = [
  { key: "shoe_size", title: "Shoe size", input_type: "number" },
  { key: "likes", title: "Likes", input_type: "multi_select", options: ["tea", 'say "hi", twice', "=1"] },
  { key: "member", title: "Member", input_type: "checkbox" },
  { key: "since", title: "Since", input_type: "date" },
  { key: "remark", title: "Remark", input_type: "textarea" },
  // A name that every object has from JavaScript.
  { key: "constructor", title: "Constructor" },
  { key: "tiny", title: "Tiny", input_type: "number" },
  { key: "huge", title: "Huge", input_type: "number" },
];

/** Create a store with its custom fields, and an app with all scopes of customers. */
async function createFixture(): Promise<Fixture> {
  const api = await createStoreApi(testing, { scopes });
  for (const customer_attribute of fields) {
    const made = await api.call("POST", "/3.0/customer_attributes.json", { json: { customer_attribute } });
    assert.equal(made.status, 200, made.text);
  }
  return { api, imports: createImportFixture(api, "customers") };
}

async function make({ api }: Fixture, customer: object, balances: { credit?: string; point?: number } = {}) {
  const made = await api.call("POST", "/3.0/customers.json", { json: { customer } });
  assert.equal(made.status, 200, made.text);
  const { id } = made.json<{ customer: Customer }>().customer;
  const change = async (path: string, json: object) => {
    const answer = await api.call("PUT", `/3.0/customers/${id}/${path}/adjust.json`, { json });
    assert.equal(answer.status, 200, answer.text);
  };
  if (balances.credit) await change("credits", { adjustment_amount: balances.credit, description: "gift" });
  if (balances.point) await change("point", { value: balances.point, description: "gift" });
}

async function listCustomers({ api }: Fixture): Promise<Customer[]> {
  const answer = await api.call("GET", "/3.0/customers.json?sort=id.asc");
  return answer.json<{ customers: Customer[] }>().customers;
}

/** Return the values of a customer that do not depend on the store. */
function own(customer: Customer): object {
  const { id, created_at, updated_at, primary_address, addresses, groups, ...rest } = customer;
  const { id: _id, customer_id, created_at: _at, updated_at: _then, ...address } = primary_address ?? {};
  return { ...rest, address };
}

/** Return the file of an export of all customers. */
async function file({ api }: Fixture, format = "csv"): Promise<string> {
  const asked = await api.call("POST", "/4.0/exports.json", { json: { resource: "customers", format } });
  const { id } = asked.json<{ export: { id: number } }>().export;
  const url = await eventually(async () => {
    const answer = await api.call("GET", `/4.0/exports/${id}.json`);
    return answer.json<{ export: { url: string | null } }>().export.url;
  });
  return (await testing.request(url)).text;
}

test("an exported file creates the same customers in another store, with all values", async () => {
  await make(
    from,
    {
      first_name: "Mei",
      email: "mei@kedai.test",
      addresses: [{ address1: "1 Jalan Satu", city: "Ipoh", country_code: "MY" }],
      attributes: {
        shoe_size: -37.5,
        likes: ['say "hi", twice', "=1"],
        member: false,
        since: "2020-02-29",
        remark: "=two\r\nlines, and more",
        tiny: 1.5e-7,
      },
    },
    { credit: "12.50", point: 300 },
  );
  await make(
    from,
    { first_name: "Tan", code: "T1", attributes: { likes: ["tea"], tiny: 0.0000012345678901234567 } },
    { point: 7 },
  );
  const huge = await from.imports.imported(`code,attribute: huge\nT1,1${"0".repeat(21)}\n`);
  assert.deepEqual([huge.result?.updated, huge.result?.errors], [1, 0]);
  const there = await createFixture();
  const text = await file(from);
  assert.match(
    text.split("\r\n")[0] ?? "",
    /,total_credit,total_point,attribute: shoe_size,attribute: likes,/,
  );
  assert.match(text, /,1\.5e-7,.*,1e\+21\r\n$/s);
  const done = await there.imports.imported(text);
  assert.deepEqual([done.result?.created, done.result?.errors], [2, 0]);
  assert.deepEqual((await listCustomers(there)).map(own), (await listCustomers(from)).map(own));
  const [mei] = await listCustomers(there);
  const lines = await there.api.call("GET", `/3.0/customers/${mei?.id}/credits.json`);
  const [line, ...more] = lines.json<{ credits: { change: string; description: string }[] }>().credits;
  assert.deepEqual([line?.change, line?.description, more.length], ["12.50", "import", 0]);
  const unchanged = (await there.imports.imported(text)).result;
  assert.deepEqual([unchanged?.unchanged, unchanged?.errors], [2, 0]);
});

test("custom fields of known customers change or are removed; errors name row and cell", async () => {
  const rows = [
    "email,code,Attribute: Shoe_Size,attribute: member,attribute: likes,attribute: nothing",
    "mei@kedai.test,,39,yes,,x",
    ",T1,large,,,x",
    'new@kedai.test,,,maybe,"tea, coffee",x',
    "odd@kedai.test,,1e+999,constructor,,x",
    "short@kedai.test,,9.55E+12,,,x",
  ];
  const done = await from.imports.imported(rows.join("\n"));
  assert.deepEqual(done.ignored_columns, ["attribute: nothing"]);
  assert.deepEqual([done.result?.updated, done.result?.failed], [1, 4]);
  const errors = await from.imports.listErrors(done);
  for (const { message } of errors) assert.doesNotMatch(message, /\{field\}/);
  assert.equal(errors[2]?.message, 'attribute: likes must be a list of tea, say "hi", twice, =1.');
  const positions = errors.map(({ row, path }) => `${row} ${path}`);
  assert.deepEqual(positions, [
    "3 Attribute: Shoe_Size",
    "4 attribute: member",
    "4 attribute: likes",
    "5 Attribute: Shoe_Size",
    "5 attribute: member",
    "6 Attribute: Shoe_Size",
  ]);
  const [mei] = await listCustomers(from);
  const { shoe_size, member, likes, since } = mei?.attributes ?? {};
  assert.deepEqual([shoe_size, member, likes, since], [39, true, undefined, "2020-02-29"]);
});

test("a custom field with two columns is rejected by name, in whatever spelling", async () => {
  const { status, error } = await from.imports.checked(
    "email,attribute: likes,ATTRIBUTE:likes\nmei@kedai.test,tea,\n",
  );
  assert.equal(status, "failed");
  assert.equal(error, 'The column "ATTRIBUTE:likes" appears twice in the first row.');
});

test("a file sets balances of new customers only; other balances stay, with a note", async () => {
  const rows = [
    "email,first_name,total_credit,total_point",
    "mei@kedai.test,Mei Ling,99,300",
    "rich@kedai.test,Rich,5.5,",
    "wrong@kedai.test,Wrong,1.234,-1",
  ];
  const done = await from.imports.imported(rows.join("\n"));
  assert.deepEqual([done.result?.updated, done.result?.created, done.result?.failed], [1, 1, 1]);
  const errors = await from.imports.listErrors(done);
  assert.deepEqual(
    errors.map(({ row, path }) => `${row} ${path}`),
    ["2 total_credit", "4 total_credit", "4 total_point"],
  );
  assert.equal(
    errors[0]?.message,
    "total_credit is not imported for an existing customer: the store credit stays 12.50. The rest of the row is imported.",
  );
  assert.deepEqual([errors[0]?.code, errors[0]?.params], ["conflict", { current: "12.50" }]);
  const [mei, , rich] = await listCustomers(from);
  assert.deepEqual([mei?.first_name, mei?.total_credit], ["Mei Ling", "12.50"]);
  assert.deepEqual([rich?.total_credit, rich?.total_point], ["5.50", 0]);
});

test("a customer's former country code that is invalid now is imported unchanged", async () => {
  for (const table of ["customers", "customer_addresses"])
    await testing.database.query(`update ${table} set country_code = 'XX' where store_id = $1`, [
      from.api.store.id,
    ]);
  const text = await file(from);
  assert.match(text, /,XX,.*,XX,/);
  const same = (await from.imports.checked(text)).check;
  assert.deepEqual([same?.unchanged, same?.errors], [same?.records, 0]);
  const other = await from.imports.checked(text.replaceAll(",XX,", ",ZZ,"));
  assert.deepEqual([other.check?.failed], [other.check?.records]);
  for (const table of ["customers", "customer_addresses"])
    await testing.database.query(`update ${table} set country_code = 'MY' where store_id = $1`, [
      from.api.store.id,
    ]);
});

test("errors are kept even after any number of notes on unchanged balances", async () => {
  const { id } = await from.imports.checked(
    "email,total_credit,birthdate\nmei@kedai.test,99,\nwrong@kedai.test,,soon\n",
  );
  const columns = async () => (await from.imports.listErrors({ id })).map(({ path }) => path);
  assert.deepEqual(await columns(), ["total_credit", "birthdate"]);
  // As a run finds it that goes on behind 20,000 notes.
  const counts = { records: 20_000, created: 0, updated: 0, unchanged: 20_000, failed: 0, errors: 20_000 };
  await testing.database.transaction(async (tx) => {
    const key = [from.api.store.id, id];
    await tx.query("delete from import_errors where store_id = $1 and import_id = $2", key);
    await tx.query("delete from import_records where store_id = $1 and import_id = $2", key);
    await tx.query(
      `update imports set status = 'checking', row_count = 0, "check" = $3 where store_id = $1 and id = $2`,
      [...key, JSON.stringify(counts)],
    );
    await tx.query(
      "insert into long_jobs (store_id, task, record_id, epoch) values ($1, 'import', $2, 0)",
      key,
    );
  });
  assert.equal((await from.imports.settled(id)).check?.errors, 20_002);
  assert.deepEqual(await columns(), ["birthdate"]);
});

test("a required field is needed for new customers, and cannot be removed from others", async () => {
  const customer_attribute = { key: "consent", title: "Consent", is_required: true };
  const made = await from.api.call("POST", "/3.0/customer_attributes.json", { json: { customer_attribute } });
  assert.equal(made.status, 200, made.text);
  const text = await file(from);
  assert.equal((await from.imports.imported(text)).result?.errors, 0);
  const done = await from.imports.imported("email,first_name\nmei@kedai.test,Mei\nlate@kedai.test,Late\n");
  assert.deepEqual([done.result?.updated, done.result?.failed], [1, 1]);
  const [error] = await from.imports.listErrors(done);
  assert.deepEqual([error?.row, error?.path], [3, "attribute: consent"]);
  assert.equal(error?.message, "Consent is required.");
});

test("CUS-3: custom fields of another uploader's file need the confirmer's own permission", async () => {
  const { store } = from.api;
  const { database } = testing;
  const { id } = await from.imports.checked("email,attribute: shoe_size\nmei@kedai.test,41\n");
  // As when another member of the store has uploaded it.
  await database.query("update imports set installation_id = null where store_id = $1 and id = $2", [
    store.id,
    id,
  ]);
  const change =
    "update memberships set role = $2, scopes = '{read_customers,write_customers}' where store_id = $1";
  await database.query(change, [store.id, "staff"]);
  const url = `${store.host_url}/api/4.0/imports/${id}`;
  const confirmed = await store.owner.browser.call("POST", `${url}/confirm.json`);
  assert.equal(confirmed.status, 200, confirmed.text);
  const ended = await eventually(async () => {
    const answer = await store.owner.browser.call("GET", `${url}.json`);
    const { status, error } = answer.json<{ import: Import }>().import;
    return status === "running" ? null : { status, error };
  });
  await database.query(change, [store.id, "owner"]);
  assert.equal(ended.status, "failed");
  assert.match(ended.error ?? "", /write_customer_attributes/);
});

test("CUS-3: custom fields need a scope to be exported, read in a file, and imported", async () => {
  const { installation_id, store } = from.api;
  assert.match(await file(from, "jsonl"), /"attributes":\{/);
  const owner = from.api.store.owner.browser;
  const url = (path: string) => `${store.host_url}/api/4.0${path}`;
  const asked = await owner.call("POST", url("/exports.json"), { resource: "customers", format: "csv" });
  const theirs = asked.json<{ export: { id: number } }>().export.id;
  const narrow =
    "update memberships set role = 'staff', scopes = '{read_customers,write_customers}' where store_id = $1";
  await testing.database.query(narrow, [store.id]);
  const hidden = await owner.call("GET", url(`/exports/${theirs}.json`));
  assert.deepEqual([hidden.status, readError(hidden).required_scope], [403, "read_customer_attributes"]);
  const listed = await owner.call("GET", url("/exports.json"));
  assert.deepEqual(listed.json<{ exports: unknown[] }>().exports, []);
  await testing.database.query("update memberships set role = 'owner' where store_id = $1", [store.id]);
  const few = "update installations set scopes = '{read_customers,write_customers}' where id = $1";
  await testing.database.query(few, [installation_id]);
  await testing.database.query("update access_tokens set scopes = '{read_customers,write_customers}'");
  const text = await file(from);
  assert.doesNotMatch(text, /attribute:/);
  const rejected = await from.imports.checked("email,attribute: shoe_size\nmei@kedai.test,40\n");
  assert.equal(rejected.status, "failed");
  assert.match(rejected.error ?? "", /"attribute: shoe_size".*write_customer_attributes/);
  const others = await from.imports.imported("email,first_name\nplain@kedai.test,Plain\n");
  assert.equal(others.result?.created, 1, "what is required is asked of whoever may write it");
});
