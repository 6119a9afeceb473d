import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRowQueries, type Database, DatabaseUnavailable } from "@souk/database";
import { createTestDatabase, eventually, silentLog, type TestDatabase } from "@souk/testkit";
import { createJobQueue, type JobQueue } from "./job-queue.ts";
import { JobInterrupted, type LongJob, type LongTask } from "./long-task.ts";
import { type Jobs, startJobs } from "./start-jobs.ts";
import {
  buildJob,
  createTask,
  createWorkTable,
  isQueued,
  listStepOwners,
  recordStep,
} from "./testing/recorded-work.ts";

let db: TestDatabase;
let database: Database;

before(async () => {
  db = await createTestDatabase({ maxConnections: 16 });
  database = db.database;
  await createWorkTable(database);
});

after(() => db.stop());

const random = () => 0.5;

function startTestJobs(queue: JobQueue, tasks: LongTask[], owner = "one"): Jobs {
  return startJobs({ database, queue, tasks, owner, log: silentLog, random });
}

async function enqueue(queue: JobQueue, job: LongJob): Promise<void> {
  await database.transaction((tx) => queue.enqueue(tx, job));
  queue.notifyCommitted();
}

test("a job runs after its transaction is committed, and not after a rollback", async () => {
  const queue = createJobQueue();
  const task = createTask("commits", async (jobRun) => {
    await recordStep(jobRun);
    await jobRun.finish(async () => undefined);
  });
  const jobs = startTestJobs(queue, [task]);
  const [committedJob, rolledBackJob] = [buildJob("commits"), buildJob("commits")];
  const failedTransaction = database.transaction(async (tx) => {
    await queue.enqueue(tx, rolledBackJob);
    throw new Error("no");
  });
  await assert.rejects(failedTransaction);
  await enqueue(queue, committedJob);
  await eventually(async () => !(await isQueued(database, committedJob)));
  assert.deepEqual(
    [await listStepOwners(database, committedJob), await listStepOwners(database, rolledBackJob)],
    [["one"], []],
  );
  await jobs.stop();
});

test("a job that a killed process had leased is completed by another process", async () => {
  const task = createTask("left", async (jobRun) => {
    await recordStep(jobRun, "two");
    await jobRun.finish(async () => undefined);
  });
  const [expiredJob, waitingJob] = [buildJob("left"), buildJob("left")];
  const queue = createJobQueue();
  for (const job of [expiredJob, waitingJob]) await database.transaction((tx) => queue.enqueue(tx, job));
  await database.query(
    "update long_jobs set owner = 'dead', leased_until = clock_timestamp() - interval '1 s' where record_id = $1",
    [expiredJob.record_id],
  );
  const jobs = startTestJobs(createJobQueue(), [task], "two");
  for (const job of [expiredJob, waitingJob]) await eventually(async () => !(await isQueued(database, job)));
  for (const job of [expiredJob, waitingJob]) assert.deepEqual(await listStepOwners(database, job), ["two"]);
  await jobs.stop();
});

test("a stopping process releases its job after a step, and another process continues the job", async () => {
  const queue = createJobQueue();
  const endlessTask = createTask("long", async (jobRun) => {
    for (;;) await recordStep(jobRun, "first");
  });
  const finishingTask = createTask("long", async (jobRun) => {
    await recordStep(jobRun, "second");
    await jobRun.finish(async () => undefined);
  });
  const firstJobs = startTestJobs(queue, [endlessTask], "first");
  const job = buildJob("long");
  await enqueue(queue, job);
  await eventually(async () => (await listStepOwners(database, job)).length >= 3);
  await firstJobs.stop();
  const rows = await database.many("select owner, attempts from long_jobs where record_id = $1", [
    job.record_id,
  ]);
  assert.deepEqual(rows, [{ owner: null, attempts: 0 }]);
  const secondJobs = startTestJobs(createJobQueue(), [finishingTask], "second");
  await eventually(async () => !(await isQueued(database, job)));
  assert.deepEqual((await listStepOwners(database, job)).at(-1), "second");
  await secondJobs.stop();
});

