import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, eventually, silentLog, type TestDatabase } from "@souk/testkit";
import { createPartitionJobs, dropPartitions } from "./partition-jobs.ts";
import { type Job, runJob, startHousekeeping } from "./start-housekeeping.ts";

let testDatabase: TestDatabase;

before(async () => {
  testDatabase = await createTestDatabase();
});

after(() => testDatabase.stop());

const random = () => 0.5;

test("a housekeeping job runs at its interval until it is stopped", async () => {
  const { database } = testDatabase;
  let runCount = 0;
  const job: Job = { name: "count", everyMs: 5, run: async () => void runCount++ };
  const housekeeping = startHousekeeping({ database, jobs: [job], log: silentLog, random });
  await eventually(() => runCount >= 3);
  await housekeeping.stop();
  const runCountAtStop = runCount;
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(runCount, runCountAtStop);
});

test("stopping housekeeping waits for the run in progress", async () => {
  const { database } = testDatabase;
  const { promise: started, resolve: markStarted } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let hasEnded = false;
  const run = async () => {
    markStarted();
    await released;
    hasEnded = true;
  };
  const housekeeping = startHousekeeping({
    database,
    jobs: [{ name: "slow", everyMs: 1, run }],
    log: silentLog,
    random,
  });
  await started;
  const stopping = housekeeping.stop().then(() => hasEnded);
  release();
  assert.equal(await stopping, true);
});

test("two processes never run the same housekeeping job at the same time", async () => {
  const { database } = testDatabase;
  const { promise: started, resolve: markStarted } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const job: Job = {
    name: "alone",
    everyMs: 1,
    run: async () => {
      markStarted();
      await released;
    },
  };
  const firstRun = runJob(database, job);
  await started;
  assert.equal(await runJob(database, job), false);
  assert.equal(await runJob(database, { ...job, name: "another", run: async () => undefined }), true);
  release();
  assert.equal(await firstRun, true);
  assert.equal(await runJob(database, { ...job, run: async () => undefined }), true);
});

test("a housekeeping job uses no database connection while it waits for something else", async () => {
  const { database } = testDatabase;
  const connectionsInUse = await new Promise((resolve) => {
    const run = async () => {
      const { open, idle } = database.getPoolState();
      resolve(open - idle);
    };
    void runJob(database, { name: "waits", everyMs: 1, run });
  });
  assert.equal(connectionsInUse, 0);
});

test("a housekeeping job of a killed process runs again when the process's lease has expired", async () => {
  const { database } = testDatabase;
  const job: Job = { name: "killed", everyMs: 1, run: async () => undefined };
  const leaseText =
    "update housekeeping_leases set leased_until = clock_timestamp() + $2 * interval '1 second' where job = $1";
  assert.equal(await runJob(database, job), true);
  await database.query(leaseText, [job.name, 20]);
  assert.equal(await runJob(database, job), false);
  await database.query(leaseText, [job.name, -1]);
  assert.equal(await runJob(database, job), true);
});

test("a housekeeping job that fails can run again at once", async () => {
  const { database } = testDatabase;
  const job: Job = { name: "fails", everyMs: 1, run: () => Promise.reject(new Error("why")) };
  await assert.rejects(runJob(database, job), /why/);
  assert.equal(await runJob(database, { ...job, run: async () => undefined }), true);
});

test("a failed housekeeping job is logged and runs again, and other jobs continue", async () => {
  const { database } = testDatabase;
  const errors: object[] = [];
  let otherRunCount = 0;
  const jobs: Job[] = [
    { name: "broken", everyMs: 2, run: () => Promise.reject(new Error("why")) },
    { name: "sound", everyMs: 2, concurrent: true, run: async () => void otherRunCount++ },
  ];
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) };
  const housekeeping = startHousekeeping({ database, jobs, log, random });
  await eventually(() => errors.length >= 2 && otherRunCount >= 2);
  await housekeeping.stop();
  assert.equal((errors[0] as { job: string }).job, "broken");
});

test("upcoming partitions are created according to the platform's clock", async () => {
  const { database } = testDatabase;
  const clock = { now: () => Date.parse("2040-05-06T00:00:00Z") };
  const countPartitions = async (): Promise<number> => {
    const row = await database.one<{ n: number }>(
      "select count(*) as n from pg_class where relname like 'events%2040%' and relkind = 'r'",
    );
    return row.n;
  };
  assert.equal(await countPartitions(), 0);
  for (const job of createPartitionJobs(clock)) await runJob(database, job);
  assert.ok((await countPartitions()) >= 4);
});

test("a process whose clock is ahead does not drop partitions too early", async () => {
  const { database } = testDatabase;
  const clockAhead = { now: () => Date.parse("2044-05-06T00:00:00Z") };
  assert.deepEqual(await dropPartitions(database, clockAhead), []);
});
