import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase } from "@souk/database";
import { createTestDatabase, eventually, silentLog, type TestDatabase } from "@souk/testkit";
import { type Heartbeat, type ProcessRole, startHeartbeat } from "./heartbeat.ts";

let testDatabase: TestDatabase;

before(async () => {
  testDatabase = await createTestDatabase();
});

after(() => testDatabase.stop());

beforeEach(() => testDatabase.database.query("delete from processes"));

function start(processId: string, role: ProcessRole = "all", beatEveryMs = 20): Promise<Heartbeat> {
  const { database } = testDatabase;
  return startHeartbeat({
    database,
    processId,
    role,
    secretKeyId: "aaaa1111",
    version: "1.0.0",
    random: () => 0.5,
    log: silentLog,
    beatEveryMs,
  });
}

test("every process counts the live processes including itself, but not those that have ended", async () => {
  const [firstProcess, secondProcess] = [await start("one"), await start("two")];
  assert.equal(secondProcess.countLiveProcesses(), 2);
  await eventually(() => firstProcess.countLiveProcesses() === 2);
  await secondProcess.stop();
  await eventually(() => firstProcess.countLiveProcesses() === 1);
  await firstProcess.stop();
});

test("a process that has not reported for 30 s is removed and not counted", async () => {
  await testDatabase.database.query(
    `insert into processes (id, role, started_at, seen_at) values
       ('dead', 'all', clock_timestamp(), clock_timestamp() - interval '31 s'),
       ('late', 'all', clock_timestamp(), clock_timestamp() - interval '25 s')`,
  );
  const firstProcess = await start("one");
  assert.equal(firstProcess.countLiveProcesses(), 2);
  const rows = await testDatabase.database.many<{ id: string }>("select id from processes order by id");
  assert.deepEqual(
    rows.map(({ id }) => id),
    ["late", "one"],
  );
  await firstProcess.stop();
});

test("a process that only delivers webhooks is not counted for the rate limits", async () => {
  const [apiProcess, deliveryProcess] = [await start("api", "api"), await start("delivery", "delivery")];
  assert.deepEqual([apiProcess.countLiveProcesses(), deliveryProcess.countLiveProcesses()], [1, 1]);
  await Promise.all([apiProcess.stop(), deliveryProcess.stop()]);
});

test("a process that starts while the database is unavailable counts only itself", async () => {
  const unavailableDatabase = openDatabase({
    connection: "postgresql://nobody@127.0.0.1:1/none",
    log: silentLog,
  });
  const options = {
    processId: "one",
    role: "all",
    secretKeyId: "aaaa1111",
    version: "1.0.0",
    random: () => 0.5,
    log: silentLog,
  } as const;
  const heartbeat = await startHeartbeat({ database: unavailableDatabase, ...options });
  assert.equal(heartbeat.countLiveProcesses(), 1);
  await heartbeat.stop();
  await unavailableDatabase.close();
});
