import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { createTemporaryDirectory } from "./temporary-directory.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let directory: string;

before(async () => {
  postgres = await startTestPostgres();
  directory = await createTemporaryDirectory("souk-migrations-");
});

after(async () => {
  await postgres?.stop();
  await rm(directory, { recursive: true });
});

/** Write a directory of migrations, replacing an existing directory of the same name. */
async function writeMigrations(name: string, files: Record<string, string>): Promise<string> {
  const path = join(directory, name);
  await rm(path, { recursive: true, force: true });
  await mkdir(path);
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  return path;
}

async function queryRows(connection: string, statement: string): Promise<object[]> {
  const database = openDatabase({ connection, log: silentLog });
  return (await database.query(statement).finally(() => database.close())).rows;
}

test("six concurrent processes apply each migration once in total", async () => {
  const connection = await postgres.createEmptyDatabase();
  const script = join(import.meta.dirname, "testing/run-migrations.ts");
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, [script, connection])),
  );
  const appliedCounts = runs.map(({ stdout }) => Number(stdout)).sort((a, b) => a - b);
  const [{ count }] = (await queryRows(connection, "select count(*) as count from souk_migrations")) as [
    { count: number },
  ];
  assert.ok(count > 0);
  assert.deepEqual(appliedCounts, [0, 0, 0, 0, 0, count]);
});

test("a failed migration is rolled back, and its corrected file can be applied", async () => {
  const connection = await postgres.createEmptyDatabase();
  const brokenDirectory = await writeMigrations("broken", {
    "0001_one.sql": "create table one (); create table one ();",
  });
  await assert.rejects(
    migrate({ connection, log: silentLog, directory: brokenDirectory }),
    /Migration 1 \(one\): relation "one" already exists/,
  );
  const fixedDirectory = await writeMigrations("broken", { "0001_one.sql": "create table one ();" });
  assert.equal(await migrate({ connection, log: silentLog, directory: fixedDirectory }), 1);
  assert.equal(await migrate({ connection, log: silentLog, directory: fixedDirectory }), 0);
});

test("an applied migration is rejected if its file has changed since", async () => {
  const connection = await postgres.createEmptyDatabase();
  const originalDirectory = await writeMigrations("changed", { "0001_one.sql": "create table one ();" });
  await migrate({ connection, log: silentLog, directory: originalDirectory });
  const changedDirectory = await writeMigrations("changed", { "0001_one.sql": "create table another ();" });
  await assert.rejects(
    migrate({ connection, log: silentLog, directory: changedDirectory }),
    /Migration 1 \(one\) was applied with different content/,
  );
});

test("a database newer than the code is rejected", async () => {
  const connection = await postgres.createEmptyDatabase();
  const newerDirectory = await writeMigrations("newer", {
    "0001_one.sql": "select 1",
    "0002_two.sql": "select 2",
  });
  await migrate({ connection, log: silentLog, directory: newerDirectory });
  const olderDirectory = await writeMigrations("older", { "0001_one.sql": "select 1" });
  await assert.rejects(
    migrate({ connection, log: silentLog, directory: olderDirectory }),
    /at migration 2 \(two\), newer than this version of Souk/,
  );
});

test("a migration without a transaction runs its statements one by one while other processes wait", async () => {
  const connection = await postgres.createEmptyDatabase();
  const path = await writeMigrations("concurrent", {
    "0001_one.sql": "create table one (a text default ';');",
    "0002_two.sql":
      "-- no-transaction\ncreate index concurrently one_a on one (a);\n-- over; really\nvacuum one;\n",
  });
  const counts = await Promise.all(
    [1, 2, 3].map(() => migrate({ connection, log: silentLog, directory: path })),
  );
  assert.deepEqual(counts.sort(), [0, 0, 2]);
  assert.deepEqual(await queryRows(connection, "select indexname from pg_indexes where tablename = 'one'"), [
    { indexname: "one_a" },
  ]);
});

test("a migration that another session blocks with a lock is retried until it succeeds", async () => {
  const connection = await postgres.createEmptyDatabase();
  const firstMigration = { "0001_one.sql": "create table one (a text);" };
  await migrate({ connection, log: silentLog, directory: await writeMigrations("locked", firstMigration) });
  const path = await writeMigrations("locked", {
    ...firstMigration,
    "0002_two.sql": "alter table one add column b text;",
  });
  const database = openDatabase({ connection, log: silentLog });
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) };
  const releaseRequested = Promise.withResolvers<void>();
  const tableLocked = Promise.withResolvers<void>();
  const lockHolder = database.transaction(async (tx) => {
    await tx.query("select * from one");
    tableLocked.resolve();
    await releaseRequested.promise;
  });
  await tableLocked.promise;
  const migration = migrate({ connection, log, directory: path });
  while (warnings.length === 0) await database.query("select pg_sleep(0.1)");
  releaseRequested.resolve();
  await lockHolder;
  assert.equal(await migration, 1);
  await database.close();
});

test("a migration file is rejected if its number leaves a gap or its name is invalid", async () => {
  const connection = postgres.connectionString;
  for (const [name, file] of [
    ["gap", "0002_two.sql"],
    ["misnamed", "first.sql"],
  ] as const) {
    const path = await writeMigrations(name, { [file]: "select 1" });
    await assert.rejects(migrate({ connection, log: silentLog, directory: path }), new RegExp(file));
  }
});
