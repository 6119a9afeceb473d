import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRowQueries, type Database, DatabaseUnavailable } from "@souk/database";
import { eventually, silentLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { createJobQueue, type JobQueue } from "./job-queue.ts";
import { JobInterrupted, type LongJob, type LongTask } from "./long-task.ts";
import { type Jobs, startJobs } from "./start-jobs.ts";
import { createTask, isThere, listStepOwners, makeWorkTable, newJob, work } from "./testing/recorded-work.ts";

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

test("a job runs once its transaction is committed, and never after a rollback", async () => {
  const queue = createJobQueue();
  const task = createTask("commits", async (jobRun) => {
    await work(jobRun);
    await jobRun.finish(async () => undefined);
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
  assert.deepEqual(
    [await listStepOwners(database, kept), await listStepOwners(database, undone)],
    [["one"], []],
  );
  await jobs.stop();
});

test("a job that a killed process held is found and done by another", async () => {
  const task = createTask("left", async (jobRun) => {
    await work(jobRun, "two");
    await jobRun.finish(async () => undefined);
  });
  const [abandoned, waiting] = [newJob("left"), newJob("left")];
  const queue = createJobQueue();
  for (const job of [abandoned, waiting]) await database.transaction((tx) => queue.plan(tx, job));
  await database.query(
    "update long_jobs set owner = 'dead', leased_until = clock_timestamp() - interval '1 s' where record_id = $1",
    [abandoned.record_id],
  );
  const jobs = start(createJobQueue(), [task], "two");
  for (const job of [abandoned, waiting]) await eventually(async () => !(await isThere(database, job)));
  for (const job of [abandoned, waiting]) assert.deepEqual(await listStepOwners(database, job), ["two"]);
  await jobs.stop();
});

test("a stopping process releases its job after the step; another continues at once", async () => {
  const queue = createJobQueue();
  const untilStopped = createTask("long", async (jobRun) => {
    for (;;) await work(jobRun, "first");
  });
  const rest = createTask("long", async (jobRun) => {
    await work(jobRun, "second");
    await jobRun.finish(async () => undefined);
  });
  const first = start(queue, [untilStopped], "first");
  const job = newJob("long");
  await plan(queue, job);
  await eventually(async () => (await listStepOwners(database, job)).length >= 3);
  await first.stop();
  const rows = await database.many("select owner, attempts from long_jobs where record_id = $1", [
    job.record_id,
  ]);
  assert.deepEqual(rows, [{ owner: null, attempts: 0 }]);
  const second = start(createJobQueue(), [rest], "second");
  await eventually(async () => !(await isThere(database, job)));
  assert.deepEqual((await listStepOwners(database, job)).at(-1), "second");
  await second.stop();
});

test("two processes work on one job one at a time, and both work", async () => {
  const owners = ["left", "right"];
  const at = new Map<number, string>();
  const both: string[] = [];
  const tasks = owners.map((owner) =>
    createTask("shared", async (jobRun) => {
      const other = at.get(jobRun.job.record_id);
      if (other !== undefined) both.push(`${other} and ${owner}`);
      at.set(jobRun.job.record_id, owner);
      for (let step = 0; step < 4; step++) await work(jobRun, owner);
      at.delete(jobRun.job.record_id);
      await jobRun.finish(async () => undefined);
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
  const done = await Promise.all(made.map((job) => listStepOwners(database, job)));
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
  const endless = createTask("endless", async (jobRun) => {
    try {
      for (;;) await work(jobRun);
    } catch (error) {
      ended = error;
      throw error;
    }
  });
  const jobs = start(queue, [endless]);
  const job = newJob("endless");
  await plan(queue, job);
  await eventually(async () => (await listStepOwners(database, job)).length > 0);
  await database.transaction((tx) => queue.cancel(tx, job));
  await eventually(() => ended !== undefined);
  assert.ok(ended instanceof JobInterrupted);
  await jobs.stop();
});

test("a runner whose connections break continues when they are back", async () => {
  const queue = createJobQueue();
  const task = createTask("cut", async (jobRun) => {
    await work(jobRun);
    await jobRun.finish(async () => undefined);
  });
  const jobs = start(queue, [task]);
  const [earlier, later] = [newJob("cut"), newJob("cut")];
  await plan(queue, earlier);
  await eventually(async () => !(await isThere(database, earlier)));
  for (let attempt = 0; attempt < 3; attempt++) {
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
  assert.deepEqual(await listStepOwners(database, later), ["one"]);
  await jobs.stop();
});

test("a store with twenty jobs does not keep another store's jobs waiting", async () => {
  const [busy, quiet] = [101, 102];
  const started: number[] = [];
  const underWay = new Map<number, number>();
  const seconds: string[] = [];
  const task = createTask("turns", async (jobRun) => {
    const { store_id } = jobRun.job;
    started.push(store_id);
    underWay.set(store_id, (underWay.get(store_id) ?? 0) + 1);
    const waiting = await database.many<{ store_id: number }>(
      "select distinct store_id from long_jobs where owner is null and task = 'turns'",
    );
    const idle = waiting.filter((row) => (underWay.get(row.store_id) ?? 0) === 0);
    if ((underWay.get(store_id) ?? 0) > 1 && idle.length > 0)
      seconds.push(`${store_id} before ${idle[0]?.store_id}`);
    await work(jobRun);
    underWay.set(store_id, (underWay.get(store_id) ?? 0) - 1);
    await jobRun.finish(async () => undefined);
  });
  const queue = createJobQueue();
  const first = Array.from({ length: 20 }, () => newJob("turns", busy));
  const later = Array.from({ length: 3 }, () => newJob("turns", quiet));
  for (const job of first) await database.transaction((tx) => queue.plan(tx, job));
  for (const job of later) await database.transaction((tx) => queue.plan(tx, job));
  const jobs = start(queue, [task]);
  await eventually(() => started.length === 23, { within: 30_000 });
  const place = (store: number, nth: number) =>
    started.flatMap((id, index) => (id === store ? [index] : []))[nth] ?? -1;
  assert.ok(place(quiet, 0) <= 1, `started: ${started}`);
  assert.ok(place(quiet, 2) <= 6, `started: ${started}`);
  assert.deepEqual(seconds, []);
  await jobs.stop();
});

test("a job added while another store has a long queue is next", async () => {
  const [busy, quiet] = [103, 104];
  const started: number[] = [];
  const task = createTask("late", async (jobRun) => {
    started.push(jobRun.job.store_id);
    if (started.length === 6) await plan(queue, newJob("late", quiet));
    await work(jobRun);
    await jobRun.finish(async () => undefined);
  });
  const queue = createJobQueue();
  for (let job = 0; job < 20; job++) await database.transaction((tx) => queue.plan(tx, newJob("late", busy)));
  const jobs = start(queue, [task]);
  await eventually(() => started.length === 21, { within: 30_000 });
  assert.ok(started.indexOf(quiet) < 9, `started: ${started}`);
  await jobs.stop();
});

test("a process without work only polls from time to time", async () => {
  const empty = await testDatabase();
  const statements: string[] = [];
  const query: Database["query"] = (statement, values) => {
    statements.push(typeof statement === "string" ? statement : statement.name);
    return empty.database.query(statement, values);
  };
  const watched: Database = {
    ...empty.database,
    query,
    ...createRowQueries(query),
    transaction: () => assert.fail("a transaction was begun"),
  };
  const options = { queue: createJobQueue(), tasks: [], owner: "idle", log: silentLog, random };
  const jobs = startJobs({ database: watched, ...options });
  await eventually(() => statements.length >= 2);
  assert.deepEqual(new Set(statements), new Set(["long_jobs_due"]));
  await jobs.stop();
  await empty.stop();
});
