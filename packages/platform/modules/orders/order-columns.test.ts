import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createSampleValues, listSchemaColumns } from "../../http/testing/sample-columns.ts";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { orderColumns } from "./order-columns.ts";
import { buildOrderJson } from "./order-json.ts";
import { sampleOrder } from "./sample-order.ts";

/** Columns that an update of an order's details does not write. */
const excludedColumns = [
  ...["store_id", "id", "number", "version", "status", "financial_status", "fulfillment_status"],
  ...["customer_id", "customer", "currency_code", "currency_decimals", "exchange_rate", "taxes_included"],
  ...["subtotal_price", "total_line_items_price", "total_discount", "total_shipping", "total_tax"],
  ...["total_price", "total_paid", "total_refund_amount", "credit_used", "point_used"],
  ...["shipping_address", "billing_address", "shipping_fees", "discounts", "tax_lines", "note_attributes"],
  ...["source_name", "token", "cart_token", "browser_ip", "location_id", "sales_attributions"],
  ...["inventory_behaviour", "cancel_reason", "cancel_restock", "cancelled_at", "closed_at"],
  ...["processed_at", "created_at", "updated_at"],
];

let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  api = await createStoreApi(testPlatform, { scopes: ["read_orders", "write_orders"] });
});
after(() => testPlatform.stop());

const sampleOverrides: Readonly<Record<string, [unknown, unknown]>> = {
  email: ["one@kedai.test", "two@kedai.test"],
};

async function createSample(index: 0 | 1): Promise<Record<string, unknown>> {
  const columns = await listSchemaColumns(testPlatform.database, "orders");
  const writtenColumns = columns.filter(({ name }) => !excludedColumns.includes(name));
  return Object.fromEntries(
    writtenColumns.map((column) => [
      column.name,
      (sampleOverrides[column.name] ?? createSampleValues(column))[index],
    ]),
  );
}

type Order = Record<string, unknown> & { id: number };

async function call(method: string, path: string, order?: object): Promise<Order> {
  const response = await api.call(method, `/3.0/orders${path}.json`, order ? { json: { order } } : {});
  assert.equal(response.status, 200, response.text);
  return response.json<{ order: Order }>().order;
}

function assertShows(order: Order, expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(order[name], value, `the order's ${name}`);
}

test("orderColumns contains every column of the migrated orders table", async () => {
  const columns = (await listSchemaColumns(testPlatform.database, "orders")).map(({ name }) => name);
  const columnNames = ["store_id", "id", "created_at", "updated_at", ...Object.keys(orderColumns)];
  assert.deepEqual(columnNames.sort(), columns.sort());
});

test("every detail of an order can be set and updated, is shown, and is in the audit log", async () => {
  const [firstSample, secondSample] = [await createSample(0), await createSample(1)];
  const lines = { line_items: [{ name: "A tray", price: "5.00", quantity: 1 }] };
  const createdOrder = await call("POST", "", { ...firstSample, ...lines });
  assertShows(createdOrder, firstSample);
  assertShows(await call("PUT", `/${createdOrder.id}`, secondSample), secondSample);
  assertShows(await call("GET", `/${createdOrder.id}`), secondSample);
  const entry = await testPlatform.database.one<{ names: string[] }>(
    `select array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'order' and resource_id = $2`,
    [api.store.id, createdOrder.id],
  );
  assert.deepEqual(entry.names.sort(), Object.keys(secondSample).sort());
});

test("the JSON of an order has its keys in the contract's sequence", () => {
  const json = buildOrderJson(sampleOrder, { timezone: "UTC", filesOrigin: "" });
  const names = Object.keys(operations.getOrder.response.properties.order.properties);
  assert.deepEqual(Object.keys(JSON.parse(JSON.stringify(json)) as object), names);
});
