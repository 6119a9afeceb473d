import type { Database } from "@souk/database";
import type { JobRun, LongJob, LongTask } from "../long-task.ts";

/** Create the table in which tests record the steps of their jobs. */
export async function createWorkTable(database: Database): Promise<void> {
  await database.query(
    "create table work_done (record_id bigint, owner text, at timestamptz default clock_timestamp())",
  );
}

let lastRecordId = 0;

/** Build a job for a new record, without adding it to the queue. */
export function buildJob(task: string, store_id = 7): LongJob {
  return { store_id, task, record_id: ++lastRecordId };
}

/** Create a task that calls `run` and collects the jobs that have failed. */
export function createTask(
  name: string,
  run: (jobRun: JobRun) => Promise<void>,
  resumes = true,
): LongTask & { failedJobs: LongJob[] } {
  const failedJobs: LongJob[] = [];
  return { name, resumes, run, failedJobs, recordFailure: async (_tx, job) => void failedJobs.push(job) };
}

/** Run a step that records its owner in the table. */
export function recordStep(jobRun: JobRun, owner = "one"): Promise<unknown> {
  const text = "insert into work_done (record_id, owner) values ($1, $2)";
  return jobRun.step((tx) => tx.query(text, [jobRun.job.record_id, owner]));
}

/** List the owners of a job's recorded steps, in the order of the steps. */
export async function listStepOwners(database: Database, job: LongJob): Promise<string[]> {
  const text = "select owner from work_done where record_id = $1 order by at";
  return (await database.many<{ owner: string }>(text, [job.record_id])).map(({ owner }) => owner);
}

/** Return whether a job is still in the queue. */
export async function isQueued(database: Database, { record_id }: LongJob): Promise<boolean> {
  return (await database.query("select 1 from long_jobs where record_id = $1", [record_id])).rowCount > 0;
}
