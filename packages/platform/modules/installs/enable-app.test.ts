import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { createTokenReader } from "./index.ts";
import type { InstalledApp } from "./installed-app.ts";
import { consoleCall } from "./testing/console-call.ts";
import { type InstallWorld, install, installWorld } from "./testing/install-world.ts";
import { subscribe } from "./testing/subscribe.ts";

let world: InstallWorld;

before(async () => {
  world = await installWorld();
});
after(() => world.stop());

const disable = (id: number) => consoleCall<{ app: InstalledApp }>(world, operations.disableApp, { id });
const enable = (id: number) => consoleCall<{ app: InstalledApp }>(world, operations.enableApp, { id });

test("INS-18 a disabled app's token fails from the next request on, and works again once enabled", async () => {
  const { access_token, installation_id } = await install(world);
  const read = createTokenReader(world.database);
  assert.equal((await read(access_token)).ok, true);
  assert.equal((await disable(installation_id)).app.status, "disabled");
  assert.deepEqual(await read(access_token), { ok: false, reason: "app_disabled" });
  assert.equal((await enable(installation_id)).app.status, "enabled");
  assert.equal((await read(access_token)).ok, true);
});

test("INS-18 disabling parks and fences the lanes; enabling wakes them and leaves one delivery number out", async () => {
  const { database } = world;
  const { installation_id } = await install(world);
  await subscribe(world, installation_id, "product/update");
  await database.query(
    `insert into delivery_heads (installation_id, last_number) values ($1, 7)
     on conflict (installation_id) do update set last_number = 7`,
    [installation_id],
  );
  const lane = async () => {
    const { rows } = await database.query<{ epoch: number; awake: boolean; last_number: number }>(
      `select epoch, wake_at is not null as awake, last_number
       from lanes join delivery_heads using (installation_id) where installation_id = $1`,
      [installation_id],
    );
    return rows[0];
  };
  await disable(installation_id);
  assert.deepEqual(await lane(), { epoch: 1, awake: false, last_number: 7 });
  await disable(installation_id);
  assert.deepEqual(await lane(), { epoch: 1, awake: false, last_number: 7 }, "a second time changes nothing");
  await enable(installation_id);
  assert.deepEqual(await lane(), { epoch: 1, awake: true, last_number: 8 });
  await enable(installation_id);
  assert.equal((await lane())?.last_number, 8, "a second time changes nothing");
});
