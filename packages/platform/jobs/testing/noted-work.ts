import type { Database } from "@souk/database";
import type { JobRun, LongJob, LongTask } from "../long-task.ts";

/** The table that the steps of a test's jobs are noted in. */
export async function makeWorkTable(database: Database): Promise<void> {
  await database.query(
    "create table work_done (record_id bigint, owner text, at timestamptz default clock_timestamp())",
  );
}

let lastRecord = 0;

/** A job that nobody has noted yet. */
export function newJob(task: string): LongJob {
  return { store_id: 7, task, record_id: ++lastRecord };
}

/** A task that does what it is given, and keeps the jobs that were given up. */
export function taskOf(
  name: string,
  run: (run: JobRun) => Promise<void>,
  resumes = true,
): LongTask & { given: LongJob[] } {
  const given: LongJob[] = [];
  return { name, resumes, run, given, giveUp: async (_tx, job) => void given.push(job) };
}

/** Notes that a step was done, and by whom. */
export function work(run: JobRun, owner = "one"): Promise<unknown> {
  const text = "insert into work_done (record_id, owner) values ($1, $2)";
  return run.step((tx) => tx.query(text, [run.job.record_id, owner]));
}

/** Who has done the steps of a job, in their order. */
export async function doneOf(database: Database, job: LongJob): Promise<string[]> {
  const text = "select owner from work_done where record_id = $1 order by at";
  return (await database.query<{ owner: string }>(text, [job.record_id])).rows.map(({ owner }) => owner);
}

/** Whether a job is still noted. */
export async function isThere(database: Database, { record_id }: LongJob): Promise<boolean> {
  return (await database.query("select 1 from long_jobs where record_id = $1", [record_id])).rowCount > 0;
}
