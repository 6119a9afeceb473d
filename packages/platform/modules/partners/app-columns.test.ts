import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import {
  createSampleValues,
  listSchemaColumns,
  type SchemaColumn,
} from "../../http/testing/sample-columns.ts";
import { appColumns } from "./app-columns.ts";
import { getApp } from "./own-apps.ts";
import { createPartnerFixture, type PartnerFixture } from "./testing/partner-fixture.ts";
import { updateApp } from "./update-app.ts";

/** Columns that only the platform fills. Every other column must be writable by a request and shown in the response. */
const platformColumns = [
  ...["id", "kind", "partner_id", "store_id", "client_id"],
  ...["created_at", "updated_at", "suspended_at", "suspended_reason"],
];

/** Columns that can be set only when an app is registered. */
const registrationColumns = ["handle"];

/** Columns that can be set only by an update. */
const updateColumns = ["requires_pkce"];

/** Two sample values of each column whose valid values cannot be derived from its type. */
const specialSamples: Readonly<Record<string, [unknown, unknown]>> = {
  handle: ["handle-one", "handle-one"],
  app_url: ["https://one.dev/app", "https://two.dev/app"],
  redirection_urls: [["https://one.dev/back"], ["https://two.dev/back", "https://two.dev/more"]],
};

let fixture: PartnerFixture;
let columns: SchemaColumn[];

before(async () => {
  fixture = await createPartnerFixture();
  columns = await listSchemaColumns(fixture.database, "apps");
});
after(() => fixture.stop());

/** Create sample values of all writable columns: index 0 to register an app, index 1 to update it. */
function createSample(index: 0 | 1): Record<string, unknown> {
  const excludedColumns = [...platformColumns, ...(index === 1 ? registrationColumns : updateColumns)];
  return Object.fromEntries(
    columns
      .filter(({ name }) => !excludedColumns.includes(name))
      .map((column) => [column.name, (specialSamples[column.name] ?? createSampleValues(column))[index]]),
  );
}

function assertShows(app: object, expected: Readonly<Record<string, unknown>>): void {
  const fields: Readonly<Record<string, unknown>> = { ...app };
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(fields[name], value, `the app's ${name}`);
}

test("`appColumns` lists exactly the columns of the table apps", () => {
  assert.deepEqual(Object.keys(appColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every app column that partners can write can be set and is in the response", async () => {
  const partner = await fixture.createPerson("partner");
  const { app } = await fixture.registerApp(partner, createSample(0));
  assertShows(app, createSample(0));
  const ref = { account_id: partner.account_id, app_id: app.id };
  const signed_in = { verified_at: new Date(fixture.deps.clock.now()) };
  const updatedApp = await fixture.runInTransaction((tx) =>
    updateApp(tx, { ...ref, input: createSample(1), signed_in }, fixture.deps),
  );
  assertShows(updatedApp, createSample(1));
  assertShows(await getApp(fixture.database, ref, fixture.deps), { ...createSample(0), ...createSample(1) });
});

test("every field of a request to register or update an app is a column", () => {
  assert.deepEqual(
    Object.keys(operations.registerApp.body.properties).sort(),
    Object.keys(createSample(0)).sort(),
  );
  assert.deepEqual(
    Object.keys(operations.updateApp.body.properties).sort(),
    Object.keys(createSample(1)).sort(),
  );
});
