import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productCsvColumns } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import {
  createSampleValues,
  listSchemaColumns,
  readCsvRecord,
} from "../../../http/testing/sample-columns.ts";
import { createStoreApi, type StoreApi } from "../../../http/testing/store-api.ts";
import { createExportFixture, downloadFile } from "../../exports/testing/export-fixture.ts";
import { createImportFixture } from "../testing/import-fixture.ts";

/** Columns of the migrated schema that are not in CSV files. Every other column must be exported and imported. */
const excludedColumns = [
  ...["store_id", "id", "total_quantity", "version", "created_at", "updated_at"],
  ...["description", "note", "taxable", "shipping_required", "inventory_management", "published_at"],
  ...["meta_title", "meta_description", "keywords"],
];

let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
});
after(() => testPlatform.stop());

const heading = productCsvColumns.map(({ name }) => name as string);

/** Create a cell for each included column, by the column's name. */
async function createCells(): Promise<Map<string, string>> {
  const columns = await listSchemaColumns(testPlatform.database, "products");
  const includedColumns = columns.filter(({ name }) => !excludedColumns.includes(name));
  const cells = includedColumns.map((column): [string, string] => {
    const [value] = createSampleValues(column);
    return [column.name, Array.isArray(value) ? value.join(", ") : String(value)];
  });
  return new Map([...cells, ["handle", "sample"]]);
}

test("every product column, except a few listed ones, is imported and exported in CSV", async () => {
  const cells = await createCells();
  const missingNames = [...cells.keys()].filter((name) => !heading.includes(name));
  assert.deepEqual(missingNames, [], "columns that are missing in the contract's list");
  const imports = createImportFixture(api);
  const file = `${[...cells.keys()].join(",")}\n${[...cells.values()].join(",")}\n`;
  const { result, ignored_columns } = await imports.importFile(file);
  assert.deepEqual([result?.created, ignored_columns], [1, []]);
  const product: Record<string, unknown> = { ...(await imports.loadProduct("sample")) };
  for (const [name, cell] of cells) {
    const value = product[name];
    assert.equal(Array.isArray(value) ? value.join(", ") : String(value), cell, `${name} as imported`);
  }
  const exports = createExportFixture(api);
  const doneExport = await exports.createAndWait({
    resource: "products",
    format: "csv",
    filters: { handle: "sample" },
  });
  const exportedCells = readCsvRecord(await downloadFile(testPlatform, doneExport));
  for (const [name, cell] of cells) assert.equal(exportedCells.get(name), cell, `${name} as exported`);
});
