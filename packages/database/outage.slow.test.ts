import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { testSettings } from "./embedded/server-settings.ts";
import { openDatabase } from "./open-database.ts";
import { createTemporaryDirectory } from "./temporary-directory.ts";
import { silentLog, startForTest } from "./testing/test-postgres.ts";

const isUnavailable = (error: unknown) =>
  error instanceof DatabaseUnavailable && error.reason === "unreachable";

test("SQL statements fail while PostgreSQL is stopped and succeed after it restarts", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const options = { dataDir, log: silentLog, settings: testSettings };
  const firstPostgres = await startForTest(t, options);
  const database = openDatabase({ connection: firstPostgres.connectionString, log: silentLog });
  await Promise.all(Array.from({ length: 8 }, () => database.query("select 1")));
  const [connectionInUse, postgresStopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rejectionsOfRunningWork = [
    database.query("select pg_sleep(600)"),
    database.transaction((tx) => tx.query("select pg_sleep(600)"), { statementTimeoutMs: 600_000 }),
    // This connection is in use, but runs no statement.
    database.transaction(async (tx) => {
      connectionInUse.resolve();
      await postgresStopped.promise;
      await tx.query("select 1");
    }),
  ].map((work) => assert.rejects(work, isUnavailable));
  const sleepingSql =
    "select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'";
  while ((await database.query(sleepingSql)).rowCount < 2) await sleep(10);
  await connectionInUse.promise;
  await firstPostgres.stop();
  postgresStopped.resolve();
  await Promise.all(rejectionsOfRunningWork);
  await assert.rejects(database.query("select 1"), isUnavailable);
  await assert.rejects(
    database.transaction((tx) => tx.query("select 1")),
    isUnavailable,
  );
  await assert.rejects(database.one("select 1"), isUnavailable);

  const secondPostgres = await startForTest(t, options);
  assert.equal((await database.query("select 1 as one")).rowCount, 1);
  await database.close();
  await secondPostgres.stop();
  await rm(dataDir, { recursive: true });
});

test("the start and the end of a database outage are each logged once", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const options = { dataDir, log: silentLog, settings: testSettings };
  const logEntries: [string, object][] = [];
  const log = (fields: object, message: string) => void logEntries.push([message, fields]);
  const firstPostgres = await startForTest(t, options);
  const connection = firstPostgres.connectionString;
  const database = openDatabase({ connection, log: { info: log, warn: log, error: log } });
  t.after(() => database.close());
  await database.listen("wake", () => undefined);
  await Promise.all(Array.from({ length: 4 }, () => database.query("select pg_sleep(0.05)")));
  await firstPostgres.stop();
  for (let attempt = 0; attempt < 5; attempt++) {
    await assert.rejects(database.query("select 1"), isUnavailable);
    await assert.rejects(
      database.transaction((tx) => tx.query("select 1")),
      isUnavailable,
    );
    await sleep(100);
  }
  const secondPostgres = await startForTest(t, options);
  while (logEntries.length < 2) {
    await database.query("select 1");
    await sleep(50);
  }
  const [start, end, ...otherEntries] = logEntries;
  await secondPostgres.stop();
  assert.deepEqual(otherEntries, []);
  assert.equal(start?.[0], "The database is unavailable. Work that needs it is retried.");
  assert.equal(end?.[0], "The database is available again.");
  const { outage_ms } = end[1] as { outage_ms: number };
  assert.ok(outage_ms >= 400, `${outage_ms} ms`);
  await rm(dataDir, { recursive: true });
});

test("a killed PostgreSQL is restarted, and queries succeed again", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silentLog });
  await database.query("select 1");
  const killedPid = postgres.pid();
  assert.ok(killedPid);
  process.kill(killedPid, "SIGKILL");
  const killedAt = performance.now();
  for (;;) {
    const result = await database.query("select 1").catch((error: unknown) => error);
    if (!(result instanceof Error) && postgres.pid() !== killedPid) break;
    if (result instanceof Error) assert.ok(isUnavailable(result), String(result));
    assert.ok(performance.now() - killedAt < 60_000, "PostgreSQL was not available after a minute");
    await sleep(20);
  }
  t.diagnostic(`available after ${Math.round(performance.now() - killedAt)} ms`);
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

test("a hanging session of a killed PostgreSQL does not prevent its restart", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silentLog });
  const row = await database.maybeOne<{ pid: number }>("select pg_backend_pid() as pid");
  const sessionPid = row?.pid ?? assert.fail();
  const killedPid = postgres.pid() ?? assert.fail();
  t.after(() => database.close());
  // The stopped session does not notice that its server has ended, so it keeps the shared memory.
  process.kill(sessionPid, "SIGSTOP");
  process.kill(killedPid, "SIGKILL");
  const deadline = performance.now() + 60_000;
  while ([undefined, killedPid].includes(postgres.pid())) {
    assert.ok(performance.now() < deadline, "PostgreSQL was not available after a minute");
    await sleep(20);
  }
  const newPool = openDatabase({ connection: postgres.connectionString, log: silentLog });
  assert.equal((await newPool.query("select 1")).rowCount, 1);
  await newPool.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

test("a connection that never responds times out, and other connections keep working", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silentLog });
  let pid = 0;
  const hangingTransaction = database.transaction(
    async (tx) => {
      pid = (await tx.maybeOne<{ pid: number }>("select pg_backend_pid() as pid"))?.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      await tx.query("select 1");
    },
    { statementTimeoutMs: 1_000 },
  );
  await assert.rejects(hangingTransaction, isUnavailable);
  assert.equal((await database.query("select 1")).rowCount, 1);
  process.kill(pid, "SIGCONT");
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});
