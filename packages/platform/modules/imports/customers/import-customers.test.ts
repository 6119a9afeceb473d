import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, customerCsvColumns, type operations } from "@souk/contract";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { errorOf, type ShopApi, shopApi } from "../../../http/testing/shop-api.ts";
import { type ImportDesk, importDesk } from "../testing/import-desk.ts";

type Customer = AnswerOf<typeof operations.getCustomer>["customer"];

let testing: TestPlatform;
let api: ShopApi;
let desk: ImportDesk;

before(async () => {
  testing = await testPlatform();
  api = await shopApi(testing, {
    scopes: ["read_customers", "write_customers", "read_store", "write_store"],
  });
  const store = await api.call("PUT", "/3.0/store.json", { json: { store: { country_code: "MY" } } });
  assert.equal(store.status, 200, store.text);
  desk = importDesk(api, "customers");
});

after(() => testing.stop());

async function customerOf(search: string): Promise<Customer> {
  const answer = await api.call("GET", `/3.0/customers/search.json?${search}`);
  const { customers } = answer.json<{ customers: Customer[] }>();
  assert.equal(customers.length, 1, answer.text);
  return customers[0] ?? assert.fail();
}

async function eventsOf(topic: string): Promise<number> {
  const text = `select (select count(*) from event_inbox where store_id = $1 and topic = $2)
    + (select count(*) from events where store_id = $1 and topic = $2) as n`;
  const { rows } = await testing.database.query<{ n: number }>(text, [api.shop.id, topic]);
  return rows[0]?.n ?? 0;
}

/** The file of an export of all customers. */
async function exported(): Promise<string> {
  const json = { resource: "customers", format: "csv" };
  const asked = await api.call("POST", "/4.0/exports.json", { json });
  const { id } = asked.json<{ export: { id: number } }>().export;
  const url = await eventually(async () => {
    const answer = await api.call("GET", `/4.0/exports/${id}.json`);
    return answer.json<{ export: { url: string | null } }>().export.url;
  });
  return (await testing.request(url)).text;
}

test("customers are checked, then made with their address, and told", async () => {
  const file = [
    "code,email,phone,first_name,birthdate,gender,accepts_marketing,tags,address1,city,address_country_code",
    'C1,mei@kedai.test,012-345 6789,Mei,1990-05-17,female,yes,"vip, tea",1 Jalan Satu,Ipoh,my',
    ",tan@kedai.test,,Tan,,,,,,,",
  ].join("\n");
  const checked = await desk.checked(file);
  assert.deepEqual(checked.check, { records: 2, created: 2, updated: 0, unchanged: 0, failed: 0, errors: 0 });
  const none = await api.call("GET", "/3.0/customers/count.json");
  assert.deepEqual(none.json(), { count: 0 });
  await desk.confirm(checked.id);
  const done = await desk.settled(checked.id);
  assert.deepEqual([done.status, done.result?.created], ["done", 2]);
  const mei = await customerOf("code=c1");
  assert.deepEqual(
    [mei.phone, mei.birthdate, mei.gender, mei.accepts_marketing, mei.tags, mei.primary_address?.city],
    ["+60123456789", "1990-05-17", "female", true, ["vip", "tea"], "Ipoh"],
  );
  assert.equal(mei.primary_address?.country_code, "MY");
  assert.deepEqual((await customerOf("email=tan@kedai.test")).addresses, []);
  await eventually(async () => (await eventsOf("customer/create")) === 2);
});

test("known customers are found by code, e-mail address or phone; only what differs changes, and is told once", async () => {
  const updates = await eventsOf("customer/update");
  const file = [
    "code,email,phone,last_name,city",
    "c1,mei@kedai.test,+60123456789,Lim,Penang",
    ",TAN@kedai.test,,,",
  ].join("\n");
  const done = await desk.imported(file);
  assert.deepEqual([done.result?.updated, done.result?.unchanged], [2, 0]);
  const mei = await customerOf("phone=012-3456789");
  assert.deepEqual([mei.last_name, mei.first_name, mei.primary_address?.city], ["Lim", "Mei", "Penang"]);
  assert.equal(mei.primary_address?.address1, "1 Jalan Satu");
  await eventually(async () => (await eventsOf("customer/update")) === updates + 2);
  assert.equal((await desk.imported(file)).result?.unchanged, 2);
  assert.equal(await eventsOf("customer/update"), updates + 2);
});

