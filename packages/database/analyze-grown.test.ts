import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { analyzeGrown } from "./analyze-grown.ts";
import type { Database } from "./database.ts";
import { openDatabase } from "./open-database.ts";
import { silent, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let database: Database;
before(async () => {
  // Otherwise autovacuum might analyze the tables first.
  postgres = await startTestPostgres({ autovacuum: "off" });
  database = openDatabase({ connection: await postgres.createEmptyDatabase(), log: silent });
});
after(async () => {
  await database?.close();
  await postgres?.stop();
});

async function loadRowEstimate(table: string): Promise<number | undefined> {
  const text = "select reltuples::integer as rows from pg_class where oid = $1::regclass";
  return (await database.maybeOne<{ rows: number }>(text, [table]))?.rows;
}

test("only tables that have more than doubled are analyzed", async () => {
  await database.query(`create table "grows fast" as select n from generate_series(1, 2000) n`);
  await database.query("create table stays_small as select 1 as n");
  assert.deepEqual(await analyzeGrown(database), [`public."grows fast"`]);
  assert.deepEqual([await loadRowEstimate(`"grows fast"`), await loadRowEstimate("stays_small")], [2000, -1]);
  assert.deepEqual(await analyzeGrown(database), []);
  await database.query(`insert into "grows fast" select n from generate_series(1, 20000) n`);
  assert.deepEqual(await analyzeGrown(database), [`public."grows fast"`]);
  assert.equal(await loadRowEstimate(`"grows fast"`), 22_000);
});
