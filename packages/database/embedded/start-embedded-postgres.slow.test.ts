import assert from "node:assert/strict";
import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openDatabase } from "../open-database.ts";
import { createTemporaryDirectory } from "../temporary-directory.ts";
import { endServerProcess, startSeparatePostgres } from "../testing/separate-postgres.ts";
import { silentLog, startForTest } from "../testing/test-postgres.ts";
import { DataDirectoryInUse } from "./data-directory-lock.ts";
import { isRunning } from "./process-start.ts";
import { testSettings } from "./server-settings.ts";

let parentDir: string;
before(async () => {
  parentDir = await createTemporaryDirectory("souk-embedded-");
  await chmod(parentDir, 0o755);
});
after(() => rm(parentDir, { recursive: true, force: true }));

async function queryOne(connection: string, statement: string): Promise<object | undefined> {
  const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
  return (await database.query(statement).finally(() => database.close())).rows[0];
}

test("the embedded database keeps its data over two restarts", async (t) => {
  const options = { dataDir: join(parentDir, "times"), log: silentLog };
  const startDurationsMs: number[] = [];
  for (let start = 0; start < 3; start++) {
    const startedAt = performance.now();
    const postgres = await startForTest(t, options);
    startDurationsMs.push(Math.round(performance.now() - startedAt));
    if (start === 0) await queryOne(postgres.connectionString, "create table kept (a integer)");
    await queryOne(postgres.connectionString, "select from kept");
    await postgres.stop();
  }
  // The duration of a start is only shown here. The bench checks it, on an otherwise idle machine.
  t.diagnostic(`starts: ${startDurationsMs.join(", ")} ms`);
});

test("the embedded PostgreSQL is durable, has checksums and allows only one role to connect", async (t) => {
  const postgres = await startForTest(t, { dataDir: join(parentDir, "settings"), log: silentLog });
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
      async (name) => (await stat(join(parentDir, "settings", name))).mode & 0o777,
    ),
  );
  assert.deepEqual(modes, [0o700, 0o600]);
  await postgres.stop();
});

test("a data directory that is in use cannot be opened again, by the same or another process", async (t) => {
  const dataDir = join(parentDir, "second");
  const separatePostgres = await startSeparatePostgres(t, dataDir);
  const isInUseError = (error: unknown) =>
    error instanceof DataDirectoryInUse && error.pid === separatePostgres.serverProcess.pid;
  await assert.rejects(startForTest(t, { dataDir, log: silentLog, settings: testSettings }), isInUseError);
  assert.ok(await queryOne(separatePostgres.connectionString, "select 1 as one"));
  await endServerProcess(separatePostgres, "SIGTERM");
  assert.equal(await isRunning(separatePostgres.pid), false);
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  await assert.rejects(startForTest(t, { dataDir, log: silentLog }), DataDirectoryInUse);
  await postgres.stop();
});

test("the PostgreSQL that a killed server process left running is replaced, and its commits are kept", async (t) => {
  const dataDir = join(parentDir, "killed");
  const separatePostgres = await startSeparatePostgres(t, dataDir);
  await queryOne(separatePostgres.connectionString, "create table kept as select 7 as a");
  await endServerProcess(separatePostgres, "SIGKILL");
  assert.ok(await isRunning(separatePostgres.pid), "PostgreSQL keeps running after the server was killed");
  const startedAt = performance.now();
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  t.diagnostic(`took over in ${Math.round(performance.now() - startedAt)} ms`);
  assert.equal(await isRunning(separatePostgres.pid), false);
  assert.deepEqual(await queryOne(postgres.connectionString, "select a from kept"), { a: 7 });
  await postgres.stop();

  assert.equal(postgres.pid(), undefined);
});

test("the database recovers after both the server and its PostgreSQL were killed", async (t) => {
  const dataDir = join(parentDir, "both-killed");
  const separatePostgres = await startSeparatePostgres(t, dataDir);
  await queryOne(separatePostgres.connectionString, "create table kept as select 7 as a");
  await endServerProcess(separatePostgres, "SIGKILL");
  process.kill(separatePostgres.pid, "SIGKILL");
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  assert.deepEqual(await queryOne(postgres.connectionString, "select a from kept"), { a: 7 });
  await postgres.stop();
});

test("if the data directory's path is too long for a Unix socket, PostgreSQL listens on a loopback port", async (t) => {
  const dataDir = join(parentDir, "long".repeat(30));
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  assert.match(postgres.connectionString, /@127\.0\.0\.1:\d+\/souk$/);
  assert.deepEqual(
    await queryOne(postgres.connectionString, "select current_setting('listen_addresses') as a"),
    {
      a: "127.0.0.1",
    },
  );
  await postgres.stop();
});

test("no data is lost when the password file of the embedded database is deleted", async (t) => {
  const dataDir = join(parentDir, "password");
  const options = { dataDir, log: silentLog, settings: testSettings };
  const firstPostgres = await startForTest(t, options);
  await firstPostgres.stop();
  await rm(join(dataDir, "postgres.password"));
  const secondPostgres = await startForTest(t, options);
  assert.ok(await queryOne(secondPostgres.connectionString, "select 1 as one"));
  assert.notEqual(secondPostgres.connectionString, firstPostgres.connectionString);
  await secondPostgres.stop();
});

test("the embedded PostgreSQL starts even if the creation of its cluster was interrupted before", async (t) => {
  const dataDir = join(parentDir, "half");
  await mkdir(join(dataDir, "postgres.new"), { recursive: true });
  await writeFile(join(dataDir, "postgres.new", "PG_VERSION"), "18\n");
  const postgres = await startForTest(t, { dataDir, log: silentLog, settings: testSettings });
  assert.ok(await queryOne(postgres.connectionString, "select 1 as one"));
  await postgres.stop();
});

test("a PostgreSQL that cannot start reports why and releases the data directory", async (t) => {
  const dataDir = join(parentDir, "wrong");
  const invalidOptions = { dataDir, log: silentLog, settings: { ...testSettings, max_connections: "none" } };
  await assert.rejects(startForTest(t, invalidOptions), /did not start.*max_connections/s);
  const postgres = await startForTest(t, { ...invalidOptions, settings: testSettings });
  await postgres.stop();
  assert.ok(await readFile(join(dataDir, "postgres.log"), "utf8"));
});
