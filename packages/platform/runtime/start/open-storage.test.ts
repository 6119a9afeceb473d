import assert from "node:assert/strict";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { collectedLog, silentLog, testDatabase } from "@souk/testkit";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/index.ts";
import { openStorage, type Storage } from "./open-storage.ts";
import { StartError } from "./start-error.ts";

let parent: string;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-storage-"));
  await chmod(parent, 0o755);
});

after(() => rm(parent, { recursive: true }));

test("the embedded database is there at once, and its directory is free after the stop", async () => {
  const config = readConfig({ SOUK_DATA_DIR: join(parent, "own") });
  for (const time of ["first", "second"]) {
    const storage = await openStorage({ config, clock: systemClock, log: silentLog });
    assert.ok(storage.postgresPid(), time);
    const rows = await storage.database.many<{ n: number }>("select count(*) as n from partners");
    assert.deepEqual(rows, [{ n: 0 }]);
    const second = openStorage({ config, clock: systemClock, log: silentLog });
    await assert.rejects(
      second,
      (error: unknown) => error instanceof StartError && /is in use by/.test(error.message),
    );
    await storage.stop();
  }
});

const leasedLane = `
  with store as (
    insert into stores (handle, name, currency_code, timezone) values ('kedai', 'Kedai', 'MYR', 'Asia/Kuala_Lumpur') returning id),
  partner as (insert into partners (name) values ('Rakan') returning id),
  app as (insert into apps (partner_id, name, handle, client_id) select id, 'App', 'app', 'app' from partner returning id),
  installation as (
    insert into installations (store_id, app_id, status, scopes, installed_at)
    select store.id, app.id, 'enabled', '{}', clock_timestamp() from store, app returning id, store_id, app_id)
  insert into lanes (kind, installation_id, store_id, app_id, owner, leased_until)
  select 'subscription', id, store_id, app_id, 'killed', clock_timestamp() + interval '30 s' from installation`;

test("only on the embedded database does the next start free a killed server's leases", async () => {
  const config = readConfig({ SOUK_DATA_DIR: join(parent, "killed") });
  const owners = async ({ database }: Storage): Promise<(string | null)[]> =>
    (await database.many<{ owner: string | null }>("select owner from lanes")).map(({ owner }) => owner);
  const first = await openStorage({ config, clock: systemClock, log: silentLog });
  await first.database.query(leasedLane);
  await first.database.query("insert into processes values ('killed', 'all', now(), now())");
  await first.stop();
  const second = await openStorage({ config, clock: systemClock, log: silentLog });
  assert.deepEqual(await owners(second), [null]);
  assert.equal((await second.database.query("select from processes")).rowCount, 0);
  await second.stop();

  const shared = await testDatabase();
  await shared.database.query(leasedLane);
  const DATABASE_URL = shared.connectionString;
  const other = readConfig({ SOUK_DATA_DIR: join(parent, "shared"), DATABASE_URL });
  const third = await openStorage({ config: other, clock: systemClock, log: silentLog });
  assert.deepEqual(await owners(third), ["killed"]);
  await third.stop();
  await shared.stop();
});

test("an unreachable DATABASE_URL is waited for, then reported; the directory is freed", async () => {
  const DATABASE_URL = "postgresql://souk:s3cret@127.0.0.1:1/souk";
  const config = readConfig({ SOUK_DATA_DIR: join(parent, "away"), DATABASE_URL });
  for (const patienceMs of [600, 0]) {
    const log = collectedLog();
    const begin = performance.now();
    const opened = openStorage({ config, clock: systemClock, log, patienceMs });
    await assert.rejects(opened, (error: unknown) => {
      assert.ok(error instanceof StartError);
      assert.match(
        error.message,
        /^DATABASE_URL does not connect to a usable database: connect ECONNREFUSED/,
      );
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    });
    assert.ok(performance.now() - begin >= patienceMs);
    assert.equal(log.lines.filter(({ level }) => level === "warn").length, 1, "logged once that it waits");
  }
});
