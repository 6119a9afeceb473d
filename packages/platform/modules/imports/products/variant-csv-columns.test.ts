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
  ...["store_id", "id", "product_id", "inventory_quantity", "created_at", "updated_at"],
  ...["image_id", "option_ids", "taxable", "shipping_required", "grams", "width", "height", "length"],
  ...["position", "is_enabled"],
];

/** The cells of columns that do not accept every value of their type. */
const chosenCells: Readonly<Record<string, string>> = {
  price: "12.50",
  compare_at_price: "20.00",
  cost_price: "7.25",
  inventory_policy: "continue",
  weight: "1.5",
  weight_unit: "kg",
};

let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
});
after(() => testPlatform.stop());

/** Create a cell for each included column, by the column's name. */
async function createCells(): Promise<Map<string, string>> {
  const columns = await listSchemaColumns(testPlatform.database, "variants");
  const includedColumns = columns.filter(({ name }) => !excludedColumns.includes(name));
  return new Map(
    includedColumns.map((column) => [
      column.name,
      chosenCells[column.name] ?? String(createSampleValues(column)[0]),
    ]),
  );
}

test("every variant column, except a few listed ones, is imported and exported in CSV", async () => {
  const cells = await createCells();
  const heading = productCsvColumns.map(({ name }) => name as string);
  const missingNames = [...cells.keys()].filter((name) => !heading.includes(name));
  assert.deepEqual(missingNames, [], "columns that are missing in the contract's list");
  const imports = createImportFixture(api);
  const file = `handle,title,${[...cells.keys()].join(",")}\ncup,Cup,${[...cells.values()].join(",")}\n`;
  const { result, ignored_columns } = await imports.importFile(file);
  assert.deepEqual([result?.created, ignored_columns], [1, []]);
  const [variant] = (await imports.loadProduct("cup")).variants;
  const variantFields: Readonly<Record<string, unknown>> = { ...variant };
  for (const [name, cell] of cells) assert.equal(String(variantFields[name]), cell, `${name} as imported`);
  const exports = createExportFixture(api);
  const doneExport = await exports.createAndWait({
    resource: "products",
    format: "csv",
    filters: { handle: "cup" },
  });
  const exportedCells = readCsvRecord(await downloadFile(testPlatform, doneExport));
  for (const [name, cell] of cells) assert.equal(exportedCells.get(name), cell, `${name} as exported`);
});
