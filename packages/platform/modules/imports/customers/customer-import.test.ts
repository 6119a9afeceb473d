import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations, Scope } from "@souk/contract";
import { eventually, startTestPlatform, type TestPlatform } from "@souk/testkit";
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

let testPlatform: TestPlatform;
let source: Fixture;

before(async () => {
  testPlatform = await startTestPlatform();
  source = await createFixture();
});

after(() => testPlatform.stop());

const customFields = [
  { key: "shoe_size", title: "Shoe size", input_type: "number" },
  { key: "likes", title: "Likes", input_type: "multi_select", options: ["tea", 'say "hi", twice', "=1"] },
  { key: "member", title: "Member", input_type: "checkbox" },
  { key: "since", title: "Since", input_type: "date" },
  { key: "remark", title: "Remark", input_type: "textarea" },
  // The name of a property that every JavaScript object has.
  { key: "constructor", title: "Constructor" },
  { key: "tiny", title: "Tiny", input_type: "number" },
  { key: "huge", title: "Huge", input_type: "number" },
];

/** Create a store with the custom fields above, and an app with all scopes of customers. */
async function createFixture(): Promise<Fixture> {
  const api = await createStoreApi(testPlatform, { scopes });
  for (const customer_attribute of customFields) await createAttribute(api, customer_attribute);
  return { api, imports: createImportFixture(api, "customers") };
}

async function createAttribute(api: StoreApi, customer_attribute: object): Promise<void> {
  const json = { customer_attribute };
  const response = await api.call("POST", "/3.0/customer_attributes.json", { json });
  assert.equal(response.status, 200, response.text);
}

type Balances = { credit?: string; point?: number };

async function createCustomer({ api }: Fixture, customer: object, balances: Balances = {}) {
  const createResponse = await api.call("POST", "/3.0/customers.json", { json: { customer } });
  assert.equal(createResponse.status, 200, createResponse.text);
  const { id } = createResponse.json<{ customer: Customer }>().customer;
  const adjust = async (path: string, json: object) => {
    const response = await api.call("PUT", `/3.0/customers/${id}/${path}/adjust.json`, { json });
    assert.equal(response.status, 200, response.text);
  };
  if (balances.credit) await adjust("credits", { adjustment_amount: balances.credit, description: "gift" });
  if (balances.point) await adjust("point", { value: balances.point, description: "gift" });
}

async function listCustomers({ api }: Fixture): Promise<Customer[]> {
  const response = await api.call("GET", "/3.0/customers.json?sort=id.asc");
  return response.json<{ customers: Customer[] }>().customers;
}

/** Return a customer without the ids, times and groups, which differ between stores. */
function omitStoreData(customer: Customer): object {
  const { id, created_at, updated_at, primary_address, addresses, groups, ...otherFields } = customer;
  const { id: _, customer_id, created_at: _created, updated_at: __, ...address } = primary_address ?? {};
  return { ...otherFields, address };
}

/** Export all customers, wait until the export is done, and download its file. */
async function exportFile({ api }: Fixture, format = "csv"): Promise<string> {
  const json = { resource: "customers", format };
  const createResponse = await api.call("POST", "/4.0/exports.json", { json });
  const { id } = createResponse.json<{ export: { id: number } }>().export;
  const url = await eventually(async () => {
    const response = await api.call("GET", `/4.0/exports/${id}.json`);
    return response.json<{ export: { url: string | null } }>().export.url;
  });
  return (await testPlatform.request(url)).text;
}

