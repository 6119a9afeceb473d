import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock, seedStore, startTestPlatform } from "@souk/testkit";
import { runJob } from "../housekeeping/start-housekeeping.ts";
import { createJobs } from "./jobs.ts";

const dayMs = 86_400_000;

test("all housekeeping jobs succeed on a platform with data, and expired rows are deleted", async () => {
  const clock = createFakeClock();
  const testPlatform = await startTestPlatform({ clock });
  const { database, platform } = testPlatform;
  await seedStore(testPlatform, { products: 3 });
  const countRows = async (table: string): Promise<number> => {
    const row = await database.one<{ n: number }>(`select count(*) as n from ${table}`);
    return row.n;
  };
  // Several rows of the same count, which a job merges.
  await database.query(
    "insert into resource_counts (store_id, resource, delta) select 9, 'products', 1 from generate_series(1, 5)",
  );
  await database.query(
    `insert into revoked_tokens (hash, revoked_at)
     select sha256(n::text::bytea), $1::timestamptz - n * interval '1 day' from generate_series(80, 99) n`,
    [new Date(clock.now())],
  );
  const countsBefore = {
    sessions: await countRows("sessions"),
    resourceCounts: await countRows("resource_counts"),
  };
  clock.advance(8 * dayMs);
  const jobs = createJobs(platform, clock);
  for (const job of jobs) assert.equal(await runJob(database, job), true, job.name);
  assert.deepEqual([countsBefore.sessions, await countRows("sessions")], [1, 0]);
  assert.ok((await countRows("resource_counts")) < countsBefore.resourceCounts);
  // The tokens were revoked 88 to 107 days ago by now. Those of 88, 89 and 90 days ago are kept.
  assert.equal(await countRows("revoked_tokens"), 3, "tokens revoked in the last 90 days are kept");
  const rows = await database.many(
    "select sum(delta)::int as products from resource_counts where store_id = 9",
  );
  assert.deepEqual(rows, [{ products: 5 }]);
  assert.equal(
    new Set(jobs.map(({ name }) => name)).size,
    jobs.length,
    "names must be unique, because they are also the keys of leases",
  );
  await testPlatform.stop();
});
