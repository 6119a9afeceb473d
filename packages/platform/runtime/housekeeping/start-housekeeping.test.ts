import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, silentLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { dropPartitions, partitionJobs } from "./partition-jobs.ts";
import { type Job, runJob, startHousekeeping } from "./start-housekeeping.ts";

let testing: TestDatabase;

before(async () => {
  testing = await testDatabase();
});

after(() => testing.stop());

const random = () => 0.5;

test("a job runs repeatedly at its interval, and not after the stop", async () => {
  const { database } = testing;
  let runs = 0;
  const job: Job = { name: "count", everyMs: 5, run: async () => void runs++ };
  const housekeeping = startHousekeeping({ database, jobs: [job], log: silentLog, random });
  await eventually(() => runs >= 3);
  await housekeeping.stop();
  const atStop = runs;
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(runs, atStop);
});

test("the stop waits for the run in progress", async () => {
  const { database } = testing;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let ended = false;
  const run = async () => {
    begin();
    await released;
    ended = true;
  };
  const housekeeping = startHousekeeping({
    database,
    jobs: [{ name: "slow", everyMs: 1, run }],
    log: silentLog,
    random,
  });
  await begun;
  const stopped = housekeeping.stop().then(() => ended);
  release();
  assert.equal(await stopped, true);
});

test("two processes never run one job at the same moment", async () => {
  const { database } = testing;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const job: Job = {
    name: "alone",
    everyMs: 1,
    run: async () => {
      begin();
      await released;
    },
  };
  const first = runJob(database, job);
  await begun;
  assert.equal(await runJob(database, job), false);
  assert.equal(await runJob(database, { ...job, name: "another", run: async () => undefined }), true);
  release();
  assert.equal(await first, true);
  assert.equal(await runJob(database, { ...job, run: async () => undefined }), true);
});

test("a job that fails is logged by name and runs again, and others go on", async () => {
  const { database } = testing;
  const errors: object[] = [];
  let others = 0;
  const jobs: Job[] = [
    { name: "broken", everyMs: 2, run: () => Promise.reject(new Error("why")) },
    { name: "sound", everyMs: 2, concurrent: true, run: async () => void others++ },
  ];
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const housekeeping = startHousekeeping({ database, jobs, log, random });
  await eventually(() => errors.length >= 2 && others >= 2);
  await housekeeping.stop();
  assert.equal((errors[0] as { job: string }).job, "broken");
});

test("upcoming partitions are made by the platform's clock", async () => {
  const { database } = testing;
  const clock = { now: () => Date.parse("2040-05-06T00:00:00Z") };
  const count = async (): Promise<number> => {
    const row = await database.one<{ n: number }>(
      "select count(*) as n from pg_class where relname like 'events%2040%' and relkind = 'r'",
    );
    return row.n;
  };
  assert.equal(await count(), 0);
  for (const job of partitionJobs(clock)) await runJob(database, job);
  assert.ok((await count()) >= 4);
});

test("a process whose clock is far ahead drops no partition the database clock keeps", async () => {
  const { database } = testing;
  const ahead = { now: () => Date.parse("2044-05-06T00:00:00Z") };
  assert.deepEqual(await dropPartitions(database, ahead), []);
});
