import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Database } from "@souk/database";
import { collectedLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { createJobQueue } from "./job-queue.ts";
import { endJob, holdJob } from "./job-store.ts";
import { JobInterrupted, type LongJob } from "./long-task.ts";
import { runJob } from "./run-job.ts";
import { doneOf, isThere, makeWorkTable, newJob, taskOf, work } from "./testing/noted-work.ts";

let db: TestDatabase;
let database: Database;

before(async () => {
  db = await testDatabase({ maxConnections: 16 });
  database = db.database;
  await makeWorkTable(database);
});

after(() => db.stop());

function groundOf(owner: string) {
  return { database, owner, log: collectedLog(), stopping: new AbortController().signal };
}

/** Lets the pause after a failure pass. */
async function pass({ record_id }: LongJob): Promise<void> {
  await database.query("update long_jobs set leased_until = null where record_id = $1", [record_id]);
}

test("work that comes no further is put off longer each time and given up after five runs", async () => {
  const task = taskOf("broken", () => Promise.reject(new Error("why")));
  const job = newJob("broken");
  await database.transaction((tx) => createJobQueue().plan(tx, job));
  const pauses: number[] = [];
  for (let run = 1; run <= 5; run++) {
    const ground = groundOf("one");
    await runJob(ground, task, job);
    assert.equal(ground.log.lines.filter(({ level }) => level === "error").length, 1);
    const { rows } = await database.query<{ s: number }>(
      "select round(extract(epoch from leased_until - clock_timestamp()))::int as s from long_jobs where record_id = $1",
      [job.record_id],
    );
    pauses.push(rows[0]?.s ?? 0);
    assert.deepEqual(task.given, []);
    await pass(job);
  }
  assert.deepEqual(pauses, [1, 4, 16, 64, 256]);
  await runJob(groundOf("one"), task, job);
  assert.deepEqual([task.given.length, await isThere(database, job)], [1, false]);
});

test("a step brings work that resumes further, so that later failures count anew; work that begins again it does not", async () => {
  const counted: number[] = [];
  for (const resumes of [true, false]) {
    const task = taskOf(
      `counts ${resumes}`,
      async (run) => {
        await work(run);
        throw new Error("why");
      },
      resumes,
    );
    const job = newJob(task.name);
    await database.transaction((tx) => createJobQueue().plan(tx, job));
    for (let run = 0; run < 3; run++) {
      await runJob(groundOf("one"), task, job);
      await pass(job);
    }
    const text = "select attempts from long_jobs where record_id = $1";
    counted.push((await database.query<{ attempts: number }>(text, [job.record_id])).rows[0]?.attempts ?? -1);
  }
  assert.deepEqual(counted, [0, 3]);
});

test("a run that was frozen past its lease changes nothing more once another has the job", async () => {
  const job = newJob("frozen");
  await database.transaction((tx) => createJobQueue().plan(tx, job));
  let refused: unknown;
  const thawing = taskOf("frozen", async (run) => {
    await work(run, "frozen");
    await pass(job);
    const other = taskOf("frozen", async (next) => {
      await work(next, "other");
      refused = await work(run, "frozen").catch((error: unknown) => error);
      await next.finish(async () => undefined);
    });
    await runJob(groundOf("other"), other, job);
    await run.finish(() => assert.fail("it is not its own any more"));
  });
  const ground = groundOf("frozen");
  await runJob(ground, thawing, job);
  assert.ok(refused instanceof JobInterrupted);
  assert.deepEqual(await doneOf(database, job), ["frozen", "other"]);
  assert.deepEqual(
    ground.log.lines.filter(({ level }) => level === "error"),
    [],
  );
});

test("a job that is planned anew is never taken for the one before it", async () => {
  const job = newJob("again");
  const epochs: number[] = [];
  for (let time = 0; time < 2; time++) {
    await database.transaction((tx) => createJobQueue().plan(tx, job));
    const held = (await holdJob(database, job, "one")) ?? assert.fail();
    epochs.push(held.epoch);
    assert.equal(await database.transaction((tx) => endJob(tx, held)), true);
  }
  assert.ok((epochs[1] ?? 0) > (epochs[0] ?? 0), epochs.join());
});
