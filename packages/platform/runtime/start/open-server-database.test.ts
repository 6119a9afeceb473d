import assert from "node:assert/strict";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createCollectedLog, createTestDatabase, silentLog } from "@souk/testkit";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config/index.ts";
import { openServerDatabase, type ServerDatabase } from "./open-server-database.ts";
import { StartError } from "./start-error.ts";

let parent: string;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "souk-storage-"));
  await chmod(parent, 0o755);
});

after(() => rm(parent, { recursive: true }));

test("an embedded database can't be opened again until it is stopped", async () => {
  const config = readConfig({ SOUK_DATA_DIR: join(parent, "own") });
  for (const attempt of ["first", "second"]) {
    const serverDatabase = await openServerDatabase({ config, clock: systemClock, log: silentLog });
    assert.ok(serverDatabase.getPostgresPid(), attempt);
    const rows = await serverDatabase.database.many<{ n: number }>("select count(*) as n from partners");
    assert.deepEqual(rows, [{ n: 0 }]);
    const secondOpening = openServerDatabase({ config, clock: systemClock, log: silentLog });
    await assert.rejects(
      secondOpening,
      (error: unknown) => error instanceof StartError && /is in use by/.test(error.message),
    );
    await serverDatabase.stop();
  }
});

const insertLeasedLaneText = `
  with store as (
    insert into stores (handle, name, currency_code, timezone) values ('kedai', 'Kedai', 'MYR', 'Asia/Kuala_Lumpur') returning id),
  partner as (insert into partners (name) values ('Rakan') returning id),
  app as (insert into apps (partner_id, name, handle, client_id) select id, 'App', 'app', 'app' from partner returning id),
  installation as (
    insert into installations (store_id, app_id, status, scopes, installed_at)
    select store.id, app.id, 'enabled', '{}', clock_timestamp() from store, app returning id, store_id, app_id)
  insert into lanes (kind, installation_id, store_id, app_id, owner, leased_until)
  select 'subscription', id, store_id, app_id, 'killed', clock_timestamp() + interval '30 s' from installation`;

test("a server's start releases a killed server's leases only on the embedded database", async () => {
  const config = readConfig({ SOUK_DATA_DIR: join(parent, "killed") });
  const listLaneOwners = async ({ database }: ServerDatabase): Promise<(string | null)[]> =>
    (await database.many<{ owner: string | null }>("select owner from lanes")).map(({ owner }) => owner);
  const firstServer = await openServerDatabase({ config, clock: systemClock, log: silentLog });
  await firstServer.database.query(insertLeasedLaneText);
  await firstServer.database.query("insert into processes values ('killed', 'all', now(), now())");
  await firstServer.stop();
  const secondServer = await openServerDatabase({ config, clock: systemClock, log: silentLog });
  assert.deepEqual(await listLaneOwners(secondServer), [null]);
  assert.equal((await secondServer.database.query("select from processes")).rowCount, 0);
  await secondServer.stop();

  const sharedDatabase = await createTestDatabase();
  await sharedDatabase.database.query(insertLeasedLaneText);
  const DATABASE_URL = sharedDatabase.connectionString;
  const sharedConfig = readConfig({ SOUK_DATA_DIR: join(parent, "shared"), DATABASE_URL });
  const thirdServer = await openServerDatabase({ config: sharedConfig, clock: systemClock, log: silentLog });
  assert.deepEqual(await listLaneOwners(thirdServer), ["killed"]);
  await thirdServer.stop();
  await sharedDatabase.stop();
});

test("a server's start waits for an unreachable DATABASE_URL and then fails with the connection error", async () => {
  const DATABASE_URL = "postgresql://souk:s3cret@127.0.0.1:1/souk";
  const config = readConfig({ SOUK_DATA_DIR: join(parent, "away"), DATABASE_URL });
  for (const timeoutMs of [600, 0]) {
    const log = createCollectedLog();
    const startedAt = performance.now();
    const opening = openServerDatabase({ config, clock: systemClock, log, timeoutMs });
    await assert.rejects(opening, (error: unknown) => {
      assert.ok(error instanceof StartError);
      assert.match(
        error.message,
        /^DATABASE_URL does not connect to a usable database: connect ECONNREFUSED/,
      );
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    });
    assert.ok(performance.now() - startedAt >= timeoutMs);
    assert.equal(log.lines.filter(({ level }) => level === "warn").length, 1, "the waiting is logged once");
  }
});
