import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Database } from "./database.ts";
import { buildLeaseAssignments, buildLeaseEnd, buildNotLeasedCondition, releaseLeaseSql } from "./lease.ts";
import { openDatabase } from "./open-database.ts";
import { silentLog, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let database: Database;

before(async () => {
  postgres = await startTestPostgres();
  database = openDatabase({ connection: postgres.connectionString, log: silentLog });
  await database.query(
    "create table work (id int, owner text, epoch bigint default 0, leased_until timestamptz)",
  );
});
after(async () => {
  await database?.close();
  await postgres?.stop();
});
beforeEach(() => database.query("truncate work; insert into work (id) values (1)"));

const lease = (owner: string, ms: number) =>
  database.maybeOne<{ epoch: number }>(
    `update work set ${buildLeaseAssignments("$1", "$2")} where id = 1 and ${buildNotLeasedCondition()} returning epoch`,
    [owner, ms],
  );
const expireLease = () =>
  database.query("update work set leased_until = clock_timestamp() - interval '1 ms'");

test("a leased row cannot be leased by another owner until its lease has expired", async () => {
  assert.deepEqual(await lease("a", 60_000), { epoch: 1 });
  assert.equal(await lease("b", 60_000), undefined);
  await expireLease();
  assert.deepEqual(await lease("b", 60_000), { epoch: 2 });
});

test("only one of eight concurrent owners leases a row", async () => {
  const leasedRows = await Promise.all(Array.from({ length: 8 }, (_, n) => lease(`owner ${n}`, 60_000)));
  assert.deepEqual(
    leasedRows.filter((row) => row !== undefined),
    [{ epoch: 1 }],
  );
});

test("a released row can be leased at once, with a new epoch", async () => {
  await lease("a", 60_000);
  await database.query(`update work set ${releaseLeaseSql}`);
  assert.deepEqual(await lease("a", 60_000), { epoch: 2 });
});

test("an expired lease cannot be renewed once the row has been leased again", async () => {
  const firstLease = await lease("a", 60_000);
  await expireLease();
  await lease("a", 60_000);
  const renewSql = `update work set leased_until = ${buildLeaseEnd("$2")} where owner = 'a' and epoch = $1`;
  assert.equal((await database.query(renewSql, [firstLease?.epoch, 60_000])).rowCount, 0);
});

test("the SQL condition for rows without a lease can use a given time instead of the database's clock", async () => {
  await lease("a", 60_000);
  const later = "clock_timestamp() + interval '2 minutes'";
  const conditionSql = `select ${buildNotLeasedCondition("w")} as now, ${buildNotLeasedCondition("w", later)} as later from work w`;
  assert.deepEqual(await database.one(conditionSql), { now: false, later: true });
});
