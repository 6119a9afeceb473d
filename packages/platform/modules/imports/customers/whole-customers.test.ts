import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AnswerOf, operations, Scope } from "@souk/contract";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { errorOf, type ShopApi, shopApi } from "../../../http/testing/shop-api.ts";
import { type Import, type ImportDesk, importDesk } from "../testing/import-desk.ts";

type Customer = AnswerOf<typeof operations.getCustomer>["customer"];

const scopes = [
  "read_customers",
  "write_customers",
  "read_customer_attributes",
  "write_customer_attributes",
  "read_store",
  "write_store",
] as const satisfies readonly Scope[];

interface Rig {
  api: ShopApi;
  imports: ImportDesk;
}

let testing: TestPlatform;
let from: Rig;

before(async () => {
  testing = await testPlatform();
  from = await rig();
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

/** A shop with its custom fields, and an app that may do all with its customers. */
async function rig(): Promise<Rig> {
  const api = await shopApi(testing, { scopes });
  for (const customer_attribute of fields) {
    const made = await api.call("POST", "/3.0/customer_attributes.json", { json: { customer_attribute } });
    assert.equal(made.status, 200, made.text);
  }
  return { api, imports: importDesk(api, "customers") };
}

async function make({ api }: Rig, customer: object, balances: { credit?: string; point?: number } = {}) {
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

async function customersOf({ api }: Rig): Promise<Customer[]> {
  const answer = await api.call("GET", "/3.0/customers.json?sort=id.asc");
  return answer.json<{ customers: Customer[] }>().customers;
}

/** What is a customer's own in whatever shop. */
function own(customer: Customer): object {
  const { id, created_at, updated_at, primary_address, addresses, groups, ...rest } = customer;
  const { id: _id, customer_id, created_at: _at, updated_at: _then, ...address } = primary_address ?? {};
  return { ...rest, address };
}

/** The file of an export of all customers. */
async function file({ api }: Rig, format = "csv"): Promise<string> {
  const asked = await api.call("POST", "/4.0/exports.json", { json: { resource: "customers", format } });
  const { id } = asked.json<{ export: { id: number } }>().export;
  const url = await eventually(async () => {
    const answer = await api.call("GET", `/4.0/exports/${id}.json`);
    return answer.json<{ export: { url: string | null } }>().export.url;
  });
  return (await testing.request(url)).text;
}

test("an exported file makes the same customers in another shop, custom fields and balances among it", async () => {
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
  const there = await rig();
  const text = await file(from);
  assert.match(
    text.split("\r\n")[0] ?? "",
    /,total_credit,total_point,attribute: shoe_size,attribute: likes,/,
  );
  assert.match(text, /,1\.5e-7,.*,1e\+21\r\n$/s);
  const done = await there.imports.imported(text);
  assert.deepEqual([done.result?.created, done.result?.errors], [2, 0]);
  assert.deepEqual((await customersOf(there)).map(own), (await customersOf(from)).map(own));
  const [mei] = await customersOf(there);
  const lines = await there.api.call("GET", `/3.0/customers/${mei?.id}/credits.json`);
  const [line, ...more] = lines.json<{ credits: { change: string; description: string }[] }>().credits;
  assert.deepEqual([line?.change, line?.description, more.length], ["12.50", "import", 0]);
  const unchanged = (await there.imports.imported(text)).result;
  assert.deepEqual([unchanged?.unchanged, unchanged?.errors], [2, 0]);
});

test("custom fields of known customers change and are taken away; what does not fit is told by row and column", async () => {
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
  const told = (await from.imports.errorsOf(done)).map(({ row, column }) => `${row} ${column}`);
  assert.deepEqual(told, [
    "3 Attribute: Shoe_Size",
    "4 attribute: member",
    "4 attribute: likes",
    "5 Attribute: Shoe_Size",
    "5 attribute: member",
    "6 Attribute: Shoe_Size",
  ]);
  const [mei] = await customersOf(from);
  const { shoe_size, member, likes, since } = mei?.attributes ?? {};
  assert.deepEqual([shoe_size, member, likes, since], [39, true, undefined, "2020-02-29"]);
});

test("a custom field that stands in the first row twice is refused by its column's name, in whatever spelling", async () => {
  const { status, error } = await from.imports.checked(
    "email,attribute: likes,ATTRIBUTE:likes\nmei@kedai.test,tea,\n",
  );
  assert.equal(status, "failed");
  assert.equal(error, 'The column "ATTRIBUTE:likes" stands in the first row twice.');
});

test("a file opens balances of new customers only: those of others stay, which is told, and the rest is written", async () => {
  const rows = [
    "email,first_name,total_credit,total_point",
    "mei@kedai.test,Mei Ling,99,300",
    "rich@kedai.test,Rich,5.5,",
    "wrong@kedai.test,Wrong,1.234,-1",
  ];
  const done = await from.imports.imported(rows.join("\n"));
  assert.deepEqual([done.result?.updated, done.result?.created, done.result?.failed], [1, 1, 1]);
  const told = await from.imports.errorsOf(done);
  assert.deepEqual(
    told.map(({ row, column }) => `${row} ${column}`),
    ["2 total_credit", "4 total_credit", "4 total_point"],
  );
  assert.match(told[0]?.message ?? "", /99.*stays 12\.50/);
  const [mei, , rich] = await customersOf(from);
  assert.deepEqual([mei?.first_name, mei?.total_credit], ["Mei Ling", "12.50"]);
  assert.deepEqual([rich?.total_credit, rich?.total_point], ["5.50", 0]);
});

test("a code of before that no country has is imported again as it is, and no other such code", async () => {
  for (const table of ["customers", "customer_addresses"])
    await testing.database.query(`update ${table} set country_code = 'XX' where store_id = $1`, [
      from.api.shop.id,
    ]);
  const text = await file(from);
  assert.match(text, /,XX,.*,XX,/);
  const same = (await from.imports.checked(text)).check;
  assert.deepEqual([same?.unchanged, same?.errors], [same?.records, 0]);
  const other = await from.imports.checked(text.replaceAll(",XX,", ",ZZ,"));
  assert.deepEqual([other.check?.failed], [other.check?.records]);
  for (const table of ["customers", "customer_addresses"])
    await testing.database.query(`update ${table} set country_code = 'MY' where store_id = $1`, [
      from.api.shop.id,
    ]);
});

test("behind any number of notes on kept balances there is room for what is wrong", async () => {
  const { id } = await from.imports.checked(
    "email,total_credit,birthdate\nmei@kedai.test,99,\nwrong@kedai.test,,soon\n",
  );
  const columns = async () => (await from.imports.errorsOf({ id })).map(({ column }) => column);
  assert.deepEqual(await columns(), ["total_credit", "birthdate"]);
  // As a run finds it that goes on behind 20,000 notes.
  const counts = { records: 20_000, created: 0, updated: 0, unchanged: 20_000, failed: 0, errors: 20_000 };
  await testing.database.transaction(async (tx) => {
    const key = [from.api.shop.id, id];
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

test("a required field is asked of new customers, and of known ones only where it would be taken away", async () => {
  const customer_attribute = { key: "consent", title: "Consent", is_required: true };
  const made = await from.api.call("POST", "/3.0/customer_attributes.json", { json: { customer_attribute } });
  assert.equal(made.status, 200, made.text);
  const text = await file(from);
  assert.equal((await from.imports.imported(text)).result?.errors, 0);
  const done = await from.imports.imported("email,first_name\nmei@kedai.test,Mei\nlate@kedai.test,Late\n");
  assert.deepEqual([done.result?.updated, done.result?.failed], [1, 1]);
  const [told] = await from.imports.errorsOf(done);
  assert.deepEqual([told?.row, told?.column], [3, "attribute: consent"]);
});

test("CUS-3: custom fields of a file that somebody else has uploaded are written only for who may write them", async () => {
  const { shop } = from.api;
  const { database } = testing;
  const { id } = await from.imports.checked("email,attribute: shoe_size\nmei@kedai.test,41\n");
  // As when one of the shop's people has uploaded it.
  await database.query("update imports set installation_id = null where store_id = $1 and id = $2", [
    shop.id,
    id,
  ]);
  const change =
    "update memberships set role = $2, scopes = '{read_customers,write_customers}' where store_id = $1";
  await database.query(change, [shop.id, "staff"]);
  const url = `${shop.host_url}/api/4.0/imports/${id}`;
  const confirmed = await shop.owner.browser.call("POST", `${url}/confirm.json`);
  assert.equal(confirmed.status, 200, confirmed.text);
  const ended = await eventually(async () => {
    const answer = await shop.owner.browser.call("GET", `${url}.json`);
    const { status, error } = answer.json<{ import: Import }>().import;
    return status === "running" ? null : { status, error };
  });
  await database.query(change, [shop.id, "owner"]);
  assert.equal(ended.status, "failed");
  assert.match(ended.error ?? "", /write_customer_attributes/);
});

test("CUS-3: who may not read custom fields exports none and is shown no file with them; who may not write them imports none", async () => {
  const { installation_id, shop } = from.api;
  assert.match(await file(from, "jsonl"), /"attributes":\{/);
  const owner = from.api.shop.owner.browser;
  const url = (path: string) => `${shop.host_url}/api/4.0${path}`;
  const asked = await owner.call("POST", url("/exports.json"), { resource: "customers", format: "csv" });
  const theirs = asked.json<{ export: { id: number } }>().export.id;
  const narrow =
    "update memberships set role = 'staff', scopes = '{read_customers,write_customers}' where store_id = $1";
  await testing.database.query(narrow, [shop.id]);
  const hidden = await owner.call("GET", url(`/exports/${theirs}.json`));
  assert.deepEqual([hidden.status, errorOf(hidden).required_scope], [403, "read_customer_attributes"]);
  const listed = await owner.call("GET", url("/exports.json"));
  assert.deepEqual(listed.json<{ exports: unknown[] }>().exports, []);
  await testing.database.query("update memberships set role = 'owner' where store_id = $1", [shop.id]);
  const few = "update installations set scopes = '{read_customers,write_customers}' where id = $1";
  await testing.database.query(few, [installation_id]);
  await testing.database.query("update access_tokens set scopes = '{read_customers,write_customers}'");
  const text = await file(from);
  assert.doesNotMatch(text, /attribute:/);
  const refused = await from.imports.checked("email,attribute: shoe_size\nmei@kedai.test,40\n");
  assert.equal(refused.status, "failed");
  assert.match(refused.error ?? "", /"attribute: shoe_size".*write_customer_attributes/);
  const others = await from.imports.imported("email,first_name\nplain@kedai.test,Plain\n");
  assert.equal(others.result?.created, 1, "what is required is asked of whoever may write it");
});
