import assert from "node:assert/strict";
import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDatabase } from "../open-database.ts";
import { createTemporaryDirectory } from "../temporary-directory.ts";
import { endHolder, holdPostgres } from "../testing/held-postgres.ts";
import { silent, startForTest } from "../testing/test-postgres.ts";
import { DataDirectoryInUse } from "./data-directory-lock.ts";
import { isRunning } from "./process-start.ts";
import { testSettings } from "./server-settings.ts";

let parent: string;
before(async () => {
  parent = await createTemporaryDirectory("souk-embedded-");
  await chmod(parent, 0o755);
});
after(() => rm(parent, { recursive: true, force: true }));

async function queryOne(connection: string, statement: string): Promise<object | undefined> {
  const database = openDatabase({ connection, log: silent, maxConnections: 1 });
  return (await database.query(statement).finally(() => database.close())).rows[0];
}

test("data is kept over two restarts", async (t) => {
  const options = { dataDir: join(parent, "times"), log: silent };
  const times: number[] = [];
  for (let start = 0; start < 3; start++) {
    const startedAt = performance.now();
    const postgres = await startForTest(t, options);
    times.push(Math.round(performance.now() - startedAt));
    if (start === 0) await queryOne(postgres.connectionString, "create table kept (a integer)");
    await queryOne(postgres.connectionString, "select from kept");
    await postgres.stop();
  }
  // The bench checks the duration of a start on an otherwise idle machine.
  t.diagnostic(`starts: ${times.join(", ")} ms`);
});

test("the cluster is durable, has checksums and admits one role", async (t) => {
  const postgres = await startForTest(t, { dataDir: join(parent, "settings"), log: silent });
  const row = await queryOne(
    postgres.connectionString,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
       current_setting('listen_addresses') as addresses, current_user::text as role,
       (select rolsuper from pg_roles where rolname = current_user) as superuser,
       'Z' < 'a' as by_code_point, upper('é') as upper, (select count(*) > 0 from pg_stat_statements) as counted`,
  );
  assert.deepEqual(row, {
    fsync: "on",
    commit: "on",
    checksums: "on",
    encoding: "UTF8",
    addresses: "",
    role: "souk",
    superuser: false,
    by_code_point: true,
    upper: "É",
    counted: true,
  });
  const asSuperuser = postgres.connectionString.replace("souk:", "postgres:");
  await assert.rejects(queryOne(asSuperuser, "select 1"), /pg_hba\.conf/);
  const modes = await Promise.all(
    ["postgres", "postgres.password"].map(
      async (name) => (await stat(join(parent, "settings", name))).mode & 0o777,
    ),
  );
  assert.deepEqual(modes, [0o700, 0o600]);
  await postgres.stop();
});

test("a data directory in use cannot be opened again by this or another process", async (t) => {
  const dataDir = join(parent, "second");
  const running = await holdPostgres(t, dataDir);
  const isInUseError = (error: unknown) =>
    error instanceof DataDirectoryInUse && error.pid === running.holder.pid;
  await assert.rejects(startForTest(t, { dataDir, log: silent, settings: testSettings }), isInUseError);
  assert.ok(await queryOne(running.connectionString, "select 1 as one"));
  await endHolder(running, "SIGTERM");
  assert.equal(await isRunning(running.pid), false);
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  await assert.rejects(startForTest(t, { dataDir, log: silent }), DataDirectoryInUse);
  await postgres.stop();
});

test("after kill -9 of the server its PostgreSQL is replaced, and its commits are kept", async (t) => {
  const dataDir = join(parent, "killed");
  const running = await holdPostgres(t, dataDir);
  await queryOne(running.connectionString, "create table kept as select 7 as a");
  await endHolder(running, "SIGKILL");
  assert.ok(await isRunning(running.pid), "PostgreSQL should outlive the killed server");
  const startedAt = performance.now();
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  t.diagnostic(`took over in ${Math.round(performance.now() - startedAt)} ms`);
  assert.equal(await isRunning(running.pid), false);
  assert.deepEqual(await queryOne(postgres.connectionString, "select a from kept"), { a: 7 });
  await postgres.stop();

  assert.equal(postgres.pid(), undefined);
});

test("after kill -9 of the server and of its PostgreSQL the next start recovers", async (t) => {
  const dataDir = join(parent, "both-killed");
  const running = await holdPostgres(t, dataDir);
  await queryOne(running.connectionString, "create table kept as select 7 as a");
  await endHolder(running, "SIGKILL");
  process.kill(running.pid, "SIGKILL");
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  assert.deepEqual(await queryOne(postgres.connectionString, "select a from kept"), { a: 7 });
  await postgres.stop();
});

test("with a path too long for a Unix socket PostgreSQL listens on a loopback port", async (t) => {
  const dataDir = join(parent, "long".repeat(30));
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  assert.match(postgres.connectionString, /@127\.0\.0\.1:\d+\/souk$/);
  assert.deepEqual(
    await queryOne(postgres.connectionString, "select current_setting('listen_addresses') as a"),
    {
      a: "127.0.0.1",
    },
  );
  await postgres.stop();
});

test("a lost password file does not lose data", async (t) => {
  const dataDir = join(parent, "password");
  const options = { dataDir, log: silent, settings: testSettings };
  const first = await startForTest(t, options);
  await first.stop();
  await rm(join(dataDir, "postgres.password"));
  const second = await startForTest(t, options);
  assert.ok(await queryOne(second.connectionString, "select 1 as one"));
  assert.notEqual(second.connectionString, first.connectionString);
  await second.stop();
});

test("a start after an interrupted cluster creation succeeds", async (t) => {
  const dataDir = join(parent, "half");
  await mkdir(join(dataDir, "postgres.new"), { recursive: true });
  await writeFile(join(dataDir, "postgres.new", "PG_VERSION"), "18\n");
  const postgres = await startForTest(t, { dataDir, log: silent, settings: testSettings });
  assert.ok(await queryOne(postgres.connectionString, "select 1 as one"));
  await postgres.stop();
});

test("a PostgreSQL that cannot start reports why and releases the data directory", async (t) => {
  const dataDir = join(parent, "wrong");
  const wrong = { dataDir, log: silent, settings: { ...testSettings, max_connections: "none" } };
  await assert.rejects(startForTest(t, wrong), /did not start.*max_connections/s);
  const postgres = await startForTest(t, { ...wrong, settings: testSettings });
  await postgres.stop();
  assert.ok(await readFile(join(dataDir, "postgres.log"), "utf8"));
});
