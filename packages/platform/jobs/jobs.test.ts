import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Database, DatabaseUnavailable } from "@souk/database";
import { eventually, silentLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { createJobQueue, type JobQueue } from "./job-queue.ts";
import { JobInterrupted, type LongJob, type LongTask } from "./long-task.ts";
import { type Jobs, startJobs } from "./start-jobs.ts";
import { doneOf, isThere, makeWorkTable, newJob, taskOf, work } from "./testing/noted-work.ts";

let db: TestDatabase;
let database: Database;

before(async () => {
  db = await testDatabase({ maxConnections: 16 });
  database = db.database;
  await makeWorkTable(database);
});

after(() => db.stop());

const random = () => 0.5;

function start(queue: JobQueue, tasks: LongTask[], owner = "one"): Jobs {
  return startJobs({ database, queue, tasks, owner, log: silentLog, random });
}

async function plan(queue: JobQueue, job: LongJob): Promise<void> {
  await database.transaction((tx) => queue.plan(tx, job));
  queue.committed();
}

test("a job runs once its transaction is committed, and never when that was rolled back", async () => {
  const queue = createJobQueue();
  const task = taskOf("commits", async (run) => {
    await work(run);
    await run.finish(async () => undefined);
  });
  const jobs = start(queue, [task]);
  const [kept, undone] = [newJob("commits"), newJob("commits")];
  const failing = database.transaction(async (tx) => {
    await queue.plan(tx, undone);
    throw new Error("no");
  });
  await assert.rejects(failing);
  await plan(queue, kept);
  await eventually(async () => !(await isThere(database, kept)));
  assert.deepEqual([await doneOf(database, kept), await doneOf(database, undone)], [["one"], []]);
  await jobs.stop();
});

test("what a killed process held or had given to the runner is found and done by another", async () => {
  const task = taskOf("left", async (run) => {
    await work(run, "two");
    await run.finish(async () => undefined);
  });
  const [held, given, lost] = [newJob("left"), newJob("left"), newJob("left")];
  const queue = createJobQueue();
  for (const job of [held, given, lost]) await database.transaction((tx) => queue.plan(tx, job));
  const late = "clock_timestamp() - interval '1 minute'";
  await database.query(
    `update long_jobs set owner = 'dead', leased_until = ${late}, queued_at = ${late} where record_id = $1`,
    [held.record_id],
  );
  await database.query(`update long_jobs set queued_at = ${late} where record_id = $1`, [given.record_id]);
  const jobs = start(createJobQueue(), [task], "two");
  for (const job of [held, given, lost]) await eventually(async () => !(await isThere(database, job)));
  for (const job of [held, given, lost]) assert.deepEqual(await doneOf(database, job), ["two"]);
  await jobs.stop();
});

test("a process that stops hands its job back after the step, and another goes on at once", async () => {
  const queue = createJobQueue();
  const untilStopped = taskOf("long", async (run) => {
    for (;;) await work(run, "first");
  });
  const rest = taskOf("long", async (run) => {
    await work(run, "second");
    await run.finish(async () => undefined);
  });
  const first = start(queue, [untilStopped], "first");
  const job = newJob("long");
  await plan(queue, job);
  await eventually(async () => (await doneOf(database, job)).length >= 3);
  await first.stop();
  const { rows } = await database.query("select owner, attempts from long_jobs where record_id = $1", [
    job.record_id,
  ]);
  assert.deepEqual(rows, [{ owner: null, attempts: 0 }]);
  const second = start(createJobQueue(), [rest], "second");
  await eventually(async () => !(await isThere(database, job)));
  assert.deepEqual((await doneOf(database, job)).at(-1), "second");
  await second.stop();
});

test("of two processes one at a time works on a job, and both work", async () => {
  const owners = ["left", "right"];
  const at = new Map<number, string>();
  const both: string[] = [];
  const tasks = owners.map((owner) =>
    taskOf("shared", async (run) => {
      const other = at.get(run.job.record_id);
      if (other !== undefined) both.push(`${other} and ${owner}`);
      at.set(run.job.record_id, owner);
      for (let step = 0; step < 4; step++) await work(run, owner);
      at.delete(run.job.record_id);
      await run.finish(async () => undefined);
    }),
  );
  const queue = createJobQueue();
  const made = Array.from({ length: 30 }, () => newJob("shared"));
  const running = owners.map((owner, index) =>
    start(createJobQueue(), [tasks[index] ?? assert.fail()], owner),
  );
  for (const job of made) await database.transaction((tx) => queue.plan(tx, job));
  await eventually(
    async () => (await Promise.all(made.map((job) => isThere(database, job)))).every((there) => !there),
    {
      within: 60_000,
    },
  );
  const done = await Promise.all(made.map((job) => doneOf(database, job)));
  assert.deepEqual(both, []);
  assert.ok(
    done.every((steps) => steps.length === 4),
    JSON.stringify(done),
  );
  assert.deepEqual(new Set(done.flat()), new Set(owners));
  await Promise.all(running.map((jobs) => jobs.stop()));
});

test("a job that is cancelled ends at its next step", async () => {
  const queue = createJobQueue();
  let ended: unknown;
  const endless = taskOf("endless", async (run) => {
    try {
      for (;;) await work(run);
    } catch (error) {
      ended = error;
      throw error;
    }
  });
  const jobs = start(queue, [endless]);
  const job = newJob("endless");
  await plan(queue, job);
  await eventually(async () => (await doneOf(database, job)).length > 0);
  await database.transaction((tx) => queue.cancel(tx, job));
  await eventually(() => ended !== undefined);
  assert.ok(ended instanceof JobInterrupted);
  await jobs.stop();
});

test("a runner whose connections break goes on when they are back", async () => {
  const queue = createJobQueue();
  const task = taskOf("cut", async (run) => {
    await work(run);
    await run.finish(async () => undefined);
  });
  const jobs = start(queue, [task]);
  const [earlier, later] = [newJob("cut"), newJob("cut")];
  await plan(queue, earlier);
  await eventually(async () => !(await isThere(database, earlier)));
  for (let cut = 0; cut < 3; cut++) {
    await database
      .query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
      .catch((error: unknown) => assert.ok(error instanceof DatabaseUnavailable));
  }
  await eventually(() =>
    plan(queue, later).then(
      () => true,
      () => false,
    ),
  );
  await eventually(async () => !(await isThere(database, later)), { within: 60_000 });
  assert.deepEqual(await doneOf(database, later), ["one"]);
  await jobs.stop();
});

test("a process without work has neither loaded the runner nor opened a connection for it", async () => {
  const empty = await testDatabase();
  let looks = 0;
  const watched: Database = {
    ...empty.database,
    query: (...asked) => {
      looks++;
      return empty.database.query(...asked);
    },
    separatePool: () => assert.fail("connections were opened"),
  };
  const options = { queue: createJobQueue(), tasks: [], owner: "idle", log: silentLog, random };
  const jobs = startJobs({ database: watched, ...options });
  await eventually(() => looks >= 2);
  const { rows } = await empty.database.query<{ schema: string | null }>(
    "select to_regnamespace('graphile_worker')::text as schema",
  );
  assert.deepEqual(rows, [{ schema: null }]);
  await jobs.stop();
  await empty.stop();
});
