import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ensureEndpoint } from "./endpoint-store.ts";
import { removeUnusedEndpoints } from "./index.ts";
import { createEngineFixture, type EngineFixture } from "./testing/engine-fixture.ts";

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await createEngineFixture();
  fixture.clock.set(new Date());
});
afterEach(() => fixture.stop());

const removeUnused = () => fixture.database.transaction((tx) => removeUnusedEndpoints(tx, fixture.clock));

async function listOrigins(): Promise<string[]> {
  const rows = await fixture.database.many<{ origin: string }>(
    "select origin from endpoints order by origin",
  );
  return rows.map(({ origin }) => origin);
}

test("an endpoint without lanes is removed after a day, unless it is leased", async () => {
  const app = await fixture.install();
  await fixture.subscribe(app, "product/update", "https://used.test/");
  const { database } = fixture;
  await database.transaction((tx) => ensureEndpoint(tx, app.app_id, "https://unused.test/"));
  const endpointId = await database.transaction((tx) => ensureEndpoint(tx, app.app_id, "https://held.test/"));
  assert.equal(await removeUnused(), 0, "not within a day");
  fixture.clock.advance(86_400_000 + 60_000);
  const leasedUntil = new Date((fixture.clock.getTestTime() ?? new Date()).getTime() + 30_000);
  await database.query("update endpoints set owner = 'a', leased_until = $2 where id = $1", [
    endpointId,
    leasedUntil,
  ]);
  assert.equal(await removeUnused(), 1);
  assert.deepEqual(await listOrigins(), ["https://held.test", "https://used.test"]);
});

test("an endpoint for which a lane is being created is kept", async () => {
  const app = await fixture.install();
  const url = "https://soon.test/";
  await fixture.database.transaction((tx) => ensureEndpoint(tx, app.app_id, url));
  fixture.clock.advance(86_400_000 + 60_000);
  await fixture.database.transaction(async (tx) => {
    await ensureEndpoint(tx, app.app_id, url);
    assert.equal(await removeUnused(), 0);
  });
  assert.deepEqual(await listOrigins(), ["https://soon.test"]);
});
