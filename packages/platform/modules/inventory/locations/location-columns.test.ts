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
import { locationColumns } from "./location-columns.ts";

/** Columns that the platform sets. Every other column of `locations` must be writable, returned and audited. */
const platformColumns = ["store_id", "id", "created_at", "updated_at"];

/** Two values for each column that does not accept every value of its type. */
const chosenValues: Readonly<Record<string, [unknown, unknown]>> = {
  code: ["code-one", "code-two"],
  country_code: ["MY", "SG"],
  email: ["one@kedai.test", "two@kedai.test"],
  latitude: [1.25, 2.5],
  longitude: [101.25, 102.5],
  // The second value is true, because an update cannot change true to false.
  is_primary: [false, true],
};

let testPlatform: TestPlatform;
let fixture: CatalogFixture;
let writableColumns: SchemaColumn[];

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform, { scopes: ["read_products", "write_locations"] });
  const columns = await listSchemaColumns(testPlatform.database, "locations");
  writableColumns = columns.filter(({ name }) => !platformColumns.includes(name));
});
after(() => testPlatform.stop());

/** Create a value of each writable column. The two indexes give different values. */
function createFields(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    writableColumns.map((column) => [
      column.name,
      (chosenValues[column.name] ?? createSampleValues(column))[index],
    ]),
  );
}

type Location = Record<string, unknown> & { id: number };

function assertHasFields(location: Location, expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(location[name], value, `the location's ${name}`);
}

test("locationColumns lists exactly the columns of the migrated table", async () => {
  const columns = await listSchemaColumns(testPlatform.database, "locations");
  assert.deepEqual(Object.keys(locationColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every writable column of a location is written, returned and audited", async () => {
  const call = async (method: string, path: string, location?: object): Promise<Location> => {
    const json = location && { location };
    return (await fixture.expectSuccess<{ location: Location }>(method, `/3.0/locations${path}.json`, json))
      .location;
  };
  const createdLocation = await call("POST", "", createFields(0));
  const { id } = createdLocation;
  assertHasFields(createdLocation, createFields(0));
  assertHasFields(await call("PUT", `/${id}`, createFields(1)), createFields(1));
  assertHasFields(await call("GET", `/${id}`), createFields(1));
  const entries = await testPlatform.database.many<{ action: string; names: string[] }>(
    `select action, array(select jsonb_object_keys(after)) as names from audit_entries
     where store_id = $1 and resource = 'location' and resource_id = $2 order by id`,
    [fixture.api.store.id, id],
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

test("the fields of a location request are exactly the writable columns", () => {
  const names = writableColumns.map(({ name }) => name).sort();
  for (const { body } of [operations.createLocation, operations.updateLocation])
    assert.deepEqual(Object.keys(body.properties).sort(), names);
});
