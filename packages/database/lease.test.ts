import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Database } from "./database.ts";
import { buildLeaseEnd, buildNotLeasedCondition, buildTakeLease, releaseLease } from "./lease.ts";
import { openDatabase } from "./open-database.ts";
import { silent, startTestPostgres, type TestPostgres } from "./testing/test-postgres.ts";

let postgres: TestPostgres;
let database: Database;

before(async () => {
  postgres = await startTestPostgres();
  database = openDatabase({ connection: postgres.connectionString, log: silent });
  await database.query(
    "create table work (id int, owner text, epoch bigint default 0, leased_until timestamptz)",
  );
});
after(async () => {
  await database?.close();
  await postgres?.stop();
});
beforeEach(() => database.query("truncate work; insert into work (id) values (1)"));

const take = (owner: string, ms: number) =>
  database.maybeOne<{ epoch: number }>(
    `update work set ${buildTakeLease("$1", "$2")} where id = 1 and ${buildNotLeasedCondition()} returning epoch`,
    [owner, ms],
  );
const expire = () => database.query("update work set leased_until = clock_timestamp() - interval '1 ms'");

test("a leased row cannot be leased by another owner until its lease has expired", async () => {
  assert.deepEqual(await take("a", 60_000), { epoch: 1 });
  assert.equal(await take("b", 60_000), undefined);
  await expire();
  assert.deepEqual(await take("b", 60_000), { epoch: 2 });
});

test("only one of eight concurrent owners leases a row", async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, (_, n) => take(`taker ${n}`, 60_000)));
  assert.deepEqual(
    taken.filter((row) => row !== undefined),
    [{ epoch: 1 }],
  );
});

test("a released row can be leased at once, with a new epoch", async () => {
  await take("a", 60_000);
  await database.query(`update work set ${releaseLease}`);
  assert.deepEqual(await take("a", 60_000), { epoch: 2 });
});

test("an expired lease cannot be renewed once another owner has leased the row", async () => {
  const first = await take("a", 60_000);
  await expire();
  await take("a", 60_000);
  const renew = `update work set leased_until = ${buildLeaseEnd("$2")} where owner = 'a' and epoch = $1`;
  assert.equal((await database.query(renew, [first?.epoch, 60_000])).rowCount, 0);
});

test("the condition accepts a time other than the database's", async () => {
  await take("a", 60_000);
  const later = "clock_timestamp() + interval '2 minutes'";
  const free = `select ${buildNotLeasedCondition("w")} as now, ${buildNotLeasedCondition("w", later)} as later from work w`;
  assert.deepEqual(await database.one(free), { now: false, later: true });
});
