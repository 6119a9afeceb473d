import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { customerCsvColumns, type OperationResponse, type operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { readCells, sampleValues, schemaColumns } from "../../../http/testing/column-walk.ts";
import { createStoreApi, type StoreApi } from "../../../http/testing/store-api.ts";
import { createExportFixture, downloadFile } from "../../exports/testing/export-fixture.ts";
import { createImportFixture } from "../testing/import-fixture.ts";

/** Columns of the migrated schema that files leave out. Every other one is written and read. */
const leftOut = [
  ...[
    "store_id",
    "id",
    "total_spent",
    "order_count",
    "last_order_id",
    "name_key",
    "created_at",
    "updated_at",
  ],
  // Files hold these as the opening balances of a new customer.
  ...["total_credit", "total_point"],
];

const ownCells: Readonly<Record<string, string>> = {
  code: "A-1",
  email: "sample@kedai.test",
  phone: "+60123456789",
  birthdate: "1990-05-17",
  gender: "female",
  country_code: "MY",
  accepts_marketing: "true",
};

let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing, { scopes: ["read_customers", "write_customers"] });
});
after(() => testing.stop());

async function sampleCells(): Promise<Map<string, string>> {
  const columns = await schemaColumns(testing.database, "customers");
  const written = columns.filter(({ name }) => !leftOut.includes(name));
  return new Map(
    written.map((column) => {
      const [value] = ownCells[column.name] === undefined ? sampleValues(column) : [ownCells[column.name]];
      return [column.name, Array.isArray(value) ? value.join(", ") : String(value)];
    }),
  );
}

type Customers = OperationResponse<typeof operations.listCustomers>;

test("every column of customers that files do not leave out is read and written by them", async () => {
  const cells = await sampleCells();
  const heading = customerCsvColumns.map(({ name }) => name as string);
  const missing = [...cells.keys()].filter((name) => !heading.includes(name));
  assert.deepEqual(missing, [], "columns without one in the contract's list");
  const file = `${[...cells.keys()].join(",")}\n${[...cells.values()].join(",")}\n`;
  const { result, ignored_columns } = await createImportFixture(api, "customers").imported(file);
  assert.deepEqual([result?.created, ignored_columns], [1, []]);
  const answer = await api.call("GET", "/3.0/customers.json");
  const customer: Record<string, unknown> = { ...answer.json<Customers>().customers[0] };
  for (const [name, cell] of cells) {
    const value = customer[name];
    assert.equal(Array.isArray(value) ? value.join(", ") : String(value), cell, `${name} as imported`);
  }
  const written = await createExportFixture(api).written({ resource: "customers", format: "csv" });
  const exported = readCells(await downloadFile(testing, written));
  for (const [name, cell] of cells) {
    // An export marks what a spreadsheet would take for a formula.
    assert.equal(exported.get(name)?.replace(/^'\+/, "+"), cell, `${name} as exported`);
  }
});
