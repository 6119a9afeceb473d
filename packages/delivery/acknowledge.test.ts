import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { type Acknowledgement, acknowledge } from "./acknowledge.ts";
import { databaseClock } from "./database-clock.ts";
import { createEngineFixture } from "./testing/engine-fixture.ts";

const owner = "acknowledging";

test("an acknowledgement finds its delivery by id, even with outdated planner statistics", async (t) => {
  const fixture = await createEngineFixture();
  const { database, connectionString } = fixture;
  // PostgreSQL caches plans per connection, so the test uses a single one.
  const singleConnection = openDatabase({ connection: connectionString, maxConnections: 1, log: silentLog });
  t.after(async () => {
    await singleConnection.close();
    await fixture.stop();
  });
  await database.query("create extension if not exists pg_stat_statements");
  const hook = await fixture.subscribe(await fixture.install(), "product/update", "http://127.0.0.1:9/hooks");
  await database.query("update lanes set owner = $1", [owner]);

  const loadPending = async (limit: number): Promise<Acknowledgement[]> => {
    const rows = await database.many<Omit<Acknowledgement, "state">>(
      `select d.lane_id, lanes.epoch, d.id as delivery_id, d.created_at as delivery_created_at, d.due_at as delivery_due_at
       from deliveries d join lanes on lanes.id = d.lane_id where d.state = 'pending' order by d.id limit $1`,
      [limit],
    );
    return rows.map((row) => ({ ...row, state: "delivered" }));
  };
  const countPagesRead = async (): Promise<number> => {
    const row = await database.one<{ pages: number }>(
      `select sum(shared_blks_hit + shared_blks_read)::int as pages from pg_stat_statements
       where query like '%update deliveries d set state%'
         and dbid = (select oid from pg_database where datname = current_database())`,
    );
    return row.pages ?? assert.fail("the statement was not counted");
  };

  // Let PostgreSQL plan the statement while there are few rows, and collect statistics while only one delivery is pending.
  await fixture.raiseEvents([hook], Array(60).fill({ payload: "{}" }));
  const firstAcknowledgements = await loadPending(60);
  for (const acknowledgement of firstAcknowledgements.slice(0, 50))
    await acknowledge(singleConnection, databaseClock, owner, [acknowledgement]);
  await acknowledge(singleConnection, databaseClock, owner, firstAcknowledgements.slice(50, 59));
  await database.query("vacuum (analyze) deliveries");
  await acknowledge(singleConnection, databaseClock, owner, firstAcknowledgements.slice(59));
  await fixture.raiseEvents([hook], Array(3_000).fill({ payload: "{}" }));

  const pagesBefore = await countPagesRead();
  const acknowledgements = await loadPending(300);
  const epochByLane = await acknowledge(singleConnection, databaseClock, owner, acknowledgements);
  assert.deepEqual([...epochByLane.keys()], [hook.lane_id]);
  assert.equal((await loadPending(3_000)).length, 2_700);
  const pages = (await countPagesRead()) - pagesBefore;
  // An acknowledgement reads about ten pages. If it scanned all pending deliveries, it would read about a hundred.
  assert.ok(pages < 300 * 30, `${pages} pages were read`);
});
