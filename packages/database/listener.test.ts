import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "./open-database.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres?.stop());

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let waitedMs = 0; !condition(); waitedMs += 5) {
    assert.ok(waitedMs < 20_000, "the condition was not met within 20 s");
    await sleep(5);
  }
}

test("a notification handler receives its channel's messages until it stops listening", async () => {
  const database = openDatabase({ connection: postgres.connectionString, log: silentLog });
  const payloads: (string | undefined)[] = [];
  const listening = await database.listen("wake", (payload) => payloads.push(payload));
  await database.query("select pg_notify('wake', 'one'), pg_notify('other', 'ignored')");
  await waitUntil(() => payloads.length > 0);
  await listening.stop();
  await database.query("select pg_notify('wake', 'two')");
  await sleep(50);
  assert.deepEqual(payloads, ["one"]);
  await database.close();
});

test("after a reconnection, a notification handler is called once without a payload", async () => {
  const database = openDatabase({ connection: postgres.connectionString, log: silentLog, random: () => 0 });
  const payloads: (string | undefined)[] = [];
  await database.listen("wake", (payload) => payloads.push(payload));
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`,
  );
  await waitUntil(() => payloads.length > 0);
  await database.query("select pg_notify('wake', 'after')");
  await waitUntil(() => payloads.length > 1);
  assert.deepEqual(payloads, [undefined, "after"]);
  await database.close();
});