test("of two rows that know one customer by different things the second is a mistake", async () => {
  const file = "code,email,last_name\nc1,mei@kedai.test,Ong\n,mei@kedai.test,Goh\n";
  const done = await desk.imported(file);
  assert.deepEqual([done.result?.updated, done.result?.failed], [1, 1]);
  const [told] = await desk.errorsOf(done);
  assert.deepEqual([told?.row, told?.column], [3, "email"]);
  assert.match(told?.message ?? "", /stands in row 2 already/);
  assert.equal((await customerOf("code=c1")).last_name, "Ong");
});

test("each mistake is told by row and column, and the rest is imported", async () => {
  const file = [
    "email,phone,birthdate,gender,country_code,accepts_marketing,shoe size",
    "good@kedai.test,,,,,,40",
    "no address,,,,,,",
    "a@kedai.test,123,,,,,",
    "b@kedai.test,,2099-01-01,,,,",
    "c@kedai.test,,,woman,,,",
    "d@kedai.test,,,,Malaysia,,",
    "e@kedai.test,,,,,perhaps,",
    ",,,,,true,",
    "f@kedai.test,012-3456789,,,,,",
    "g@kedai.test,,,,,,",
    "g@kedai.test,,,,,,",
    "good@kedai.test,,,,,,",
    "h@kedai.test,011-11112222,,,,,",
    "i@kedai.test,011-11112222,,,,,",
  ].join("\n");
  const report = await desk.checked(file);
  assert.deepEqual(report.ignored_columns, ["shoe size"]);
  await desk.confirm(report.id);
  const done = await desk.settled(report.id);
  assert.deepEqual([done.result?.created, done.result?.failed], [2, 11]);
  const told = (await desk.errorsOf(done)).map(({ row, column, message }) => `${row} ${column}: ${message}`);
  const expected: [number, string | null, RegExp][] = [
    [3, "email", /"no address" is no e-mail address/],
    [4, "phone", /"123" is no phone number of MY/],
    [5, "birthdate", /must be a date from 1900 to today/],
    [6, "gender", /"woman" is none of male, female, other/],
    [7, "country_code", /"Malaysia" is no country's code/],
    [8, "accepts_marketing", /"perhaps" is neither true nor false/],
    [9, null, /no code, e-mail address or phone number/],
    [10, "phone", /"\+60123456789" is the phone number of another customer/],
    [12, null, /is about the customer of row 11/],
    [13, "email", /stands in row 2 already/],
    [15, "phone", /"\+601111112222" is the phone number of another customer/],
  ];
  for (const [row, column, sentence] of expected)
    assert.ok(
      told.some((line) => line.startsWith(`${row} ${column}: `) && sentence.test(line)),
      `${row} ${column} among\n${told.join("\n")}`,
    );
});

test("an exported file is imported without a change, formulas and line breaks among it", async () => {
  const odd = {
    first_name: "=1+1",
    last_name: "Two\nlines",
    email: "odd@kedai.test",
    note: "+60 12",
    tags: ["a b"],
  };
  const made = await api.call("POST", "/3.0/customers.json", { json: { customer: odd } });
  assert.equal(made.status, 200, made.text);
  const file = await exported();
  assert.ok(
    file.startsWith(`\ufeff${customerCsvColumns.map(({ name }) => name).join(",")}\r\n`),
    file.slice(0, 80),
  );
  const { count } = (await api.call("GET", "/3.0/customers/count.json")).json<{ count: number }>();
  const done = await desk.imported(file);
  assert.deepEqual(done.result, {
    records: count,
    created: 0,
    updated: 0,
    unchanged: count,
    failed: 0,
    errors: 0,
  });
});

test("whoever may not write customers imports none, and whoever may not read them exports none", async () => {
  const other = await shopApi(testing);
  const file = { headers: { "content-type": "text/csv" }, body: "email\na@kedai.test\n" };
  const refused = await other.call("POST", "/4.0/imports.json?resource=customers", file);
  assert.deepEqual([refused.status, errorOf(refused).required_scope], [403, "write_customers"]);
  const asked = await other.call("POST", "/4.0/exports.json", {
    json: { export: { resource: "customers" } },
  });
  assert.deepEqual([asked.status, errorOf(asked).required_scope], [403, "read_customers"]);
});

test("a file without a column to know customers by fails with what to do", async () => {
  const report = await desk.checked("first_name,city\nMei,Ipoh\n");
  assert.equal(report.status, "failed");
  assert.match(report.error ?? "", /no column "code", "email" or "phone"/);
});
