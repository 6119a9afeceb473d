import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Database } from "@souk/database";
import { collectedLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { createJobQueue } from "./job-queue.ts";
import { endJob, takeJob } from "./job-store.ts";
import { JobInterrupted, type LongJob } from "./long-task.ts";
import { createTask, isThere, listStepOwners, makeWorkTable, newJob, work } from "./testing/recorded-work.ts";
import { runNow } from "./testing/run-now.ts";

let db: TestDatabase;
let database: Database;

before(async () => {
  db = await testDatabase({ maxConnections: 16 });
  database = db.database;
  await makeWorkTable(database);
});

after(() => db.stop());

function createDeps(owner: string) {
  return { database, owner, log: collectedLog(), stopping: new AbortController().signal };
}

/** Let the pause after a failure pass. */
async function pass({ record_id }: LongJob): Promise<void> {
  await database.query("update long_jobs set leased_until = null where record_id = $1", [record_id]);
}

test("work that does not advance is delayed longer each time and fails after five runs", async () => {
  const task = createTask("broken", () => Promise.reject(new Error("why")));
  const job = newJob("broken");
  await database.transaction((tx) => createJobQueue().plan(tx, job));
  const pauses: number[] = [];
  for (let run = 1; run <= 5; run++) {
    const deps = createDeps("one");
    await runNow(deps, task, job);
    assert.equal(deps.log.lines.filter(({ level }) => level === "error").length, 1);
    const row = await database.maybeOne<{ s: number }>(
      "select round(extract(epoch from leased_until - clock_timestamp()))::int as s from long_jobs where record_id = $1",
      [job.record_id],
    );
    pauses.push(row?.s ?? 0);
    assert.deepEqual(task.given, []);
    await pass(job);
  }
  assert.deepEqual(pauses, [1, 4, 16, 64, 256]);
  await runNow(createDeps("one"), task, job);
  assert.deepEqual([task.given.length, await isThere(database, job)], [1, false]);
});

test("a step advances only work that resumes, so that later failures count from zero", async () => {
  const counted: number[] = [];
  for (const resumes of [true, false]) {
    const task = createTask(
      `counts ${resumes}`,
      async (jobRun) => {
        await work(jobRun);
        throw new Error("why");
      },
      resumes,
    );
    const job = newJob(task.name);
    await database.transaction((tx) => createJobQueue().plan(tx, job));
    for (let run = 0; run < 3; run++) {
      await runNow(createDeps("one"), task, job);
      await pass(job);
    }
    const text = "select attempts from long_jobs where record_id = $1";
    counted.push((await database.maybeOne<{ attempts: number }>(text, [job.record_id]))?.attempts ?? -1);
  }
  assert.deepEqual(counted, [0, 3]);
});

test("a run frozen past its lease changes nothing once another process has the job", async () => {
  const job = newJob("frozen");
  await database.transaction((tx) => createJobQueue().plan(tx, job));
  let rejection: unknown;
  const thawing = createTask("frozen", async (jobRun) => {
    await work(jobRun, "frozen");
    await pass(job);
    const other = createTask("frozen", async (next) => {
      await work(next, "other");
      rejection = await work(jobRun, "frozen").catch((error: unknown) => error);
      await next.finish(async () => undefined);
    });
    await runNow(createDeps("other"), other, job);
    await jobRun.finish(() => assert.fail("it is not its own any more"));
  });
  const deps = createDeps("frozen");
  await runNow(deps, thawing, job);
  assert.ok(rejection instanceof JobInterrupted);
  assert.deepEqual(await listStepOwners(database, job), ["frozen", "other"]);
  assert.deepEqual(
    deps.log.lines.filter(({ level }) => level === "error"),
    [],
  );
});

test("a job that is planned again is never mistaken for the one before it", async () => {
  const job = newJob("again");
  const epochs: number[] = [];
  for (let time = 0; time < 2; time++) {
    await database.transaction((tx) => createJobQueue().plan(tx, job));
    const leased = (await takeJob(database, job, "one")) ?? assert.fail();
    epochs.push(leased.epoch);
    assert.equal(await database.transaction((tx) => endJob(tx, leased)), true);
  }
  assert.ok((epochs[1] ?? 0) > (epochs[0] ?? 0), epochs.join());
});
