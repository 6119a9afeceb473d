import type { Database } from "@souk/database";
import type { JobRun, LongJob, LongTask } from "../long-task.ts";

/** Create the table in which the steps of a test's jobs are recorded. */
export async function makeWorkTable(database: Database): Promise<void> {
  await database.query(
    "create table work_done (record_id bigint, owner text, at timestamptz default clock_timestamp())",
  );
}

let lastRecord = 0;

/** Build a job that is not in the queue yet. */
export function newJob(task: string, store_id = 7): LongJob {
  return { store_id, task, record_id: ++lastRecord };
}

/** Create a task that runs the given work and keeps the jobs that were given up. */
export function createTask(
  name: string,
  db: (db: JobRun) => Promise<void>,
  resumes = true,
): LongTask & { given: LongJob[] } {
  const given: LongJob[] = [];
  return { name, resumes, run: db, given, giveUp: async (_tx, job) => void given.push(job) };
}

/** Record that a step was done, and by whom. */
export function work(jobRun: JobRun, owner = "one"): Promise<unknown> {
  const text = "insert into work_done (record_id, owner) values ($1, $2)";
  return jobRun.step((tx) => tx.query(text, [jobRun.job.record_id, owner]));
}

/** List the owners that did the steps of a job, in order. */
export async function listStepOwners(database: Database, job: LongJob): Promise<string[]> {
  const text = "select owner from work_done where record_id = $1 order by at";
  return (await database.many<{ owner: string }>(text, [job.record_id])).map(({ owner }) => owner);
}

/** Return whether a job is still in the queue. */
export async function isThere(database: Database, { record_id }: LongJob): Promise<boolean> {
  return (await database.query("select 1 from long_jobs where record_id = $1", [record_id])).rowCount > 0;
}
