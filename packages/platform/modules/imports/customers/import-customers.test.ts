import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  customerCsvColumns,
  type FieldErrorCode,
  type OperationResponse,
  type operations,
} from "@souk/contract";
import { eventually, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../../http/testing/store-api.ts";
import { createImportFixture, type ImportFixture } from "../testing/import-fixture.ts";

type Customer = OperationResponse<typeof operations.getCustomer>["customer"];

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform, {
    scopes: ["read_customers", "write_customers", "read_store", "write_store"],
  });
  const response = await api.call("PUT", "/3.0/store.json", { json: { store: { country_code: "MY" } } });
  assert.equal(response.status, 200, response.text);
  fixture = createImportFixture(api, "customers");
});

after(() => testPlatform.stop());

async function findCustomer(search: string): Promise<Customer> {
  const response = await api.call("GET", `/3.0/customers/search.json?${search}`);
  const { customers } = response.json<{ customers: Customer[] }>();
  assert.equal(customers.length, 1, response.text);
  return customers[0] ?? assert.fail();
}

async function countEvents(topic: string): Promise<number> {
  const text = `select (select count(*) from event_inbox where store_id = $1 and topic = $2)
    + (select count(*) from events where store_id = $1 and topic = $2) as n`;
  const row = await testPlatform.database.maybeOne<{ n: number }>(text, [api.store.id, topic]);
  return row?.n ?? 0;
}

/** Export all customers, wait until the export is done, and download its file. */
async function exportFile(): Promise<string> {
  const json = { resource: "customers", format: "csv" };
  const createResponse = await api.call("POST", "/4.0/exports.json", { json });
  const { id } = createResponse.json<{ export: { id: number } }>().export;
  const url = await eventually(async () => {
    const response = await api.call("GET", `/4.0/exports/${id}.json`);
    return response.json<{ export: { url: string | null } }>().export.url;
  });
  return (await testPlatform.request(url)).text;
}

test("a confirmed import creates customers with their addresses and publishes events", async () => {
  const file = [
    "code,email,phone,first_name,birthdate,gender,accepts_marketing,tags,address1,city,address_country_code",
    'C1,mei@kedai.test,012-345 6789,Mei,1990-05-17,female,yes,"vip, tea",1 Jalan Satu,Ipoh,my',
    ",tan@kedai.test,,Tan,,,,,,,",
  ].join("\n");
  const checkedImport = await fixture.checkFile(file);
  assert.deepEqual(checkedImport.check, {
    records: 2,
    created: 2,
    updated: 0,
    unchanged: 0,
    failed: 0,
    errors: 0,
  });
  const countResponse = await api.call("GET", "/3.0/customers/count.json");
  assert.deepEqual(countResponse.json(), { count: 0 });
  await fixture.confirm(checkedImport.id);
  const doneImport = await fixture.waitUntilSettled(checkedImport.id);
  assert.deepEqual([doneImport.status, doneImport.result?.created], ["done", 2]);
  const mei = await findCustomer("code=c1");
  assert.deepEqual(
    [mei.phone, mei.birthdate, mei.gender, mei.accepts_marketing, mei.tags, mei.primary_address?.city],
    ["+60123456789", "1990-05-17", "female", true, ["vip", "tea"], "Ipoh"],
  );
  assert.equal(mei.primary_address?.country_code, "MY");
  assert.deepEqual((await findCustomer("email=tan@kedai.test")).addresses, []);
  await eventually(async () => (await countEvents("customer/create")) === 2);
});

test("an import updates a customer, matched by code, email or phone, only if a value differs", async () => {
  const previousEventCount = await countEvents("customer/update");
  const file = [
    "code,email,phone,last_name,city",
    "c1,mei@kedai.test,+60123456789,Lim,Penang",
    ",TAN@kedai.test,,,",
  ].join("\n");
  const doneImport = await fixture.importFile(file);
  assert.deepEqual([doneImport.result?.updated, doneImport.result?.unchanged], [2, 0]);
  const mei = await findCustomer("phone=012-3456789");
  assert.deepEqual([mei.last_name, mei.first_name, mei.primary_address?.city], ["Lim", "Mei", "Penang"]);
  assert.equal(mei.primary_address?.address1, "1 Jalan Satu");
  await eventually(async () => (await countEvents("customer/update")) === previousEventCount + 2);
  assert.equal((await fixture.importFile(file)).result?.unchanged, 2);
  assert.equal(await countEvents("customer/update"), previousEventCount + 2);
});

