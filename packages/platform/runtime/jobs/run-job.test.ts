import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@souk/database";
import { createCollectedLog, createTestDatabase, type TestDatabase } from "@souk/testkit";
import { createJobQueue } from "./job-queue.ts";
import { deleteLeasedJob, leaseJob } from "./job-store.ts";
import { JobInterrupted, type LongJob } from "./long-task.ts";
import {
  buildJob,
  createTask,
  createWorkTable,
  isQueued,
  listStepOwners,
  recordStep,
} from "./testing/recorded-work.ts";
import { runNow } from "./testing/run-now.ts";

let db: TestDatabase;
let database: Database;

before(async () => {
  db = await createTestDatabase({ maxConnections: 16 });
  database = db.database;
  await createWorkTable(database);
});

after(() => db.stop());

function createDeps(owner: string) {
  return { database, owner, log: createCollectedLog(), stopSignal: new AbortController().signal };
}

/** Let a job be leased immediately, by ending its lease or its pause after a failure. */
async function endLease({ record_id }: LongJob): Promise<void> {
  await database.query("update long_jobs set leased_until = null where record_id = $1", [record_id]);
}

test("a job that makes no progress is retried after ever longer pauses and fails after five runs", async () => {
  const task = createTask("broken", () => Promise.reject(new Error("why")));
  const job = buildJob("broken");
  await database.transaction((tx) => createJobQueue().enqueue(tx, job));
  const pauseSeconds: number[] = [];
  for (let run = 1; run <= 5; run++) {
    const deps = createDeps("one");
    await runNow(deps, task, job);
    assert.equal(deps.log.lines.filter(({ level }) => level === "error").length, 1);
    const row = await database.maybeOne<{ seconds: number }>(
      "select round(extract(epoch from leased_until - clock_timestamp()))::int as seconds from long_jobs where record_id = $1",
      [job.record_id],
    );
    pauseSeconds.push(row?.seconds ?? 0);
    assert.deepEqual(task.failedJobs, []);
    await endLease(job);
  }
  assert.deepEqual(pauseSeconds, [1, 4, 16, 64, 256]);
  await runNow(createDeps("one"), task, job);
  assert.deepEqual([task.failedJobs.length, await isQueued(database, job)], [1, false]);
});

test("a step resets a job's failure count only if the next run continues after that step", async () => {
  const attemptCounts: number[] = [];
  for (const resumes of [true, false]) {
    const task = createTask(
      `counts ${resumes}`,
      async (jobRun) => {
        await recordStep(jobRun);
        throw new Error("why");
      },
      resumes,
    );
    const job = buildJob(task.name);
    await database.transaction((tx) => createJobQueue().enqueue(tx, job));
    for (let run = 0; run < 3; run++) {
      await runNow(createDeps("one"), task, job);
      await endLease(job);
    }
    const text = "select attempts from long_jobs where record_id = $1";
    attemptCounts.push(
      (await database.maybeOne<{ attempts: number }>(text, [job.record_id]))?.attempts ?? -1,
    );
  }
  assert.deepEqual(attemptCounts, [0, 3]);
});

test("a run whose lease has expired cannot store anything after another process has leased the job", async () => {
  const job = buildJob("frozen");
  await database.transaction((tx) => createJobQueue().enqueue(tx, job));
  let rejection: unknown;
  const frozenTask = createTask("frozen", async (jobRun) => {
    await recordStep(jobRun, "frozen");
    await endLease(job);
    const otherTask = createTask("frozen", async (otherRun) => {
      await recordStep(otherRun, "other");
      rejection = await recordStep(jobRun, "frozen").catch((error: unknown) => error);
      await otherRun.finish(async () => undefined);
    });
    await runNow(createDeps("other"), otherTask, job);
    await jobRun.finish(() => assert.fail("this run no longer has the lease"));
  });
  const deps = createDeps("frozen");
  await runNow(deps, frozenTask, job);
  assert.ok(rejection instanceof JobInterrupted);
  assert.deepEqual(await listStepOwners(database, job), ["frozen", "other"]);
  assert.deepEqual(
    deps.log.lines.filter(({ level }) => level === "error"),
    [],
  );
});

test("a job that is added again for the same record has a higher epoch than before", async () => {
  const job = buildJob("again");
  const epochs: number[] = [];
  for (let round = 0; round < 2; round++) {
    await database.transaction((tx) => createJobQueue().enqueue(tx, job));
    const leasedJob = (await leaseJob(database, job, "one")) ?? assert.fail();
    epochs.push(leasedJob.epoch);
    assert.equal(await database.transaction((tx) => deleteLeasedJob(tx, leasedJob)), true);
  }
  assert.ok((epochs[1] ?? 0) > (epochs[0] ?? 0), epochs.join());
});

test("a job pauses for as long as it has worked, but only while the process serves requests", async () => {
  const pausedMs: number[] = [];
  for (const isBusy of [true, false]) {
    const task = createTask(`pauses ${isBusy}`, async (jobRun) => {
      await sleep(200);
      const pausedAt = performance.now();
      const pause = jobRun.pause();
      if (!isBusy) assert.equal(await Promise.race([pause.then(() => "continued"), sleep(100)]), "continued");
      await pause;
      pausedMs.push(performance.now() - pausedAt);
      await jobRun.finish(async () => undefined);
    });
    const job = buildJob(task.name);
    await database.transaction((tx) => createJobQueue().enqueue(tx, job));
    await runNow({ ...createDeps("one"), isBusy: () => isBusy }, task, job);
    assert.equal(await isQueued(database, job), false);
  }
  assert.ok((pausedMs[0] ?? 0) >= 190, pausedMs.join());
});
