import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { schemaColumns } from "../../http/testing/column-walk.ts";
import { orderJson } from "./order-json.ts";
import { listColumns, manyParts, orderTables } from "./order-tables.ts";
import { sampleOrder } from "./sample-order.ts";

let testing: TestDatabase;

before(async () => {
  testing = await testDatabase();
});
after(() => testing.stop());

test("the column tables of an order's parts match the migrated schema", async () => {
  for (const part of manyParts) {
    const columns = await schemaColumns(testing.database, orderTables[part].table);
    const named = ["store_id", "order_id", ...listColumns(part)];
    assert.deepEqual(named.sort(), columns.map(({ name }) => name).sort(), part);
  }
});

test("the JSON of each part of an order has the contract's keys in their order", () => {
  const order = orderJson(sampleOrder, { timezone: "UTC", filesOrigin: "" });
  const { properties } = operations.getOrder.response.properties.order;
  const parts: [string, object[], { properties: object }][] = [
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
  for (const [part, records, schema] of parts) {
    assert.equal(records.length, 1, part);
    const names = Object.keys(JSON.parse(JSON.stringify(records[0])) as object);
    assert.deepEqual(names, Object.keys(schema.properties), part);
  }
});
