import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { type SchemaColumn, sampleValues, schemaColumns } from "../../http/testing/column-walk.ts";
import { appColumns } from "./app-columns.ts";
import { getApp } from "./own-apps.ts";
import { createPartnerFixture, type PartnerFixture } from "./testing/partner-fixture.ts";
import { updateApp } from "./update-app.ts";

/** Columns that the platform fills by itself. Every other one of the migrated schema goes the whole way. */
const platformColumns = [
  ...["id", "kind", "partner_id", "store_id", "client_id"],
  ...["created_at", "updated_at", "suspended_at", "suspended_reason"],
];

/** Columns that only a new app is given. */
const fixed = ["handle"];

const ownSamples: Readonly<Record<string, [unknown, unknown]>> = {
  handle: ["handle-one", "handle-one"],
  app_url: ["https://one.dev/app", "https://two.dev/app"],
  redirection_urls: [["https://one.dev/back"], ["https://two.dev/back", "https://two.dev/more"]],
};

let fixture: PartnerFixture;
let columns: SchemaColumn[];

before(async () => {
  fixture = await createPartnerFixture();
  columns = await schemaColumns(fixture.database, "apps");
});
after(() => fixture.stop());

function sample(index: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(
    columns
      .filter(({ name }) => ![...platformColumns, ...(index === 1 ? fixed : [])].includes(name))
      .map((column) => [column.name, (ownSamples[column.name] ?? sampleValues(column))[index]]),
  );
}

function assertShows(app: object, sent: Readonly<Record<string, unknown>>): void {
  const shown: Readonly<Record<string, unknown>> = { ...app };
  for (const [name, value] of Object.entries(sent)) assert.deepEqual(shown[name], value, `the app's ${name}`);
}

test("the table of columns names those of the migrated schema", () => {
  assert.deepEqual(Object.keys(appColumns).sort(), columns.map(({ name }) => name).sort());
});

test("every column of apps that partners write is registered, updated and shown", async () => {
  const partner = await fixture.person("partner");
  const { app } = await fixture.register(partner, sample(0));
  assertShows(app, sample(0));
  const own = { account_id: partner.account_id, app_id: app.id };
  const updated = await fixture.tx((tx) => updateApp(tx, { ...own, input: sample(1) }, fixture.deps));
  assertShows(updated, sample(1));
  assertShows(await getApp(fixture.database, own, fixture.deps), { ...sample(0), ...sample(1) });
});

test("every field of an app's request is a column", () => {
  assert.deepEqual(Object.keys(operations.registerApp.body.properties).sort(), Object.keys(sample(0)).sort());
  assert.deepEqual(Object.keys(operations.updateApp.body.properties).sort(), Object.keys(sample(1)).sort());
});
