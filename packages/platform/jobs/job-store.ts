import type { Queryable } from "@souk/database";
import type { LongJob } from "./long-task.ts";

/** How long a run holds its job without renewing, in ms. */
export const leaseMs = 30_000;

/** A job that this process holds. */
export interface HeldJob extends LongJob {
  owner: string;
  epoch: number;
  /** Runs since the work last came further, this one included. */
  attempts: number;
}

const mine = "store_id = $1 and task = $2 and record_id = $3 and owner = $4 and epoch = $5";

function keyOf({ store_id, task, record_id }: LongJob): unknown[] {
  return [store_id, task, record_id];
}

function holdOf(held: HeldJob): unknown[] {
  return [...keyOf(held), held.owner, held.epoch];
}

/**
 * Notes a job, in the transaction that makes its record. Its epochs begin at the present ms, so that a run of an earlier job
 * of the same record, as the check of an import, is shut out of it.
 */
export async function insertJob(tx: Queryable, job: LongJob): Promise<void> {
  const text = `insert into long_jobs (store_id, task, record_id, epoch)
    values ($1, $2, $3, floor(extract(epoch from clock_timestamp()) * 1000))
    on conflict (store_id, task, record_id) do nothing`;
  await tx.query(text, keyOf(job));
}

/** Takes a job back, whoever works on it: its next step finds nothing to hold. */
export async function deleteJob(tx: Queryable, job: LongJob): Promise<void> {
  await tx.query("delete from long_jobs where store_id = $1 and task = $2 and record_id = $3", keyOf(job));
}

/** Whether there is any job at all, under way or not. */
export async function hasJobs(run: Queryable): Promise<boolean> {
  const { rows } = await run.query<{ there: boolean }>({
    name: "long_jobs_there",
    text: "select exists (select from long_jobs) as there",
  });
  return rows[0]?.there ?? false;
}

// One that was given to the runner and not begun within half a minute was lost with the process that had it.
const takeText = `
  update long_jobs j set queued_at = clock_timestamp()
  from (
    select store_id, task, record_id from long_jobs
    where (leased_until is null or leased_until < clock_timestamp())
      and (queued_at is null or queued_at < clock_timestamp() - interval '30 s')
    order by created_at limit 100 for update skip locked) due
  where j.store_id = due.store_id and j.task = due.task and j.record_id = due.record_id
  returning j.store_id, j.task, j.record_id`;

/** The jobs that are to be given to the runner, marked as given. */
export async function takeDueJobs(run: Queryable): Promise<LongJob[]> {
  return (await run.query<LongJob>({ name: "long_jobs_due", text: takeText })).rows;
}

/** Takes a job that nobody holds; null when somebody does, or it is done. */
export async function holdJob(run: Queryable, job: LongJob, owner: string): Promise<HeldJob | null> {
  const text = `
    update long_jobs set owner = $4, epoch = epoch + 1, attempts = attempts + 1,
      leased_until = clock_timestamp() + $5 * interval '1 ms'
    where store_id = $1 and task = $2 and record_id = $3
      and (leased_until is null or leased_until < clock_timestamp())
    returning epoch, attempts`;
  const { rows } = await run.query<{ epoch: number; attempts: number }>(text, [
    ...keyOf(job),
    owner,
    leaseMs,
  ]);
  return rows[0] ? { ...job, owner, ...rows[0] } : null;
}

/** Holds the job for as long again. @returns false when it is no longer held by this run */
export async function renewJob(run: Queryable, held: HeldJob): Promise<boolean> {
  const text = `update long_jobs set leased_until = clock_timestamp() + $6 * interval '1 ms' where ${mine}`;
  return (await run.query(text, [...holdOf(held), leaseMs])).rowCount > 0;
}

/** The same within a step that brings the work further. */
export async function renewInProgress(tx: Queryable, held: HeldJob): Promise<boolean> {
  const text = `update long_jobs set attempts = 0, leased_until = clock_timestamp() + $6 * interval '1 ms'
    where ${mine}`;
  return (await tx.query(text, [...holdOf(held), leaseMs])).rowCount > 0;
}

/** The job is done with this transaction. @returns false when it is no longer held by this run */
export async function endJob(tx: Queryable, held: HeldJob): Promise<boolean> {
  return (await tx.query(`delete from long_jobs where ${mine}`, holdOf(held))).rowCount > 0;
}

/** Hands the job back unfinished, for any process to go on with; this run counts as none. */
export async function handBack(run: Queryable, held: HeldJob): Promise<void> {
  const text = `update long_jobs set owner = null, leased_until = null, queued_at = null,
      attempts = greatest(attempts - 1, 0)
    where ${mine}`;
  await run.query(text, holdOf(held));
}

/** The same after a failure, for after a pause of so many ms. */
export async function putOff(run: Queryable, held: HeldJob, pauseMs: number): Promise<void> {
  const text = `update long_jobs set owner = null, queued_at = null,
      leased_until = clock_timestamp() + $6 * interval '1 ms'
    where ${mine}`;
  await run.query(text, [...holdOf(held), pauseMs]);
}

/**
 * Hands every job back whose process is gone. Only for a start that is certain that no other process works on the database.
 */
export async function freeJobs(run: Queryable): Promise<void> {
  await run.query(
    "update long_jobs set owner = null, leased_until = null, queued_at = null where owner is not null or queued_at is not null",
  );
}
