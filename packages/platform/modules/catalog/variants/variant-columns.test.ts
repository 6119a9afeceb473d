import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { type SchemaColumn, sampleValues, schemaColumns } from "../../../http/testing/column-walk.ts";
import type { WholeProduct, WholeVariant } from "../testing/whole-product.ts";
import { variantColumns } from "./variant-columns.ts";

/** Columns that the platform fills by itself. */
const platformColumns = ["store_id", "id", "product_id", "inventory_quantity", "created_at", "updated_at"];

/** Columns that name other records of the product. Every other one of the migrated schema goes the whole way. */
const references = ["image_id", "option_ids"];

/** Fields of a request that are no columns of variants: stock and options have tables of their own. */
const otherFields = ["inventory_quantity", "options"];

let testing: TestPlatform;
let fixture: CatalogFixture;
let columns: SchemaColumn[];

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
  columns = await schemaColumns(testing.database, "variants");
});
after(() => testing.stop());

const ownSamples: Readonly<Record<string, [unknown, unknown]>> = {
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

function writtenColumns(): SchemaColumn[] {
  return columns.filter(({ name }) => ![...platformColumns, ...references].includes(name));
}

function sample(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    writtenColumns().map((column) => [column.name, (ownSamples[column.name] ?? sampleValues(column))[index]]),
  );
}

function assertShows(variant: WholeVariant | undefined, sent: Readonly<Record<string, unknown>>): void {
  const shown: Readonly<Record<string, unknown>> = { ...variant };
  for (const [name, value] of Object.entries(sent))
    assert.deepEqual(shown[name], value, `the variant's ${name}`);
}

const size = (value: string) => [{ name: "Size", value }];

async function createProduct(variant: object): Promise<WholeProduct> {
  const product = { title: "Cup", variants: [{ ...variant, options: size("S") }] };
  return (await fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", { product })).product;
}

test("the table of columns names those of the migrated schema", () => {
  assert.deepEqual(Object.keys(variantColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every column of variants is created, updated, shown and audited", async () => {
  type Body = { variant: WholeVariant };
  const { id } = await createProduct({});
  const path = `/3.0/products/${id}/variants`;
  const variant = { ...sample(0), options: size("M") };
  const created = await fixture.done<Body>("POST", `${path}.json`, { variant });
  assertShows(created.variant, sample(0));
  const one = `${path}/${created.variant.id}.json`;
  assertShows((await fixture.done<Body>("PUT", one, { variant: sample(1) })).variant, sample(1));
  assertShows((await fixture.done<Body>("GET", one)).variant, sample(1));
  const entries = await testing.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'variant' and resource_id = $2 order by id`,
    [fixture.api.store.id, created.variant.id],
  );
  const changed = writtenColumns().map(({ name }) => name);
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", [...changed, "product_id", ...references].sort()],
      ["update", changed.sort()],
    ],
  );
});

test("every column of variants is written with a new product", async () => {
  assertShows((await createProduct(sample(0))).variants[0], sample(0));
});

test("PRD-6: a variant made like another has its columns, without SKU, barcode and position", async () => {
  const { id } = await createProduct(sample(0));
  await fixture.done("POST", `/3.0/products/${id}/options.json`, {
    option_type: "Size",
    option_values: ["L"],
  });
  const { product } = await fixture.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`);
  assert.equal(product.variants.length, 2);
  assertShows(product.variants[1], { ...sample(0), sku: "", barcode: "", position: 6 });
});

test("every field of a variant's request is a column or a listed part", () => {
  const names = [...writtenColumns().map(({ name }) => name), "image_id"].sort();
  for (const { body } of [operations.createVariant, operations.updateVariant]) {
    const fields = Object.keys(body.properties).filter((name) => !otherFields.includes(name));
    assert.deepEqual(fields.sort(), names);
  }
});
