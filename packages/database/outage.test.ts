import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { testSettings } from "./embedded/server-settings.ts";
import { openDatabase } from "./open-database.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { silent, started } from "./testing/test-postgres.ts";

const isAway = (error: unknown) => error instanceof DatabaseUnavailable && error.reason === "away";

test("while PostgreSQL is stopped everything rejects as away; when it is back the same database goes on", async (t) => {
  const dataDir = await temporaryDirectory("souk-outage-");
  const options = { dataDir, log: silent, settings: testSettings };
  const first = await started(t, options);
  const database = openDatabase({ connection: first.connectionString, log: silent });
  await Promise.all(Array.from({ length: 8 }, () => database.query("select 1")));
  const [lent, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inFlight = [
    database.query("select pg_sleep(600)"),
    database.transaction((tx) => tx.query("select pg_sleep(600)"), { statementTimeoutMs: 600_000 }),
    // A lent connection that runs nothing when it breaks.
    database.transaction(async (tx) => {
      lent.resolve();
      await stopped.promise;
      await tx.query("select 1");
    }),
  ].map((work) => assert.rejects(work, isAway));
  const asleep = "select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'";
  while ((await database.query(asleep)).rowCount < 2) await sleep(10);
  await lent.promise;
  await first.stop();
  stopped.resolve();
  await Promise.all(inFlight);
  await assert.rejects(database.query("select 1"), isAway);
  await assert.rejects(
    database.transaction((tx) => tx.query("select 1")),
    isAway,
  );
  await assert.rejects(database.kysely.selectNoFrom((eb) => eb.val(1).as("one")).execute(), isAway);

  const second = await started(t, options);
  assert.equal((await database.query("select 1 as one")).rowCount, 1);
  await database.close();
  await second.stop();
  await rm(dataDir, { recursive: true });
});

test("an outage is told when it begins and when it is over, however often it is met", async (t) => {
  const dataDir = await temporaryDirectory("souk-outage-");
  const options = { dataDir, log: silent, settings: testSettings };
  const told: [string, object][] = [];
  const tell = (fields: object, message: string) => void told.push([message, fields]);
  const first = await started(t, options);
  const connection = first.connectionString;
  const database = openDatabase({ connection, log: { info: tell, warn: tell, error: tell } });
  t.after(() => database.close());
  await database.listen("wake", () => undefined);
  await Promise.all(Array.from({ length: 4 }, () => database.query("select pg_sleep(0.05)")));
  await first.stop();
  for (let met = 0; met < 5; met++) {
    await assert.rejects(database.query("select 1"), isAway);
    await assert.rejects(
      database.transaction((tx) => tx.query("select 1")),
      isAway,
    );
    await sleep(100);
  }
  const second = await started(t, options);
  while (told.length < 2) {
    await database.query("select 1");
    await sleep(50);
  }
  const [began, over, ...more] = told;
  await second.stop();
  assert.deepEqual(more, []);
  assert.equal(began?.[0], "The database does not answer; what needs it is tried again.");
  assert.equal(over?.[0], "The database answers again.");
  const { away_ms } = over[1] as { away_ms: number };
  assert.ok(away_ms >= 400, `${away_ms} ms`);
  await rm(dataDir, { recursive: true });
});

test("PostgreSQL killed hard is started again, and queries succeed again", async (t) => {
  const dataDir = await temporaryDirectory("souk-outage-");
  const postgres = await started(t, { dataDir, log: silent, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silent });
  await database.query("select 1");
  const killed = postgres.pid();
  assert.ok(killed);
  process.kill(killed, "SIGKILL");
  const begin = performance.now();
  for (;;) {
    const answer = await database.query("select 1").catch((error: unknown) => error);
    if (!(answer instanceof Error) && postgres.pid() !== killed) break;
    if (answer instanceof Error) assert.ok(isAway(answer), String(answer));
    assert.ok(performance.now() - begin < 60_000, "not back after a minute");
    await sleep(20);
  }
  t.diagnostic(`back after ${Math.round(performance.now() - begin)} ms`);
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

test("a session that hangs when PostgreSQL is killed does not keep it from being started again", async (t) => {
  const dataDir = await temporaryDirectory("souk-outage-");
  const postgres = await started(t, { dataDir, log: silent, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silent });
  const { rows } = await database.query<{ pid: number }>("select pg_backend_pid() as pid");
  const session = rows[0]?.pid ?? assert.fail();
  const killed = postgres.pid() ?? assert.fail();
  t.after(() => database.close());
  // It does not see that its server is gone, and holds the memory that they shared.
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

test("a connection that never answers is given up as away, and others go on", async (t) => {
  const dataDir = await temporaryDirectory("souk-outage-");
  const postgres = await started(t, { dataDir, log: silent, settings: testSettings });
  const database = openDatabase({ connection: postgres.connectionString, log: silent });
  let pid = 0;
  const hung = database.transaction(
    async (tx) => {
      pid = (await tx.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
      process.kill(pid, "SIGSTOP");
      await tx.query("select 1");
    },
    { statementTimeoutMs: 1_000 },
  );
  await assert.rejects(hung, isAway);
  assert.equal((await database.query("select 1")).rowCount, 1);
  process.kill(pid, "SIGCONT");
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});
