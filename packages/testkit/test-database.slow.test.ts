import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { openDatabase } from "@souk/database";
import { createTestDatabase, silentLog } from "./index.ts";

test("test databases are migrated and independent of each other", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await first.database.query("insert into partners (name) values ('Kedai Kopi')");
  const rows = await second.database.many<{ n: number }>("select count(*)::int as n from partners");
  assert.deepEqual(rows, [{ n: 0 }]);
  await Promise.all([first.stop(), second.stop()]);
});

test("a test database is created in less than half a second", async () => {
  await (await createTestDatabase()).stop();
  const begin = performance.now();
  const { stop } = await createTestDatabase();
  const durationMs = performance.now() - begin;
  await stop();
  assert.ok(durationMs < 500, `${durationMs} ms`);
});

test("a test database can have partitions for rows with a date that the test chooses", async () => {
  const { database, stop } = await createTestDatabase({ now: new Date("2031-03-01T00:00:00Z") });
  await database.query(
    `insert into idempotency_keys (store_id, actor, key, created_at, method, path, body_hash, status, answer)
     values (1, 'a', 'k', '2031-03-01T12:00:00Z', 'POST', '/', '', 200, '{}')`,
  );
  await stop();
});

test("stopping a test database fails if a connection to it is still open", async () => {
  const { connectionString, stop } = await createTestDatabase();
  const openConnection = openDatabase({
    connection: connectionString,
    log: silentLog,
    applicationName: "forgotten",
  });
  await openConnection.query("select 1");
  await assert.rejects(stop, /left open: forgotten: idle: select 1/);
  await openConnection.close();
});

test("a test file that does not stop its test database fails and reports the line that created it", () => {
  const text =
    'import { createTestDatabase } from "@souk/testkit"; await createTestDatabase(); process.exit(0);';
  const exit = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", text], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  assert.match(exit.stderr, /not stopped by the test:\n {2}a test database, started at \[eval\]:1:\d+/);
  assert.equal(exit.status, 1);
});
