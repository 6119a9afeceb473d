import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createTokenReader } from "./index.ts";
import type { InstalledApp } from "./installed-app.ts";
import { callConsole } from "./testing/console-call.ts";
import { createInstallFixture, type InstallFixture, install } from "./testing/install-fixture.ts";
import { subscribe } from "./testing/subscribe.ts";

let fixture: InstallFixture;

before(async () => {
  fixture = await createInstallFixture();
});
after(() => fixture.stop());

const disable = (id: number) => callConsole<{ app: InstalledApp }>(fixture, operations.disableApp, { id });
const enable = (id: number) => callConsole<{ app: InstalledApp }>(fixture, operations.enableApp, { id });

test("INS-18 an app's token is rejected while the app is disabled, but not before or afterwards", async () => {
  const { access_token, installation_id } = await install(fixture);
  const readToken = createTokenReader(fixture.database);
  assert.equal((await readToken(access_token)).ok, true);
  assert.equal((await disable(installation_id)).app.status, "disabled");
  assert.deepEqual(await readToken(access_token), { ok: false, reason: "app_disabled" });
  assert.equal((await enable(installation_id)).app.status, "enabled");
  assert.equal((await readToken(access_token)).ok, true);
});

test("INS-18 disabling an app stops its deliveries, and enabling it skips one delivery number", async () => {
  const { database } = fixture;
  const { installation_id } = await install(fixture);
  await subscribe(fixture, installation_id, "product/update");
  await database.query(
    `insert into delivery_heads (installation_id, last_number) values ($1, 7)
     on conflict (installation_id) do update set last_number = 7`,
    [installation_id],
  );
  const loadLane = async () =>
    database.maybeOne<{ epoch: number; awake: boolean; last_number: number }>(
      `select epoch, wake_at is not null as awake, last_number
       from lanes join delivery_heads using (installation_id) where installation_id = $1`,
      [installation_id],
    );
  await disable(installation_id);
  assert.deepEqual(await loadLane(), { epoch: 1, awake: false, last_number: 7 });
  await disable(installation_id);
  assert.deepEqual(
    await loadLane(),
    { epoch: 1, awake: false, last_number: 7 },
    "disabling the app a second time changes nothing",
  );
  await enable(installation_id);
  assert.deepEqual(await loadLane(), { epoch: 1, awake: true, last_number: 8 });
  await enable(installation_id);
  assert.equal((await loadLane())?.last_number, 8, "enabling the app a second time skips no number");
});
