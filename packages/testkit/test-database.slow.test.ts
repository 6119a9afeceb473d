import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { openDatabase } from "@souk/database";
import { silentLog, testDatabase } from "./index.ts";

test("two test databases are migrated and know nothing of each other", async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  await one.database.query("insert into partners (name) values ('Kedai Kopi')");
  const rows = await other.database.many<{ n: number }>("select count(*)::int as n from partners");
  assert.deepEqual(rows, [{ n: 0 }]);
  await Promise.all([one.stop(), other.stop()]);
});

test("a test database is copied in well under half a second", async () => {
  await (await testDatabase()).stop();
  const begin = performance.now();
  const { stop } = await testDatabase();
  const ms = performance.now() - begin;
  await stop();
  assert.ok(ms < 500, `${ms} ms`);
});

test("rows of a fake time have their partitions", async () => {
  const { database, stop } = await testDatabase({ now: new Date("2031-03-01T00:00:00Z") });
  await database.query(
    `insert into idempotency_keys (store_id, actor, key, created_at, method, path, body_hash, status, answer)
     values (1, 'a', 'k', '2031-03-01T12:00:00Z', 'POST', '/', '', 200, '{}')`,
  );
  await stop();
});

test("a connection that the test leaves open fails its stop by name", async () => {
  const { connectionString, stop } = await testDatabase();
  const forgotten = openDatabase({
    connection: connectionString,
    log: silentLog,
    applicationName: "forgotten",
  });
  await forgotten.query("select 1");
  await assert.rejects(stop, /left open: forgotten: idle: select 1/);
  await forgotten.close();
});

test("a test file that stops nothing fails, with the line that started it", () => {
  const text = 'import { testDatabase } from "@souk/testkit"; await testDatabase(); process.exit(0);';
  const run = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", text], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  assert.match(run.stderr, /not stopped by the test:\n {2}a test database, started at \[eval\]:1:\d+/);
  assert.equal(run.status, 1);
});
