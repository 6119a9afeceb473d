import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { endpointOf } from "./endpoint-store.ts";
import { removeUnusedEndpoints } from "./index.ts";
import { type EngineRig, engineRig } from "./testing/engine-rig.ts";

let rig: EngineRig;
beforeEach(async () => {
  rig = await engineRig();
  rig.clock.set(new Date());
});
afterEach(() => rig.stop());

const remove = () => rig.database.transaction((tx) => removeUnusedEndpoints(tx, rig.clock));

async function origins(): Promise<string[]> {
  const { rows } = await rig.database.query<{ origin: string }>(
    "select origin from endpoints order by origin",
  );
  return rows.map(({ origin }) => origin);
}

test("an endpoint without a lane is removed after a day, unless a process still has it", async () => {
  const app = await rig.install();
  await rig.subscribe(app, "product/update", "https://used.test/");
  const { database } = rig;
  await database.transaction((tx) => endpointOf(tx, app.app_id, "https://unused.test/"));
  const held = await database.transaction((tx) => endpointOf(tx, app.app_id, "https://held.test/"));
  assert.equal(await remove(), 0, "not at once");
  rig.clock.advance(86_400_000 + 60_000);
  const until = new Date((rig.clock.at() ?? new Date()).getTime() + 30_000);
  await database.query("update endpoints set owner = 'a', leased_until = $2 where id = $1", [held, until]);
  assert.equal(await remove(), 1);
  assert.deepEqual(await origins(), ["https://held.test", "https://used.test"]);
});

test("an endpoint at which somebody is opening a lane stays", async () => {
  const app = await rig.install();
  const url = "https://soon.test/";
  await rig.database.transaction((tx) => endpointOf(tx, app.app_id, url));
  rig.clock.advance(86_400_000 + 60_000);
  await rig.database.transaction(async (tx) => {
    await endpointOf(tx, app.app_id, url);
    assert.equal(await remove(), 0);
  });
  assert.deepEqual(await origins(), ["https://soon.test"]);
});
