import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { type SchemaColumn, sampleValues, schemaColumns } from "../../../http/testing/column-walk.ts";
import { collectionColumns } from "./collection-columns.ts";

/** Columns that the platform fills by itself. Every other one of the migrated schema goes the whole way. */
const platformColumns = ["store_id", "id", "created_at", "updated_at"];

let testing: TestPlatform;
let fixture: CatalogFixture;
let written: SchemaColumn[];
let parents: number[];

type Collection = Record<string, unknown> & { id: number };

async function call(method: string, path: string, collection?: object): Promise<Collection> {
  const json = collection && { collection };
  return (await fixture.done<{ collection: Collection }>(method, `/3.0/collections${path}.json`, json))
    .collection;
}

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
  const columns = await schemaColumns(testing.database, "collections");
  written = columns.filter(({ name }) => !platformColumns.includes(name));
  parents = [(await call("POST", "", { title: "One" })).id, (await call("POST", "", { title: "Two" })).id];
});
after(() => testing.stop());

function sample(index: 0 | 1): Record<string, unknown> {
  const own: Readonly<Record<string, unknown[]>> = {
    handle: ["handle-one", "handle-two"],
    image_url: ["https://one.test/a.png", "https://two.test/b.png"],
    position: [7, 8],
    parent_id: parents,
  };
  return Object.fromEntries(
    written.map((column) => [column.name, (own[column.name] ?? sampleValues(column))[index]]),
  );
}

function assertShows(collection: Collection, sent: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(sent))
    assert.deepEqual(collection[name], value, `the collection's ${name}`);
}

test("the table of columns names those of the migrated schema", async () => {
  const columns = await schemaColumns(testing.database, "collections");
  assert.deepEqual(Object.keys(collectionColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every column of collections is created, updated, shown and audited", async () => {
  const created = await call("POST", "", sample(0));
  assertShows(created, sample(0));
  assertShows(await call("PUT", `/${created.id}`, sample(1)), sample(1));
  assertShows(await call("GET", `/${created.id}`), sample(1));
  const entries = await testing.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'collection' and resource_id = $2 order by id`,
    [fixture.api.store.id, created.id],
  );
  const names = written.map(({ name }) => name).sort();
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.names.sort()]),
    [
      ["create", names],
      ["update", names],
    ],
  );
});

test("every field of a collection's request is a column", () => {
  const names = written.map(({ name }) => name).sort();
  for (const { body } of [operations.createCollection, operations.updateCollection])
    assert.deepEqual(Object.keys(body.properties).sort(), names);
});
