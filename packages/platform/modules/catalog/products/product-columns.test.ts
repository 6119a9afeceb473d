import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import {
  createSampleValues,
  listSchemaColumns,
  type SchemaColumn,
} from "../../../http/testing/sample-columns.ts";
import { productColumns } from "./product-columns.ts";

/** Columns that the platform sets. Every other column of the migrated schema must be writable, returned and audited. */
const platformColumns = ["store_id", "id", "total_quantity", "version", "created_at", "updated_at"];

/** Fields of a request that are not columns, because they are aliases or have their own tables. */
const otherFields = ["name", "visibility", "images", "variant_options", "variants"];

let testPlatform: TestPlatform;
let fixture: CatalogFixture;
let columns: SchemaColumn[];

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
  columns = await listSchemaColumns(testPlatform.database, "products");
});
after(() => testPlatform.stop());

/** Two values for each column for which `createSampleValues` would create invalid or contradictory values. */
const chosenValues: Readonly<Record<string, [unknown, unknown]>> = {
  handle: ["handle-one", "handle-two"],
  inventory_management: [null, "souk"],
  // A `published_at` date publishes the product.
  is_published: [true, true],
};

/** Create one of two sets of values for all writable columns. */
function createFields(index: 0 | 1): Record<string, unknown> {
  const writableColumns = columns.filter(({ name }) => !platformColumns.includes(name));
  return Object.fromEntries(
    writableColumns.map((column) => [
      column.name,
      (chosenValues[column.name] ?? createSampleValues(column))[index],
    ]),
  );
}

function assertHasFields(
  product: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
) {
  for (const [name, value] of Object.entries(expected)) {
    const actual = product[name];
    const isDate = name === "published_at";
    assert.deepEqual(
      isDate ? new Date(String(actual)).toISOString() : actual,
      value,
      `the product's ${name}`,
    );
  }
}

test("productColumns lists exactly the columns of the migrated table", () => {
  assert.deepEqual(Object.keys(productColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every writable column of a product can be set when creating and updating it, and is returned and audited", async () => {
  type Body = { product: Record<string, unknown> };
  const createResponse = await fixture.expectSuccess<Body>("POST", "/3.0/products.json", {
    product: createFields(0),
  });
  assertHasFields(createResponse.product, createFields(0));
  const path = `/3.0/products/${String(createResponse.product["id"])}.json`;
  const updateResponse = await fixture.expectSuccess<Body>("PUT", path, { product: createFields(1) });
  assertHasFields(updateResponse.product, createFields(1));
  assertHasFields((await fixture.expectSuccess<Body>("GET", path)).product, createFields(1));
  const entries = await testPlatform.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'product' and resource_id = $2 order by id`,
    [fixture.api.store.id, createResponse.product["id"]],
  );
  const names = Object.keys(createFields(1)).sort();
  const changedNames = names.filter((name) => name !== "is_published");
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", names],
      ["update", changedNames],
    ],
  );
});

test("the fields of a product request are the writable columns, aliases and fields with their own tables", () => {
  const writableNames = columns.map(({ name }) => name).filter((name) => !platformColumns.includes(name));
  const createFieldNames = Object.keys(operations.createProduct.body.properties);
  const updateFieldNames = Object.keys(operations.updateProduct.body.properties);
  assert.deepEqual(
    createFieldNames.filter((name) => !otherFields.includes(name)).sort(),
    writableNames.sort(),
  );
  assert.deepEqual(updateFieldNames.filter((name) => !otherFields.includes(name)).sort(), writableNames);
});
