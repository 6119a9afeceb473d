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
import type { WholeProduct, WholeVariant } from "../testing/whole-product.ts";
import { variantColumns } from "./variant-columns.ts";

/** Columns that the platform sets. */
const platformColumns = ["store_id", "id", "product_id", "inventory_quantity", "created_at", "updated_at"];

/** Columns that refer to other records of the product. All remaining columns must be writable, returned and audited. */
const referenceColumns = ["image_id", "option_ids"];

/** Fields of a request that are stored in the tables of stock and options. */
const otherTableFields = ["inventory_quantity", "options"];

let testPlatform: TestPlatform;
let fixture: CatalogFixture;
let columns: SchemaColumn[];

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
  columns = await listSchemaColumns(testPlatform.database, "variants");
});
after(() => testPlatform.stop());

/** Two values of each column that does not accept every value of its type. */
const chosenValues: Readonly<Record<string, [unknown, unknown]>> = {
  price: ["12.50", "13.75"],
  compare_at_price: ["20.00", "21.50"],
  cost_price: ["7.25", "8.00"],
  inventory_policy: ["continue", "deny"],
  weight: [1.5, 250],
  weight_unit: ["kg", "g"],
  grams: [1500, 250],
  width: [1.5, 2.25],
  height: [2.5, 3.25],
  length: [3.5, 4.25],
  position: [5, 6],
};

function listWritableColumns(): SchemaColumn[] {
  return columns.filter(({ name }) => ![...platformColumns, ...referenceColumns].includes(name));
}

/** Create a value of each writable column. The two indexes give different values. */
function createFields(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    listWritableColumns().map((column) => [
      column.name,
      (chosenValues[column.name] ?? createSampleValues(column))[index],
    ]),
  );
}

function assertHasFields(
  variant: WholeVariant | undefined,
  expected: Readonly<Record<string, unknown>>,
): void {
  const fields: Readonly<Record<string, unknown>> = { ...variant };
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(fields[name], value, `the variant's ${name}`);
}

const createOptions = (value: string) => [{ name: "Size", value }];

async function createProduct(variant: object): Promise<WholeProduct> {
  const product = { title: "Cup", variants: [{ ...variant, options: createOptions("S") }] };
  return (await fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", { product }))
    .product;
}

test("variantColumns lists exactly the columns of the migrated table", () => {
  assert.deepEqual(Object.keys(variantColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every writable column of a variant is written, returned and audited", async () => {
  type Body = { variant: WholeVariant };
  const { id } = await createProduct({});
  const path = `/3.0/products/${id}/variants`;
  const variant = { ...createFields(0), options: createOptions("M") };
  const createResponse = await fixture.expectSuccess<Body>("POST", `${path}.json`, { variant });
  assertHasFields(createResponse.variant, createFields(0));
  const variantPath = `${path}/${createResponse.variant.id}.json`;
  assertHasFields(
    (await fixture.expectSuccess<Body>("PUT", variantPath, { variant: createFields(1) })).variant,
    createFields(1),
  );
  assertHasFields((await fixture.expectSuccess<Body>("GET", variantPath)).variant, createFields(1));
  const entries = await testPlatform.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'variant' and resource_id = $2 order by id`,
    [fixture.api.store.id, createResponse.variant.id],
  );
  const writableNames = listWritableColumns().map(({ name }) => name);
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", [...writableNames, "product_id", ...referenceColumns].sort()],
      ["update", writableNames.sort()],
    ],
  );
});

test("every writable column of a variant is stored when a product is created", async () => {
  assertHasFields((await createProduct(createFields(0))).variants[0], createFields(0));
});

test("PRD-6: a copied variant has all values of the original except SKU, barcode and position", async () => {
  const { id } = await createProduct(createFields(0));
  await fixture.expectSuccess("POST", `/3.0/products/${id}/options.json`, {
    option_type: "Size",
    option_values: ["L"],
  });
  const { product } = await fixture.expectSuccess<{ product: WholeProduct }>(
    "GET",
    `/3.0/products/${id}.json`,
  );
  assert.equal(product.variants.length, 2);
  assertHasFields(product.variants[1], { ...createFields(0), sku: "", barcode: "", position: 6 });
});

test("the fields of a variant request are the writable columns, the image, the stock and the options", () => {
  const names = [...listWritableColumns().map(({ name }) => name), "image_id"].sort();
  for (const { body } of [operations.createVariant, operations.updateVariant]) {
    const fields = Object.keys(body.properties).filter((name) => !otherTableFields.includes(name));
    assert.deepEqual(fields.sort(), names);
  }
});
