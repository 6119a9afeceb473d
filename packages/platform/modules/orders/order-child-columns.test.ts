import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { listSchemaColumns } from "../../http/testing/sample-columns.ts";
import { buildOrderJson } from "./order-json.ts";
import { childTableNames, listColumns, orderTables } from "./order-tables.ts";
import { sampleOrder } from "./sample-order.ts";

let testDatabase: TestDatabase;

before(async () => {
  testDatabase = await createTestDatabase();
});
after(() => testDatabase.stop());

test("the columns of an order's child tables match the migrated schema", async () => {
  for (const tableName of childTableNames) {
    const columns = await listSchemaColumns(testDatabase.database, orderTables[tableName].table);
    const definedNames = ["store_id", "order_id", ...listColumns(tableName)];
    assert.deepEqual(definedNames.sort(), columns.map(({ name }) => name).sort(), tableName);
  }
});

test("the JSON of an order's child records has its keys in the contract's sequence", () => {
  const order = buildOrderJson(sampleOrder, { timezone: "UTC", filesOrigin: "" });
  const { properties } = operations.getOrder.response.properties.order;
  const childRecords: [string, object[], { properties: object }][] = [
    ["line", order.line_items, properties.line_items.items],
    ["transaction", order.transactions, properties.transactions.items],
    ["fulfillment", order.fulfillments, properties.fulfillments.items],
    ["fulfillment order", order.fulfillment_orders, properties.fulfillment_orders.items],
    ["refund", order.refunds, properties.refunds.items],
    ["return", order.returns, properties.returns.items],
    [
      "line of a return",
      order.returns.flatMap(({ return_line_items }) => return_line_items),
      properties.returns.items.properties.return_line_items.items,
    ],
  ];
  for (const [kind, records, schema] of childRecords) {
    assert.equal(records.length, 1, kind);
    const names = Object.keys(JSON.parse(JSON.stringify(records[0])) as object);
    assert.deepEqual(names, Object.keys(schema.properties), kind);
  }
});
