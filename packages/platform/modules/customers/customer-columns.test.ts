import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import {
  createSampleValues,
  listSchemaColumns,
  type SchemaColumn,
} from "../../http/testing/sample-columns.ts";
import { customerColumns } from "./customer-columns.ts";
import { type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

/** Columns that only the platform fills. Every other column must be writable by a request and shown in the response. */
const platformColumns = [
  ...["store_id", "id", "total_spent", "order_count", "last_order_id", "total_credit", "total_point"],
  ...["name_key", "created_at", "updated_at"],
];

/** Fields of a request that are stored in other tables. */
const otherTableFields = ["addresses", "attributes"];

let testPlatform: TestPlatform;
let fixture: CustomerFixture;
let writableColumns: SchemaColumn[];

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCustomerFixture(testPlatform);
  const columns = await listSchemaColumns(testPlatform.database, "customers");
  writableColumns = columns.filter(({ name }) => !platformColumns.includes(name));
});
after(() => testPlatform.stop());

/** Two sample values of each column in which not every value of the column's type is valid. */
const specialSamples: Readonly<Record<string, [unknown, unknown]>> = {
  code: ["A-1", "A-2"],
  email: ["one@kedai.test", "two@kedai.test"],
  phone: ["+60123456789", "+60123456780"],
  birthdate: ["1990-05-17", "1991-06-18"],
  gender: ["female", "other"],
  country_code: ["MY", "SG"],
  accepts_marketing: [true, false],
};

function createSample(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    writableColumns.map((column) => [
      column.name,
      (specialSamples[column.name] ?? createSampleValues(column))[index],
    ]),
  );
}

function assertContains(customer: object, expected: Readonly<Record<string, unknown>>): void {
  const fields: Readonly<Record<string, unknown>> = { ...customer };
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(fields[name], value, `the customer's ${name}`);
}

test("customerColumns lists exactly the columns of the migrated table", async () => {
  const columns = await listSchemaColumns(testPlatform.database, "customers");
  assert.deepEqual(Object.keys(customerColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every writable column of a customer is written, returned and audited", async () => {
  const createdCustomer = await fixture.create(createSample(0));
  assertContains(createdCustomer, createSample(0));
  assertContains(await fixture.put(createdCustomer.id, createSample(1)), createSample(1));
  assertContains(await fixture.get(createdCustomer.id), createSample(1));
  const entries = await testPlatform.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'customer' and resource_id = $2 order by id`,
    [fixture.store.id, createdCustomer.id],
  );
  const names = writableColumns.map(({ name }) => name).sort();
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", names],
      ["update", names],
    ],
  );
});

test("every field of a customer request is a column or a listed field of another table", () => {
  const names = writableColumns.map(({ name }) => name).sort();
  for (const { body } of [operations.createCustomer, operations.updateCustomer]) {
    const fields = Object.keys(body.properties).filter((name) => !otherTableFields.includes(name));
    assert.deepEqual(fields.sort(), names);
  }
});
