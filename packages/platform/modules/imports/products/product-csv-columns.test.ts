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
  ...["store_id", "id", "total_quantity", "version", "created_at", "updated_at"],
  ...["description", "note", "taxable", "shipping_required", "inventory_management", "published_at"],
  ...["meta_title", "meta_description", "keywords"],
];

let testing: TestPlatform;
let api: StoreApi;

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing);
});
after(() => testing.stop());

const heading = productCsvColumns.map(({ name }) => name as string);

async function sampleCells(): Promise<Map<string, string>> {
  const columns = await schemaColumns(testing.database, "products");
  const written = columns.filter(({ name }) => !leftOut.includes(name));
  const cells = written.map((column): [string, string] => {
    const [value] = sampleValues(column);
    return [column.name, Array.isArray(value) ? value.join(", ") : String(value)];
  });
  return new Map([...cells, ["handle", "sample"]]);
}

test("every column of products that files do not leave out is read and written by them", async () => {
  const cells = await sampleCells();
  const missing = [...cells.keys()].filter((name) => !heading.includes(name));
  assert.deepEqual(missing, [], "columns without one in the contract's list");
  const imports = createImportFixture(api);
  const file = `${[...cells.keys()].join(",")}\n${[...cells.values()].join(",")}\n`;
  const { result, ignored_columns } = await imports.imported(file);
  assert.deepEqual([result?.created, ignored_columns], [1, []]);
  const product: Record<string, unknown> = { ...(await imports.getProduct("sample")) };
  for (const [name, cell] of cells) {
    const value = product[name];
    assert.equal(Array.isArray(value) ? value.join(", ") : String(value), cell, `${name} as imported`);
  }
  const exports = createExportFixture(api);
  const written = await exports.written({
    resource: "products",
    format: "csv",
    filters: { handle: "sample" },
  });
  const exported = readCells(await downloadFile(testing, written));
  for (const [name, cell] of cells) assert.equal(exported.get(name), cell, `${name} as exported`);
});