test("two processes share the queued jobs and never run the same job at the same time", async () => {
  const owners = ["left", "right"];
  const ownerByRecord = new Map<number, string>();
  const overlappingRuns: string[] = [];
  const tasks = owners.map((owner) =>
    createTask("shared", async (jobRun) => {
      const otherOwner = ownerByRecord.get(jobRun.job.record_id);
      if (otherOwner !== undefined) overlappingRuns.push(`${otherOwner} and ${owner}`);
      ownerByRecord.set(jobRun.job.record_id, owner);
      for (let step = 0; step < 4; step++) await recordStep(jobRun, owner);
      ownerByRecord.delete(jobRun.job.record_id);
      await jobRun.finish(async () => undefined);
    }),
  );
  const queue = createJobQueue();
  const createdJobs = Array.from({ length: 30 }, () => buildJob("shared"));
  const jobsByOwner = owners.map((owner, index) =>
    startTestJobs(createJobQueue(), [tasks[index] ?? assert.fail()], owner),
  );
  for (const job of createdJobs) await database.transaction((tx) => queue.enqueue(tx, job));
  await eventually(
    async () =>
      (await Promise.all(createdJobs.map((job) => isQueued(database, job)))).every(
        (isStillQueued) => !isStillQueued,
      ),
    {
      timeoutMs: 60_000,
    },
  );
  const stepOwners = await Promise.all(createdJobs.map((job) => listStepOwners(database, job)));
  assert.deepEqual(overlappingRuns, []);
  assert.ok(
    stepOwners.every((steps) => steps.length === 4),
    JSON.stringify(stepOwners),
  );
  assert.deepEqual(new Set(stepOwners.flat()), new Set(owners));
  await Promise.all(jobsByOwner.map((jobs) => jobs.stop()));
});

test("a canceled job ends at its next step", async () => {
  const queue = createJobQueue();
  let endError: unknown;
  const endlessTask = createTask("endless", async (jobRun) => {
    try {
      for (;;) await recordStep(jobRun);
    } catch (error) {
      endError = error;
      throw error;
    }
  });
  const jobs = startTestJobs(queue, [endlessTask]);
  const job = buildJob("endless");
  await enqueue(queue, job);
  await eventually(async () => (await listStepOwners(database, job)).length > 0);
  await database.transaction((tx) => queue.cancel(tx, job));
  await eventually(() => endError !== undefined);
  assert.ok(endError instanceof JobInterrupted);
  await jobs.stop();
});

test("a process whose database connections were broken runs the next queued job over new connections", async () => {
  const queue = createJobQueue();
  const task = createTask("cut", async (jobRun) => {
    await recordStep(jobRun);
    await jobRun.finish(async () => undefined);
  });
  const jobs = startTestJobs(queue, [task]);
  const [earlierJob, laterJob] = [buildJob("cut"), buildJob("cut")];
  await enqueue(queue, earlierJob);
  await eventually(async () => !(await isQueued(database, earlierJob)));
  for (let attempt = 0; attempt < 3; attempt++) {
    await database
      .query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
      .catch((error: unknown) => assert.ok(error instanceof DatabaseUnavailable));
  }
  await eventually(() =>
    enqueue(queue, laterJob).then(
      () => true,
      () => false,
    ),
  );
  await eventually(async () => !(await isQueued(database, laterJob)), { timeoutMs: 60_000 });
  assert.deepEqual(await listStepOwners(database, laterJob), ["one"]);
  await jobs.stop();
});

test("a store with twenty jobs does not delay another store's jobs", async () => {
  const [busyStoreId, quietStoreId] = [101, 102];
  const startedStoreIds: number[] = [];
  const runningByStore = new Map<number, number>();
  const unfairJobStarts: string[] = [];
  const task = createTask("turns", async (jobRun) => {
    const { store_id } = jobRun.job;
    startedStoreIds.push(store_id);
    runningByStore.set(store_id, (runningByStore.get(store_id) ?? 0) + 1);
    const waitingStores = await database.many<{ store_id: number }>(
      "select distinct store_id from long_jobs where owner is null and task = 'turns'",
    );
    const idleStores = waitingStores.filter((row) => (runningByStore.get(row.store_id) ?? 0) === 0);
    if ((runningByStore.get(store_id) ?? 0) > 1 && idleStores.length > 0)
      unfairJobStarts.push(`${store_id} before ${idleStores[0]?.store_id}`);
    await recordStep(jobRun);
    runningByStore.set(store_id, (runningByStore.get(store_id) ?? 0) - 1);
    await jobRun.finish(async () => undefined);
  });
  const queue = createJobQueue();
  const earlierJobs = Array.from({ length: 20 }, () => buildJob("turns", busyStoreId));
  const laterJobs = Array.from({ length: 3 }, () => buildJob("turns", quietStoreId));
  for (const job of earlierJobs) await database.transaction((tx) => queue.enqueue(tx, job));
  for (const job of laterJobs) await database.transaction((tx) => queue.enqueue(tx, job));
  const jobs = startTestJobs(queue, [task]);
  await eventually(() => startedStoreIds.length === 23, { timeoutMs: 30_000 });
  const getStartIndex = (storeId: number, jobIndex: number) =>
    startedStoreIds.flatMap((id, index) => (id === storeId ? [index] : []))[jobIndex] ?? -1;
  assert.ok(getStartIndex(quietStoreId, 0) <= 1, `started: ${startedStoreIds}`);
  assert.ok(getStartIndex(quietStoreId, 2) <= 6, `started: ${startedStoreIds}`);
  assert.deepEqual(unfairJobStarts, []);
  await jobs.stop();
});

