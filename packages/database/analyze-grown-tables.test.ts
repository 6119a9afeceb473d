import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { analyzeGrownTables } from "./analyze-grown-tables.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let database: Database;
before(async () => {
  // With autovacuum on, it might analyze the tables before the test does.
  postgres = await startTestPostgres({ autovacuum: "off" });
  database = openDatabase({ connection: await postgres.createEmptyDatabase(), log: silentLog });
});
after(async () => {
  await database?.close();
  await postgres?.stop();
});

async function loadRowEstimate(table: string): Promise<number | undefined> {
  const text = "select reltuples::integer as rows from pg_class where oid = $1::regclass";
  return (await database.maybeOne<{ rows: number }>(text, [table]))?.rows;
}

test("only tables that have more than doubled in size since their last ANALYZE are analyzed", async () => {
  await database.query(`create table "grows fast" as select n from generate_series(1, 2000) n`);
  await database.query("create table stays_small as select 1 as n");
  assert.deepEqual(await analyzeGrownTables(database), [`public."grows fast"`]);
  // PostgreSQL stores the estimate -1 for a table that was never analyzed.
  assert.deepEqual([await loadRowEstimate(`"grows fast"`), await loadRowEstimate("stays_small")], [2000, -1]);
  assert.deepEqual(await analyzeGrownTables(database), []);
  await database.query(`insert into "grows fast" select n from generate_series(1, 20000) n`);
  assert.deepEqual(await analyzeGrownTables(database), [`public."grows fast"`]);
  assert.equal(await loadRowEstimate(`"grows fast"`), 22_000);
});
