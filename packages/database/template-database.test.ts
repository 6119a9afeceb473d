import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { cloneDatabase, createTemplate, dropTemplate } from "./template-database.ts";
import { silent, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres?.stop());

test("clones of a migrated template are apart from each other, and can be dropped while in use", async (t) => {
  const template = await createTemplate(postgres.connectionString, (connection) =>
    migrate({ connection, log: silent }),
  );
  const begin = performance.now();
  const one = await cloneDatabase(template);
  t.diagnostic(`cloned in ${Math.round(performance.now() - begin)} ms`);
  const another = await cloneDatabase(template);
  const database = openDatabase({ connection: one.connectionString, log: silent });
  const other = openDatabase({ connection: another.connectionString, log: silent });
  await database.query("insert into settings (key, value) values ('a', '1')");
  assert.equal((await other.query("select from settings")).rowCount, 0);
  await one.drop();
  await assert.rejects(database.query("select 1"));
  await Promise.all([database.close(), other.close()]);
  await another.drop();
  await dropTemplate(template);
});

test("clones can be made side by side", async () => {
  const template = await createTemplate(postgres.connectionString, async () => undefined);
  const clones = await Promise.all([1, 2, 3].map(() => cloneDatabase(template)));
  assert.equal(new Set(clones.map(({ connectionString }) => connectionString)).size, 3);
  await Promise.all(clones.map((clone) => clone.drop()));
  await dropTemplate(template);
});
