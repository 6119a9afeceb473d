import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "./open-database.ts";
import { silent, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres?.stop());

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 5) {
    assert.ok(waited < 20_000, "waited 20 s in vain");
    await sleep(5);
  }
}

test("a handler hears its channel until it stops listening", async () => {
  const database = openDatabase({ connection: postgres.connectionString, log: silent });
  const heard: (string | undefined)[] = [];
  const listening = await database.listen("wake", (payload) => heard.push(payload));
  await database.query("select pg_notify('wake', 'one'), pg_notify('other', 'not ours')");
  await until(() => heard.length > 0);
  await listening.stop();
  await database.query("select pg_notify('wake', 'two')");
  await sleep(50);
  assert.deepEqual(heard, ["one"]);
  await database.close();
});

test("a broken connection is made again, and the handler is told once that it may have missed something", async () => {
  const database = openDatabase({ connection: postgres.connectionString, log: silent, random: () => 0 });
  const heard: (string | undefined)[] = [];
  await database.listen("wake", (payload) => heard.push(payload));
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and pid <> pg_backend_pid()",
  );
  await until(() => heard.length > 0);
  await database.query("select pg_notify('wake', 'after')");
  await until(() => heard.length > 1);
  assert.deepEqual(heard, [undefined, "after"]);
  await database.close();
});
