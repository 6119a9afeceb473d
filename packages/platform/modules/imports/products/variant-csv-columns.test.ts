import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productCsvColumns } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { readCells, sampleValues, schemaColumns } from "../../../http/testing/column-walk.ts";
import { createStoreApi, type StoreApi } from "../../../http/testing/store-api.ts";
import { createExportFixture, downloadFile } from "../../exports/testing/export-fixture.ts";
import { createImportFixture } from "../testing/import-fixture.ts";

/** Columns of the migrated schema that files leave out. Every other one is written and read. */
const leftOut = [
  ...["store_id", "id", "product_id", "inventory_quantity", "created_at", "updated_at"],
  ...["image_id", "option_ids", "taxable", "shipping_required", "grams", "width", "height", "length"],
  ...["position", "is_enabled"],
];

const ownSamples: Readonly<Record<string, string>> = {
  price: "12.50",
  compare_at_price: "20.00",
  cost_price: "7.25",
  inventory_policy: "continue",
  weight: "1.5",
  weight_unit: "kg",
};

let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing);
});
after(() => testing.stop());

async function sampleCells(): Promise<Map<string, string>> {
  const columns = await schemaColumns(testing.database, "variants");
  const written = columns.filter(({ name }) => !leftOut.includes(name));
  return new Map(
    written.map((column) => [column.name, ownSamples[column.name] ?? String(sampleValues(column)[0])]),
  );
}

test("every column of variants that files do not leave out is read and written by them", async () => {
  const cells = await sampleCells();
  const heading = productCsvColumns.map(({ name }) => name as string);
  const missing = [...cells.keys()].filter((name) => !heading.includes(name));
  assert.deepEqual(missing, [], "columns without one in the contract's list");
  const imports = createImportFixture(api);
  const file = `handle,title,${[...cells.keys()].join(",")}\ncup,Cup,${[...cells.values()].join(",")}\n`;
  const { result, ignored_columns } = await imports.imported(file);
  assert.deepEqual([result?.created, ignored_columns], [1, []]);
  const [variant] = (await imports.getProduct("cup")).variants;
  const shown: Readonly<Record<string, unknown>> = { ...variant };
  for (const [name, cell] of cells) assert.equal(String(shown[name]), cell, `${name} as imported`);
  const exports = createExportFixture(api);
  const written = await exports.written({
    resource: "products",
    format: "csv",
    filters: { handle: "cup" },
  });
  const exported = readCells(await downloadFile(testing, written));
  for (const [name, cell] of cells) assert.equal(exported.get(name), cell, `${name} as exported`);
});
