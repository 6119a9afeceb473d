import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { listSchemaColumns } from "../../http/testing/sample-columns.ts";
import { type DocumentKind, purchaseOrders, transfers } from "./document-kind.ts";
import { listLineColumns } from "./line-columns.ts";

let testing: TestDatabase;

before(async () => {
  testing = await createTestDatabase();
});
after(() => testing.stop());

const keyColumns = ["store_id", "id"];
const kinds: [DocumentKind, object][] = [
  [
    purchaseOrders,
    operations.getPurchaseOrder.response.properties.purchase_order.properties.line_items.items,
  ],
  [transfers, operations.getTransfer.response.properties.transfer.properties.line_items.items],
];

test("the columns of a document's lines match the migrated schema", async () => {
  for (const [{ lineTable }] of kinds) {
    const columns = await listSchemaColumns(testing.database, lineTable.table);
    const definedNames = [...keyColumns, lineTable.documentColumn, ...listLineColumns(lineTable)];
    assert.deepEqual(definedNames.sort(), columns.map(({ name }) => name).sort(), lineTable.table);
  }
});

test("the JSON of a document's line has the contract's keys in the same sequence", () => {
  for (const [{ lineTable, label }, schema] of kinds) {
    const { properties } = schema as { properties: object };
    assert.deepEqual(["id", ...listLineColumns(lineTable)], Object.keys(properties), label);
  }
});
