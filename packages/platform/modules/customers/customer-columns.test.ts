import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type SchemaColumn, sampleValues, schemaColumns } from "../../http/testing/column-walk.ts";
import { customerColumns } from "./customer-columns.ts";
import { type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

/** Columns that the platform fills by itself. Every other one of the migrated schema goes the whole way. */
const platformColumns = [
  ...["store_id", "id", "total_spent", "order_count", "last_order_id", "total_credit", "total_point"],
  ...["name_key", "created_at", "updated_at"],
];

/** Parts of a request with tables of their own. */
const otherFields = ["addresses", "attributes"];

let testing: TestPlatform;
let fixture: CustomerFixture;
let written: SchemaColumn[];

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCustomerFixture(testing);
  const columns = await schemaColumns(testing.database, "customers");
  written = columns.filter(({ name }) => !platformColumns.includes(name));
});
after(() => testing.stop());

const ownSamples: Readonly<Record<string, [unknown, unknown]>> = {
  code: ["A-1", "A-2"],
  email: ["one@kedai.test", "two@kedai.test"],
  phone: ["+60123456789", "+60123456780"],
  birthdate: ["1990-05-17", "1991-06-18"],
  gender: ["female", "other"],
  country_code: ["MY", "SG"],
  accepts_marketing: [true, false],
};

function sample(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    written.map((column) => [column.name, (ownSamples[column.name] ?? sampleValues(column))[index]]),
  );
}

function assertShows(customer: object, sent: Readonly<Record<string, unknown>>): void {
  const shown: Readonly<Record<string, unknown>> = { ...customer };
  for (const [name, value] of Object.entries(sent))
    assert.deepEqual(shown[name], value, `the customer's ${name}`);
}

test("the table of columns names those of the migrated schema", async () => {
  const columns = await schemaColumns(testing.database, "customers");
  assert.deepEqual(Object.keys(customerColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every column of customers is created, updated, shown and audited", async () => {
  const created = await fixture.create(sample(0));
  assertShows(created, sample(0));
  assertShows(await fixture.put(created.id, sample(1)), sample(1));
  assertShows(await fixture.get(created.id), sample(1));
  const entries = await testing.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'customer' and resource_id = $2 order by id`,
    [fixture.store.id, created.id],
  );
  const names = written.map(({ name }) => name).sort();
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", names],
      ["update", names],
    ],
  );
});

test("every field of a customer's request is a column or a listed part", () => {
  const names = written.map(({ name }) => name).sort();
  for (const { body } of [operations.createCustomer, operations.updateCustomer]) {
    const fields = Object.keys(body.properties).filter((name) => !otherFields.includes(name));
    assert.deepEqual(fields.sort(), names);
  }
});
