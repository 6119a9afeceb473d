import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { type SchemaColumn, sampleValues, schemaColumns } from "../../../http/testing/column-walk.ts";
import { productColumns } from "./product-columns.ts";

/** Columns that the platform fills by itself. Every other one of the migrated schema goes the whole way. */
const platformColumns = ["store_id", "id", "total_quantity", "version", "created_at", "updated_at"];

/** Fields of a request that are no columns: another name of one, or parts with tables of their own. */
const otherFields = ["name", "visibility", "images", "variant_options", "variants"];

let testing: TestPlatform;
let fixture: CatalogFixture;
let columns: SchemaColumn[];

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
  columns = await schemaColumns(testing.database, "products");
});
after(() => testing.stop());

const ownSamples: Readonly<Record<string, [unknown, unknown]>> = {
  handle: ["handle-one", "handle-two"],
  inventory_management: [null, "souk"],
  // A date publishes the product.
  is_published: [true, true],
};

function sample(index: 0 | 1): Record<string, unknown> {
  const written = columns.filter(({ name }) => !platformColumns.includes(name));
  return Object.fromEntries(
    written.map((column) => [column.name, (ownSamples[column.name] ?? sampleValues(column))[index]]),
  );
}

function assertShows(product: Readonly<Record<string, unknown>>, sent: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(sent)) {
    const shown = product[name];
    const isDate = name === "published_at";
    assert.deepEqual(isDate ? new Date(String(shown)).toISOString() : shown, value, `the product's ${name}`);
  }
}

test("the table of columns names those of the migrated schema", () => {
  assert.deepEqual(Object.keys(productColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every column of products is created, updated, shown and audited", async () => {
  type Body = { product: Record<string, unknown> };
  const created = await fixture.done<Body>("POST", "/3.0/products.json", { product: sample(0) });
  assertShows(created.product, sample(0));
  const path = `/3.0/products/${String(created.product["id"])}.json`;
  const updated = await fixture.done<Body>("PUT", path, { product: sample(1) });
  assertShows(updated.product, sample(1));
  assertShows((await fixture.done<Body>("GET", path)).product, sample(1));
  const entries = await testing.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'product' and resource_id = $2 order by id`,
    [fixture.api.store.id, created.product["id"]],
  );
  const names = Object.keys(sample(1)).sort();
  const changed = names.filter((name) => name !== "is_published");
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", names],
      ["update", changed],
    ],
  );
});

test("every field of a product's request is a column or a listed part", () => {
  const written = columns.map(({ name }) => name).filter((name) => !platformColumns.includes(name));
  const create = Object.keys(operations.createProduct.body.properties);
  const update = Object.keys(operations.updateProduct.body.properties);
  assert.deepEqual(create.filter((name) => !otherFields.includes(name)).sort(), written.sort());
  assert.deepEqual(update.filter((name) => !otherFields.includes(name)).sort(), written);
});
