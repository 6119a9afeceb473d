import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { cloneDatabase, createTemplate, dropTemplate } from "./template-database.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres({ autovacuum_naptime: "1s" });
});
after(() => postgres?.stop());

test("clones of a migrated template database are independent and can be dropped while in use", async (t) => {
  const template = await createTemplate(postgres.connectionString, (connection) =>
    migrate({ connection, log: silentLog }),
  );
  const startedAt = performance.now();
  const firstClone = await cloneDatabase(template);
  t.diagnostic(`cloned in ${Math.round(performance.now() - startedAt)} ms`);
  const secondClone = await cloneDatabase(template);
  const database = openDatabase({ connection: firstClone.connectionString, log: silentLog });
  const secondDatabase = openDatabase({ connection: secondClone.connectionString, log: silentLog });
  await database.query("insert into settings (key, value) values ('a', '1')");
  assert.equal((await secondDatabase.query("select from settings")).rowCount, 0);
  await firstClone.drop();
  await assert.rejects(database.query("select 1"));
  await Promise.all([database.close(), secondDatabase.close()]);
  await secondClone.drop();
  await dropTemplate(template);
});

test("a template database can be cloned several times concurrently", async () => {
  const template = await createTemplate(postgres.connectionString, async () => undefined);
  const clones = await Promise.all([1, 2, 3].map(() => cloneDatabase(template)));
  assert.equal(new Set(clones.map(({ connectionString }) => connectionString)).size, 3);
  await Promise.all(clones.map((clone) => clone.drop()));
  await dropTemplate(template);
});

/** Create a table whose index autovacuum cannot compute while advisory lock 7 is held, and then take this lock. */
const blockAutovacuumSql = `
  create function slow_identity(value integer) returns integer language plpgsql immutable as
    $$ begin perform pg_catalog.pg_advisory_xact_lock_shared(7); return value; end $$;
  create table changing (id integer) with (autovacuum_analyze_threshold = 1, autovacuum_analyze_scale_factor = 0);
  create index on changing (slow_identity(id));
  insert into changing select generate_series(1, 100);
  select pg_advisory_lock(7), pg_stat_force_next_flush();`;

const findWorkersSql =
  "select 1 from pg_stat_activity where backend_type = 'autovacuum worker' and datname = $1";

test("a database is dropped once its autovacuum worker has ended", async (t) => {
  const connectionString = await postgres.createEmptyDatabase();
  const name = /souk_template_\w+/.exec(connectionString)?.[0] ?? assert.fail();
  const otherDatabase = openDatabase({ connection: postgres.connectionString, log: silentLog });
  t.after(() => otherDatabase.close());
  const hasWorker = async (condition: string): Promise<boolean> =>
    (await otherDatabase.query(`${findWorkersSql} and ${condition}`, [name])).rowCount === 1;
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(blockAutovacuumSql);
  while (!(await hasWorker("wait_event = 'advisory'"))) await otherDatabase.query("select pg_sleep(0.02)");
  let rejectionCount = 0;
  await dropTemplate({ adminUrl: postgres.connectionString, name }, async () => {
    rejectionCount += 1;
    // Closing the connection releases the lock, so that the worker can finish.
    if (rejectionCount === 1) await client.end();
    while (await hasWorker("true")) await otherDatabase.query("select pg_sleep(0.02)");
  });
  assert.ok(rejectionCount > 0);
  assert.equal(
    (await otherDatabase.query("select 1 from pg_database where datname = $1", [name])).rowCount,
    0,
  );
});

test("dropping a database is not retried after an error that autovacuum did not cause", async () => {
  const wait = () => assert.fail("the drop was retried");
  const invalidTemplate = {
    adminUrl: postgres.connectionString.replace(/souk:[^@]*@/, "souk:wrong@"),
    name: "any",
  };
  await assert.rejects(dropTemplate(invalidTemplate, wait), { code: "28P01" });
});
