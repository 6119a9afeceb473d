import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { type SchemaColumn, sampleValues, schemaColumns } from "../../../http/testing/column-walk.ts";
import { locationColumns } from "./location-columns.ts";

/** Columns that the platform fills by itself. Every other one of the migrated schema goes the whole way. */
const platformColumns = ["store_id", "id", "created_at", "updated_at"];

const ownSamples: Readonly<Record<string, [unknown, unknown]>> = {
  code: ["code-one", "code-two"],
  country_code: ["MY", "SG"],
  email: ["one@kedai.test", "two@kedai.test"],
  latitude: [1.25, 2.5],
  longitude: [101.25, 102.5],
  // A primary location is active, and stays primary.
  is_primary: [false, true],
};

let testing: TestPlatform;
let fixture: CatalogFixture;
let written: SchemaColumn[];

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing, { scopes: ["read_products", "write_locations"] });
  const columns = await schemaColumns(testing.database, "locations");
  written = columns.filter(({ name }) => !platformColumns.includes(name));
});
after(() => testing.stop());

function sample(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    written.map((column) => [column.name, (ownSamples[column.name] ?? sampleValues(column))[index]]),
  );
}

type Location = Record<string, unknown> & { id: number };

function assertShows(location: Location, sent: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(sent))
    assert.deepEqual(location[name], value, `the location's ${name}`);
}

test("the table of columns names those of the migrated schema", async () => {
  const columns = await schemaColumns(testing.database, "locations");
  assert.deepEqual(Object.keys(locationColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every column of locations is created, updated, shown and audited", async () => {
  const call = async (method: string, path: string, location?: object): Promise<Location> => {
    const json = location && { location };
    return (await fixture.done<{ location: Location }>(method, `/3.0/locations${path}.json`, json)).location;
  };
  const created = await call("POST", "", sample(0));
  const { id } = created;
  assertShows(created, sample(0));
  assertShows(await call("PUT", `/${id}`, sample(1)), sample(1));
  assertShows(await call("GET", `/${id}`), sample(1));
  const entries = await testing.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'location' and resource_id = $2 order by id`,
    [fixture.api.store.id, id],
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

test("every field of a location's request is a column", () => {
  const names = written.map(({ name }) => name).sort();
  for (const { body } of [operations.createLocation, operations.updateLocation])
    assert.deepEqual(Object.keys(body.properties).sort(), names);
});
