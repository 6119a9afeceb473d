import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations } from "@souk/contract";
import {
  createSampleValues,
  listSchemaColumns,
  type SchemaColumn,
} from "../../http/testing/sample-columns.ts";
import { createOrdersFixture, type OrdersFixture } from "../orders/testing/orders-fixture.ts";

type Fulfillment = OperationResponse<typeof operations.getFulfillment>["fulfillment"];

/** Columns that no request writes directly. All other columns of the migrated schema are tested. */
const excludedColumns = [
  ...["store_id", "id", "order_id", "fulfillment_order_id", "location_id"],
  ...["created_at", "updated_at"],
];

/** Columns that are set only on creation. */
const createOnlyColumns = ["app_handle"];

/** Fields of a request that are not written columns: the units and their location, the email, and an alias of a column. */
const otherFields = ["line_items", "fulfillment_order", "location_id", "is_mail", "courier"];

/** The values on creation and on update, for columns that do not accept the sample values of their type. */
const sampleOverrides: Readonly<Record<string, [unknown, unknown]>> = {
  app_handle: ["courier", undefined],
  status: ["in_transit", "out_for_delivery"],
  tracking_url: ["https://one.test/track", "https://two.test/track"],
  consignment_note_url: ["https://one.test/note", "https://two.test/note"],
};

let fixture: OrdersFixture;
let writtenColumns: SchemaColumn[];

before(async () => {
  fixture = await createOrdersFixture();
  const columns = await listSchemaColumns(fixture.db.database, "fulfillments");
  writtenColumns = columns.filter(({ name }) => !excludedColumns.includes(name));
});
after(() => fixture.stop());

/** Create the fields of a request that creates (0) or updates (1) a fulfillment. */
function createSample(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    writtenColumns
      .filter(({ name }) => index === 0 || !createOnlyColumns.includes(name))
      .map((column) => [column.name, (sampleOverrides[column.name] ?? createSampleValues(column))[index]]),
  );
}

function assertShows(fulfillment: Fulfillment, expected: Readonly<Record<string, unknown>>): void {
  const values: Readonly<Record<string, unknown>> = { ...fulfillment };
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(values[name], value, `the fulfillment's ${name}`);
}

test("every writable column of a fulfillment is written and returned", async () => {
  const order = await fixture.placeOrder({ line_items: [{ name: "A tray", price: "5.00", quantity: 1 }] });
  const createResponse = await fixture.call<{ fulfillment: Fulfillment }>(operations.createFulfillment, {
    params: { order_id: order.id },
    body: createSample(0),
    app: "courier",
  });
  assertShows(createResponse.fulfillment, createSample(0));
  const params = { order_id: order.id, id: createResponse.fulfillment.id };
  const updateResponse = await fixture.call<{ fulfillment: Fulfillment }>(operations.updateFulfillment, {
    params,
    body: createSample(1),
  });
  assertShows(updateResponse.fulfillment, createSample(1));
  const getResponse = await fixture.call<{ fulfillment: Fulfillment }>(operations.getFulfillment, { params });
  assertShows(getResponse.fulfillment, { ...createSample(0), ...createSample(1) });
});

test("every field of a request about a fulfillment is a column or a listed exception", () => {
  for (const [{ body }, index] of [
    [operations.createFulfillment, 0],
    [operations.updateFulfillment, 1],
  ] as const) {
    const fields = Object.keys(body.properties).filter((name) => !otherFields.includes(name));
    assert.deepEqual(fields.sort(), Object.keys(createSample(index)).sort());
  }
});