test("if two import rows match one customer by different keys, the second row fails", async () => {
  const file = "code,email,last_name\nc1,mei@kedai.test,Ong\n,mei@kedai.test,Goh\n";
  const doneImport = await fixture.importFile(file);
  assert.deepEqual([doneImport.result?.updated, doneImport.result?.failed], [1, 1]);
  const [error] = await fixture.listErrors(doneImport);
  assert.deepEqual([error?.row, error?.path], [3, "email"]);
  assert.match(error?.message ?? "", /^email identifies the same customer as row 2\./);
  assert.equal((await findCustomer("code=c1")).last_name, "Ong");
});

test("a customer import reports each error's row and column and imports the rows without errors", async () => {
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
  const checkedImport = await fixture.checkFile(file);
  assert.deepEqual(checkedImport.ignored_columns, ["shoe size"]);
  await fixture.confirm(checkedImport.id);
  const doneImport = await fixture.waitUntilSettled(checkedImport.id);
  assert.deepEqual([doneImport.result?.created, doneImport.result?.failed], [2, 11]);
  const errors = await fixture.listErrors(doneImport);
  const expected: [number, string, FieldErrorCode, RegExp][] = [
    [3, "email", "invalid_format", /^email must be an email address/],
    [4, "phone", "invalid_format", /"123" is not a phone number in MY/],
    [5, "birthdate", "invalid_format", /^birthdate must be a date from 1900 to today/],
    [6, "gender", "not_allowed", /^gender must be one of male, female, other\.$/],
    [7, "country_code", "invalid_format", /^country_code must be a two-letter ISO 3166 country code/],
    [8, "accepts_marketing", "invalid_format", /^accepts_marketing must be true or false\.$/],
    [9, "", "required", /^The row must have a code, an email or a phone number\.$/],
    [10, "phone", "not_unique", /^phone is already used by another customer\.$/],
    [12, "", "not_unique", /^The row is for the same customer as row 11\./],
    [13, "email", "not_unique", /^email identifies the same customer as row 2\./],
    [15, "phone", "not_unique", /^phone is already used by another customer\.$/],
  ];
  for (const [row, path, code, messagePattern] of expected)
    assert.ok(
      errors.some(
        (error) =>
          error.row === row &&
          error.path === path &&
          error.code === code &&
          messagePattern.test(error.message),
      ),
      `${row} ${path} ${code} among\n${JSON.stringify(errors, null, 1)}`,
    );
});

test("importing exported customers leaves them unchanged, even if they contain formulas and line breaks", async () => {
  const customer = {
    first_name: "=1+1",
    last_name: "Two\nlines",
    email: "odd@kedai.test",
    note: "+60 12",
    tags: ["a b"],
  };
  const response = await api.call("POST", "/3.0/customers.json", { json: { customer } });
  assert.equal(response.status, 200, response.text);
  const file = await exportFile();
  assert.ok(
    file.startsWith(`\ufeff${customerCsvColumns.map(({ name }) => `"${name}"`).join(",")}\r\n`),
    file.slice(0, 80),
  );
  const { count } = (await api.call("GET", "/3.0/customers/count.json")).json<{ count: number }>();
  const doneImport = await fixture.importFile(file);
  assert.deepEqual(doneImport.result, {
    records: count,
    created: 0,
    updated: 0,
    unchanged: count,
    failed: 0,
    errors: 0,
  });
});

test("importing customers requires the write scope", async () => {
  const defaultApi = await createStoreApi(testPlatform);
  const file = { headers: { "content-type": "text/csv" }, body: "email\na@kedai.test\n" };
  const importResponse = await defaultApi.call("POST", "/4.0/imports.json?resource=customers", file);
  assert.deepEqual(
    [importResponse.status, readError(importResponse).required_scope],
    [403, "write_customers"],
  );
});

test("exporting customers requires the read scope", async () => {
  const defaultApi = await createStoreApi(testPlatform);
  const exportResponse = await defaultApi.call("POST", "/4.0/exports.json", {
    json: { export: { resource: "customers" } },
  });
  assert.deepEqual(
    [exportResponse.status, readError(exportResponse).required_scope],
    [403, "read_customers"],
  );
});

test("an import without a column that identifies customers fails with a message", async () => {
  const failedImport = await fixture.checkFile("first_name,city\nMei,Ipoh\n");
  assert.equal(failedImport.status, "failed");
  assert.match(failedImport.error ?? "", /no column "code", "email" or "phone"/);
});
