import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { analyzeGrown } from "./analyze-grown.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { silent, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let database: Database;
before(async () => {
  // Or it would count the tables first, now and then.
  postgres = await startTestPostgres({ autovacuum: "off" });
  database = openDatabase({ connection: await postgres.emptyDatabase(), log: silent });
});
after(async () => {
  await database?.close();
  await postgres?.stop();
});

async function known(table: string): Promise<number | undefined> {
  const text = "select reltuples::integer as rows from pg_class where oid = $1::regclass";
  return (await database.query<{ rows: number }>(text, [table])).rows[0]?.rows;
}

test("tables that have more than doubled are counted for the planner, others are left alone", async () => {
  await database.query(`create table "grows fast" as select n from generate_series(1, 2000) n`);
  await database.query("create table stays_small as select 1 as n");
  assert.deepEqual(await analyzeGrown(database), [`public."grows fast"`]);
  assert.deepEqual([await known(`"grows fast"`), await known("stays_small")], [2000, -1]);
  assert.deepEqual(await analyzeGrown(database), []);
  await database.query(`insert into "grows fast" select n from generate_series(1, 20000) n`);
  assert.deepEqual(await analyzeGrown(database), [`public."grows fast"`]);
  assert.equal(await known(`"grows fast"`), 22_000);
});