test("a store's new job does not wait for all queued jobs of another store that has many", async () => {
  const [busyStoreId, quietStoreId] = [103, 104];
  const startedStoreIds: number[] = [];
  const task = createTask("late", async (jobRun) => {
    startedStoreIds.push(jobRun.job.store_id);
    if (startedStoreIds.length === 6) await enqueue(queue, buildJob("late", quietStoreId));
    await recordStep(jobRun);
    await jobRun.finish(async () => undefined);
  });
  const queue = createJobQueue();
  for (let n = 0; n < 20; n++)
    await database.transaction((tx) => queue.enqueue(tx, buildJob("late", busyStoreId)));
  const jobs = startTestJobs(queue, [task]);
  await eventually(() => startedStoreIds.length === 21, { timeoutMs: 30_000 });
  assert.ok(startedStoreIds.indexOf(quietStoreId) < 9, `started: ${startedStoreIds}`);
  await jobs.stop();
});

test("in the job queue, an account with many stores gets as many turns as an account with one store", async () => {
  const insertStore = async (handle: string, email: string): Promise<number> => {
    const { id } = await database.one<{ id: number }>(
      `with account as (
         insert into accounts (email, password_hash) values ($2, '') on conflict (lower(email)) do update set email = $2
         returning id
       ), store as (insert into stores (handle, name, currency_code, timezone) values ($1, $1, 'MYR', 'UTC') returning id)
       insert into memberships (store_id, account_id, role) select store.id, account.id, 'owner' from store, account
       returning store_id as id`,
      [handle, email],
    );
    return id;
  };
  const startedStoreIds: number[] = [];
  const task = createTask("accounts", async (jobRun) => {
    startedStoreIds.push(jobRun.job.store_id);
    await recordStep(jobRun);
    await jobRun.finish(async () => undefined);
  });
  const queue = createJobQueue();
  for (let n = 0; n < 12; n++)
    await enqueue(queue, buildJob("accounts", await insertStore(`busy-${n}`, "busy@accounts.test")));
  const quietStoreId = await insertStore("quiet", "quiet@accounts.test");
  await enqueue(queue, buildJob("accounts", quietStoreId));
  const jobs = startTestJobs(queue, [task]);
  await eventually(() => startedStoreIds.length === 13, { timeoutMs: 30_000 });
  assert.ok(startedStoreIds.indexOf(quietStoreId) < 3, `started: ${startedStoreIds}`);
  await jobs.stop();
});

test("while no job is queued, a process only polls the queue", async () => {
  const emptyDatabase = await createTestDatabase();
  const statements: string[] = [];
  const query: Database["query"] = (statement, values) => {
    statements.push(typeof statement === "string" ? statement : statement.name);
    return emptyDatabase.database.query(statement, values);
  };
  const watchedDatabase: Database = {
    ...emptyDatabase.database,
    query,
    ...createRowQueries(query),
    transaction: () => assert.fail("a transaction was started"),
  };
  const options = { queue: createJobQueue(), tasks: [], owner: "idle", log: silentLog, random };
  const jobs = startJobs({ database: watchedDatabase, ...options });
  await eventually(() => statements.length >= 2);
  assert.deepEqual(new Set(statements), new Set(["long_jobs_due"]));
  await jobs.stop();
  await emptyDatabase.stop();
});
