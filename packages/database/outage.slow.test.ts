import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { testSettings } from "./embedded/server-settings.ts";
import { openDatabase } from "./open-database.ts";
import { createTemporaryDirectory } from "./temporary-directory.ts";
import { silent, startForTest } from "./testing/test-postgres.ts";

const isUnavailable = (error: unknown) => error instanceof DatabaseUnavailable && error.reason === "away";

test("calls reject while PostgreSQL is stopped and succeed after it restarts", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const options = { dataDir, log: silent, settings: testSettings };
  const first = await startForTest(t, options);
  const database = openDatabase({ connection: first.connectionString, log: silent });
  await Promise.all(Array.from({ length: 8 }, () => database.query("select 1")));
  const [isInUse, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inFlight = [
    database.query("select pg_sleep(600)"),
    database.transaction((tx) => tx.query("select pg_sleep(600)"), { statementTimeoutMs: 600_000 }),
    // A connection in use without a running statement.
    database.transaction(async (tx) => {
      isInUse.resolve();
      await stopped.promise;
      await tx.query("select 1");
    }),
  ].map((work) => assert.rejects(work, isUnavailable));
  const asleep = "select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'";
  while ((await database.query(asleep)).rowCount < 2) await sleep(10);
  await isInUse.promise;
  await first.stop();
  stopped.resolve();
  await Promise.all(inFlight);
  await assert.rejects(database.query("select 1"), isUnavailable);
  await assert.rejects(
    database.transaction((tx) => tx.query("select 1")),
    isUnavailable,
  );
  await assert.rejects(database.one("select 1"), isUnavailable);

  const second = await startForTest(t, options);
  assert.equal((await database.query("select 1 as one")).rowCount, 1);
  await database.close();
  await second.stop();
  await rm(dataDir, { recursive: true });
});

test("the start and the end of an outage are each logged once", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const options = { dataDir, log: silent, settings: testSettings };
  const logged: [string, object][] = [];
  const log = (fields: object, message: string) => void logged.push([message, fields]);
  const first = await startForTest(t, options);
  const connection = first.connectionString;
  const database = openDatabase({ connection, log: { info: log, warn: log, error: log } });
  t.after(() => database.close());
  await database.listen("wake", () => undefined);
  await Promise.all(Array.from({ length: 4 }, () => database.query("select pg_sleep(0.05)")));
  await first.stop();
  for (let attempt = 0; attempt < 5; attempt++) {
    await assert.rejects(database.query("select 1"), isUnavailable);
    await assert.rejects(
      database.transaction((tx) => tx.query("select 1")),
      isUnavailable,
    );
    await sleep(100);
  }
  const second = await startForTest(t, options);
  while (logged.length < 2) {
    await database.query("select 1");
    await sleep(50);
  }
  const [start, end, ...rest] = logged;
  await second.stop();
  assert.deepEqual(rest, []);
  assert.equal(start?.[0], "The database is unavailable. Work that needs it is retried.");
  assert.equal(end?.[0], "The database is available again.");
  const { away_ms } = end[1] as { away_ms: number };
  assert.ok(away_ms >= 400, `${away_ms} ms`);
  await rm(dataDir, { recursive: true });
});

test("a killed PostgreSQL is restarted, and queries succeed again", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silent });
  await database.query("select 1");
  const killed = postgres.pid();
  assert.ok(killed);
  process.kill(killed, "SIGKILL");
  const begin = performance.now();
  for (;;) {
    const result = await database.query("select 1").catch((error: unknown) => error);
    if (!(result instanceof Error) && postgres.pid() !== killed) break;
    if (result instanceof Error) assert.ok(isUnavailable(result), String(result));
    assert.ok(performance.now() - begin < 60_000, "not back after a minute");
    await sleep(20);
  }
  t.diagnostic(`back after ${Math.round(performance.now() - begin)} ms`);
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

test("a hanging session of a killed PostgreSQL does not prevent the next start", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silent });
  const row = await database.maybeOne<{ pid: number }>("select pg_backend_pid() as pid");
  const session = row?.pid ?? assert.fail();
  const killed = postgres.pid() ?? assert.fail();
  t.after(() => database.close());
  // The session does not notice that its server has ended, and keeps the shared memory.
  process.kill(session, "SIGSTOP");
  process.kill(killed, "SIGKILL");
  const end = performance.now() + 60_000;
  while ([undefined, killed].includes(postgres.pid())) {
    assert.ok(performance.now() < end, "not back after a minute");
    await sleep(20);
  }
  const fresh = openDatabase({ connection: postgres.connectionString, log: silent });
  assert.equal((await fresh.query("select 1")).rowCount, 1);
  await fresh.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

test("a connection that never responds times out, and others keep working", async (t) => {
  const dataDir = await createTemporaryDirectory("souk-outage-");
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silent });
  let pid = 0;
  const hung = database.transaction(
    async (tx) => {
      pid = (await tx.maybeOne<{ pid: number }>("select pg_backend_pid() as pid"))?.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      await tx.query("select 1");
    },
    { statementTimeoutMs: 1_000 },
  );
  await assert.rejects(hung, isUnavailable);
  assert.equal((await database.query("select 1")).rowCount, 1);
  process.kill(pid, "SIGCONT");
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});
