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
import { collectionColumns } from "./collection-columns.ts";

/** Columns that the platform sets. Every other column of the migrated schema must be writable, returned and audited. */
const platformColumns = ["store_id", "id", "created_at", "updated_at"];

let testPlatform: TestPlatform;
let fixture: CatalogFixture;
let writableColumns: SchemaColumn[];
let parentIds: number[];

type Collection = Record<string, unknown> & { id: number };

async function call(method: string, path: string, collection?: object): Promise<Collection> {
  const json = collection && { collection };
  return (
    await fixture.expectSuccess<{ collection: Collection }>(method, `/3.0/collections${path}.json`, json)
  ).collection;
}

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
  const columns = await listSchemaColumns(testPlatform.database, "collections");
  writableColumns = columns.filter(({ name }) => !platformColumns.includes(name));
  const [firstParent, secondParent] = [
    await call("POST", "", { title: "One" }),
    await call("POST", "", { title: "Two" }),
  ];
  parentIds = [firstParent.id, secondParent.id];
});
after(() => testPlatform.stop());

/** Create one of two sets of values for all writable columns. */
function createFields(index: 0 | 1): Record<string, unknown> {
  const chosenValues: Readonly<Record<string, unknown[]>> = {
    handle: ["handle-one", "handle-two"],
    image_url: ["https://one.test/a.png", "https://two.test/b.png"],
    position: [7, 8],
    parent_id: parentIds,
  };
  return Object.fromEntries(
    writableColumns.map((column) => [
      column.name,
      (chosenValues[column.name] ?? createSampleValues(column))[index],
    ]),
  );
}

function assertHasFields(collection: Collection, expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(collection[name], value, `the collection's ${name}`);
}

test("collectionColumns lists exactly the columns of the migrated table", async () => {
  const columns = await listSchemaColumns(testPlatform.database, "collections");
  assert.deepEqual(Object.keys(collectionColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every writable column of a collection can be set when creating and updating it, and is returned and audited", async () => {
  const createdCollection = await call("POST", "", createFields(0));
  assertHasFields(createdCollection, createFields(0));
  assertHasFields(await call("PUT", `/${createdCollection.id}`, createFields(1)), createFields(1));
  assertHasFields(await call("GET", `/${createdCollection.id}`), createFields(1));
  const entries = await testPlatform.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'collection' and resource_id = $2 order by id`,
    [fixture.api.store.id, createdCollection.id],
  );
  const names = writableColumns.map(({ name }) => name).sort();
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", names],
      ["update", names],
    ],
  );
});

test("the fields of a collection request are exactly the writable columns", () => {
  const names = writableColumns.map(({ name }) => name).sort();
  for (const { body } of [operations.createCollection, operations.updateCollection])
    assert.deepEqual(Object.keys(body.properties).sort(), names);
});
