import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase } from "@souk/database";
import { eventually, silentLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { type Heartbeat, type ProcessRole, startHeartbeat } from "./heartbeat.ts";

let testing: TestDatabase;

before(async () => {
  testing = await testDatabase();
});

after(() => testing.stop());

beforeEach(() => testing.database.query("delete from processes"));

function start(processId: string, role: ProcessRole = "all", beatEveryMs = 20): Promise<Heartbeat> {
  const { database } = testing;
  return startHeartbeat({ database, processId, role, random: () => 0.5, log: silentLog, beatEveryMs });
}

test("every process learns of the others, and of their end", async () => {
  const [one, two] = [await start("one"), await start("two")];
  assert.equal(two.liveProcesses(), 2);
  await eventually(() => one.liveProcesses() === 2);
  await two.stop();
  await eventually(() => one.liveProcesses() === 1);
  await one.stop();
});

test("a process that has not reported for 30 s no longer counts and is removed", async () => {
  await testing.database.query(
    `insert into processes (id, role, started_at, seen_at) values
       ('dead', 'all', clock_timestamp(), clock_timestamp() - interval '31 s'),
       ('late', 'all', clock_timestamp(), clock_timestamp() - interval '25 s')`,
  );
  const one = await start("one");
  assert.equal(one.liveProcesses(), 2);
  const rows = await testing.database.many<{ id: string }>("select id from processes order by id");
  assert.deepEqual(
    rows.map(({ id }) => id),
    ["late", "one"],
  );
  await one.stop();
});

test("a process that only delivers takes no part of the rate limits", async () => {
  const [api, delivery] = [await start("api", "api"), await start("delivery", "delivery")];
  assert.deepEqual([api.liveProcesses(), delivery.liveProcesses()], [1, 1]);
  await Promise.all([api.stop(), delivery.stop()]);
});

test("while the database is unavailable the last count holds", async () => {
  const away = openDatabase({ connection: "postgresql://nobody@127.0.0.1:1/none", log: silentLog });
  const options = { processId: "one", role: "all", random: () => 0.5, log: silentLog } as const;
  const alone = await startHeartbeat({ database: away, ...options });
  assert.equal(alone.liveProcesses(), 1);
  await alone.stop();
  await away.close();
});
