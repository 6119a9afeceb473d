import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "@souk/database";
import { silentLog } from "@souk/testkit";
import { type Acknowledgement, acknowledge } from "./acknowledge.ts";
import { databaseClock } from "./database-clock.ts";
import { engineRig } from "./testing/engine-rig.ts";

const owner = "acknowledging";

test("deliveries are found by their ids, also after the tables were looked at while nothing was pending", async (t) => {
  const rig = await engineRig();
  const { database, connectionString } = rig;
  // PostgreSQL keeps a statement's plan for each connection.
  const one = openDatabase({ connection: connectionString, maxConnections: 1, log: silentLog });
  t.after(async () => {
    await one.close();
    await rig.stop();
  });
  await database.query("create extension if not exists pg_stat_statements");
  const hook = await rig.subscribe(await rig.install(), "product/update", "http://127.0.0.1:9/hooks");
  await database.query("update lanes set owner = $1", [owner]);

  const pending = async (most: number): Promise<Acknowledgement[]> => {
    const { rows } = await database.query<Omit<Acknowledgement, "state">>(
      `select d.lane_id, lanes.epoch, d.id as delivery_id, d.created_at as delivery_created_at, d.due_at as delivery_due_at
       from deliveries d join lanes on lanes.id = d.lane_id where d.state = 'pending' order by d.id limit $1`,
      [most],
    );
    return rows.map((row) => ({ ...row, state: "delivered" }));
  };
  const pagesRead = async (): Promise<number> => {
    const { rows } = await database.query<{ pages: number }>(
      `select sum(shared_blks_hit + shared_blks_read)::int as pages from pg_stat_statements
       where query like '%update deliveries d set state%'
         and dbid = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.pages ?? assert.fail("the statement was not counted");
  };

  // A plan from when there was little, and statistics from when nothing was pending.
  await rig.raise([hook], Array(60).fill({ payload: "{}" }));
  const first = await pending(60);
  for (const told of first.slice(0, 50)) await acknowledge(one, databaseClock, owner, [told]);
  await acknowledge(one, databaseClock, owner, first.slice(50, 59));
  await database.query("vacuum (analyze) deliveries");
  await acknowledge(one, databaseClock, owner, first.slice(59));
  await rig.raise([hook], Array(3_000).fill({ payload: "{}" }));

  const before = await pagesRead();
  const told = await pending(300);
  const held = await acknowledge(one, databaseClock, owner, told);
  assert.deepEqual([...held.keys()], [hook.lane_id]);
  assert.equal((await pending(3_000)).length, 2_700);
  const pages = (await pagesRead()) - before;
  // Some ten for each; were everything pending read for each, it would be a hundred.
  assert.ok(pages < 300 * 30, `${pages} pages were read`);
});