test("importing an exported file into another store creates the same customers", async () => {
  await createCustomer(
    source,
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
  await createCustomer(
    source,
    { first_name: "Tan", code: "T1", attributes: { likes: ["tea"], tiny: 0.0000012345678901234567 } },
    { point: 7 },
  );
  const hugeImport = await source.imports.importFile(`code,attribute: huge\nT1,1${"0".repeat(21)}\n`);
  assert.deepEqual([hugeImport.result?.updated, hugeImport.result?.errors], [1, 0]);
  const targetStore = await createFixture();
  const text = await exportFile(source);
  const [heading = ""] = text.split("\r\n");
  assert.match(heading, /,"total_credit","total_point","attribute: shoe_size","attribute: likes",/);
  assert.match(text, /,"1\.5e-7",.*,"1e\+21"\r\n$/s);
  const doneImport = await targetStore.imports.importFile(text);
  assert.deepEqual([doneImport.result?.created, doneImport.result?.errors], [2, 0]);
  const expected = (await listCustomers(source)).map(omitStoreData);
  assert.deepEqual((await listCustomers(targetStore)).map(omitStoreData), expected);
  const [mei] = await listCustomers(targetStore);
  const creditsResponse = await targetStore.api.call("GET", `/3.0/customers/${mei?.id}/credits.json`);
  const { credits } = creditsResponse.json<{ credits: { change: string; description: string }[] }>();
  assert.deepEqual([credits[0]?.change, credits[0]?.description, credits.length], ["12.50", "import", 1]);
  const repeatResult = (await targetStore.imports.importFile(text)).result;
  assert.deepEqual([repeatResult?.unchanged, repeatResult?.errors], [2, 0]);
});

test("an import updates customers whose custom fields are valid and reports each invalid custom field", async () => {
  const rows = [
    "email,code,Attribute: Shoe_Size,attribute: member,attribute: likes,attribute: nothing",
    "mei@kedai.test,,39,yes,,x",
    ",T1,large,,,x",
    'new@kedai.test,,,maybe,"tea, coffee",x',
    "odd@kedai.test,,1e+999,constructor,,x",
    "short@kedai.test,,9.55E+12,,,x",
  ];
  const doneImport = await source.imports.importFile(rows.join("\n"));
  assert.deepEqual(doneImport.ignored_columns, ["attribute: nothing"]);
  assert.deepEqual([doneImport.result?.updated, doneImport.result?.failed], [1, 4]);
  const errors = await source.imports.listErrors(doneImport);
  for (const { message } of errors) assert.doesNotMatch(message, /\{field\}/);
  const expected = 'attribute: likes must be a list of options. The options are tea, say "hi", twice, =1.';
  assert.equal(errors[2]?.message, expected);
  const positions = errors.map(({ row, path }) => `${row} ${path}`);
  assert.deepEqual(positions, [
    "3 Attribute: Shoe_Size",
    "4 attribute: member",
    "4 attribute: likes",
    "5 Attribute: Shoe_Size",
    "5 attribute: member",
    "6 Attribute: Shoe_Size",
  ]);
  const [mei] = await listCustomers(source);
  const { shoe_size, member, likes, since } = mei?.attributes ?? {};
  assert.deepEqual([shoe_size, member, likes, since], [39, true, undefined, "2020-02-29"]);
});

test("an import with two columns for one custom field fails with a message that names the column", async () => {
  const { status, error } = await source.imports.checkFile(
    "email,attribute: likes,ATTRIBUTE:likes\nmei@kedai.test,tea,\n",
  );
  assert.equal(status, "failed");
  assert.equal(error, 'The column "ATTRIBUTE:likes" appears twice in the first row.');
});

test("an import sets balances only for new customers and warns about balances of existing customers", async () => {
  const rows = [
    "email,first_name,total_credit,total_point",
    "mei@kedai.test,Mei Ling,99,300",
    "rich@kedai.test,Rich,5.5,",
    "wrong@kedai.test,Wrong,1.234,-1",
  ];
  const { id, result } = await source.imports.importFile(rows.join("\n"));
  assert.deepEqual([result?.updated, result?.created, result?.failed], [1, 1, 1]);
  const errors = await source.imports.listErrors({ id });
  assert.deepEqual(
    errors.map(({ row, path }) => `${row} ${path}`),
    ["2 total_credit", "4 total_credit", "4 total_point"],
  );
  assert.equal(
    errors[0]?.message,
    "total_credit is not imported for an existing customer, so the store credit stays 12.50. The rest of the row is imported.",
  );
  assert.deepEqual([errors[0]?.code, errors[0]?.params], ["conflict", { current: "12.50" }]);
  const [mei, , rich] = await listCustomers(source);
  assert.deepEqual([mei?.first_name, mei?.total_credit], ["Mei Ling", "12.50"]);
  assert.deepEqual([rich?.total_credit, rich?.total_point], ["5.50", 0]);
});

test("an import keeps a customer's stored country code, even if the code is invalid", async () => {
  const setCountryCodes = async (code: string) => {
    const values = [source.api.store.id, code];
    for (const table of ["customers", "customer_addresses"])
      await testPlatform.database.query(`update ${table} set country_code = $2 where store_id = $1`, values);
  };
  await setCountryCodes("XX");
  const text = await exportFile(source);
  assert.match(text, /,"XX",.*,"XX",/);
  const check = (await source.imports.checkFile(text)).check;
  assert.deepEqual([check?.unchanged, check?.errors], [check?.records, 0]);
  const invalidImport = await source.imports.checkFile(text.replaceAll('"XX"', '"ZZ"'));
  assert.deepEqual([invalidImport.check?.failed], [invalidImport.check?.records]);
  await setCountryCodes("MY");
});

test("import errors are stored even after 20,000 warnings about balances", async () => {
  const file = "email,total_credit,birthdate\nmei@kedai.test,99,\nwrong@kedai.test,,soon\n";
  const { id } = await source.imports.checkFile(file);
  const listErrorColumns = async () => (await source.imports.listErrors({ id })).map(({ path }) => path);
  assert.deepEqual(await listErrorColumns(), ["total_credit", "birthdate"]);
  // Restart the check with the counts of an import that already has 20,000 warnings.
  const counts = { records: 20_000, created: 0, updated: 0, unchanged: 20_000, failed: 0, errors: 20_000 };
  await testPlatform.database.transaction(async (tx) => {
    const key = [source.api.store.id, id];
    await tx.query("delete from import_errors where store_id = $1 and import_id = $2", key);
    await tx.query("delete from import_records where store_id = $1 and import_id = $2", key);
    await tx.query(
      `update imports set status = 'checking', row_count = 0, "check" = $3 where store_id = $1 and id = $2`,
      [...key, JSON.stringify(counts)],
    );
    const jobSql = "insert into long_jobs (store_id, task, record_id, epoch) values ($1, 'import', $2, 0)";
    await tx.query(jobSql, key);
  });
  assert.equal((await source.imports.waitUntilSettled(id)).check?.errors, 20_002);
  assert.deepEqual(await listErrorColumns(), ["birthdate"]);
});

test("an import needs the required custom fields only for new customers", async () => {
  await createAttribute(source.api, { key: "consent", title: "Consent", is_required: true });
  const text = await exportFile(source);
  assert.equal((await source.imports.importFile(text)).result?.errors, 0);
  const file = "email,first_name\nmei@kedai.test,Mei\nlate@kedai.test,Late\n";
  const { id, result } = await source.imports.importFile(file);
  assert.deepEqual([result?.updated, result?.failed], [1, 1]);
  const [error] = await source.imports.listErrors({ id });
  assert.deepEqual([error?.row, error?.path], [3, "attribute: consent"]);
  assert.equal(error?.message, "Consent is required.");
});

test("CUS-3: an import of custom fields fails if the confirming person may not write them", async () => {
  const { store } = source.api;
  const { id } = await source.imports.checkFile("email,attribute: shoe_size\nmei@kedai.test,41\n");
  // Make the file look as if another member of the store had uploaded it.
  const installationSql = "update imports set installation_id = null where store_id = $1 and id = $2";
  await testPlatform.database.query(installationSql, [store.id, id]);
  const roleSql =
    "update memberships set role = $2, rights = '{customers.view,customers.edit,customers.credit}' where store_id = $1";
  await testPlatform.database.query(roleSql, [store.id, "custom"]);
  const url = `${store.host_url}/api/4.0/imports/${id}`;
  const response = await store.owner.browser.call("POST", `${url}/confirm.json`);
  assert.equal(response.status, 200, response.text);
  const failedImport = await eventually(async () => {
    const response = await store.owner.browser.call("GET", `${url}.json`);
    const { status, error } = response.json<{ import: Import }>().import;
    return status === "running" ? null : { status, error };
  });
  await testPlatform.database.query(roleSql, [store.id, "owner"]);
  assert.equal(failedImport.status, "failed");
  assert.match(failedImport.error ?? "", /customer_attributes\.edit/);
});

test("CUS-3: custom fields need a scope or right to be exported, downloaded or imported", async () => {
  const { installation_id, store } = source.api;
  assert.match(await exportFile(source, "jsonl"), /"attributes":\{/);
  const owner = source.api.store.owner.browser;
  const buildUrl = (path: string) => `${store.host_url}/api/4.0${path}`;
  const body = { resource: "customers", format: "csv" };
  const createResponse = await owner.call("POST", buildUrl("/exports.json"), body);
  const exportId = createResponse.json<{ export: { id: number } }>().export.id;
  const ownerRightsSql =
    "update memberships set role = 'custom', rights = '{customers.view,customers.edit,exports.create}' where store_id = $1";
  await testPlatform.database.query(ownerRightsSql, [store.id]);
  const getResponse = await owner.call("GET", buildUrl(`/exports/${exportId}.json`));
  const { required_right } = readError(getResponse);
  assert.deepEqual([getResponse.status, required_right], [403, "customer_attributes.view"]);
  const listResponse = await owner.call("GET", buildUrl("/exports.json"));
  assert.deepEqual(listResponse.json<{ exports: unknown[] }>().exports, []);
  await testPlatform.database.query("update memberships set role = 'owner' where store_id = $1", [store.id]);
  const appScopesSql = "update installations set scopes = '{read_customers,write_customers}' where id = $1";
  await testPlatform.database.query(appScopesSql, [installation_id]);
  await testPlatform.database.query("update access_tokens set scopes = '{read_customers,write_customers}'");
  const text = await exportFile(source);
  assert.doesNotMatch(text, /attribute:/);
  const failedImport = await source.imports.checkFile("email,attribute: shoe_size\nmei@kedai.test,40\n");
  assert.equal(failedImport.status, "failed");
  assert.match(failedImport.error ?? "", /"attribute: shoe_size".*write_customer_attributes/);
  const doneImport = await source.imports.importFile("email,first_name\nplain@kedai.test,Plain\n");
  assert.equal(doneImport.result?.created, 1, "an app without the scope may omit required fields");
});
