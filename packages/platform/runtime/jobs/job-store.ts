import {
  buildLeaseEnd,
  buildNotLeasedCondition,
  buildTakeLease,
  type Database,
  defineStatement,
  leaseMs,
  type Queryable,
  releaseLease,
} from "@souk/database";
import type { LongJob } from "./long-task.ts";

/** A job that this process holds. */
export interface LeasedJob extends LongJob {
  owner: string;
  epoch: number;
  /** The number of runs since the work last advanced, this one included. */
  attempts: number;
}

const mine = "store_id = $1 and task = $2 and record_id = $3 and owner = $4 and epoch = $5";

function getKey({ store_id, task, record_id }: LongJob): unknown[] {
  return [store_id, task, record_id];
}

function getLeaseKey(leased: LeasedJob): unknown[] {
  return [...getKey(leased), leased.owner, leased.epoch];
}

/**
 * Add a job to the queue, in the transaction that creates its record. Its turn follows the store's last
 * waiting job; the first one of a store joins the queue at its front. Its epochs begin at the present ms, so
 * that a run of an earlier job of the same record, for example the check of an import, is shut out of it.
 */
export async function insertJob(tx: Queryable, job: LongJob): Promise<void> {
  const text = `insert into long_jobs (store_id, task, record_id, turn, epoch)
    values ($1, $2, $3,
      coalesce((select max(turn) + 1 from long_jobs where store_id = $1), (select min(turn) from long_jobs), 0),
      floor(extract(epoch from clock_timestamp()) * 1000))
    on conflict (store_id, task, record_id) do nothing`;
  await tx.query(text, getKey(job));
}

/** Delete a job, whichever process holds it: its next step finds that it is no longer held. */
export async function deleteJob(tx: Queryable, job: LongJob): Promise<void> {
  await tx.query("delete from long_jobs where store_id = $1 and task = $2 and record_id = $3", getKey(job));
}

const isFree = buildNotLeasedCondition();
const lease = `${buildTakeLease("$1", "$2")}, attempts = attempts + 1`;

const dueStatement = defineStatement(
  "long_jobs_due",
  `select exists (select from long_jobs where task = any($1) and ${isFree}) as is_due`,
);
const turnLockStatement = defineStatement(
  "long_jobs_turn_lock",
  "select pg_advisory_xact_lock(hashtextextended('long_jobs', 23))",
);
// The store with the fewest jobs under way is next; of those, the one whose job has waited for the most turns.
const takeNextStatement = defineStatement(
  "long_jobs_take_next",
  `
    with busy as (
      select store_id, count(*) as jobs from long_jobs
      where owner is not null and leased_until >= clock_timestamp() group by store_id),
    next as (
      select store_id, task, record_id from long_jobs left join busy using (store_id)
      where task = any($3) and ${isFree}
      order by coalesce(busy.jobs, 0), turn, created_at limit 1 for update of long_jobs skip locked)
    update long_jobs job set ${lease}
    from next where job.store_id = next.store_id and job.task = next.task and job.record_id = next.record_id
    returning job.store_id, job.task, job.record_id, job.owner, job.epoch, job.attempts`,
);

/**
 * Lease the next job of these tasks. No store has a second job in progress while another store's first one
 * waits: two processes take turns, so that each sees what the other has leased.
 */
export async function takeNextJob(
  database: Database,
  { owner, tasks }: { owner: string; tasks: readonly string[] },
): Promise<LeasedJob | undefined> {
  if (!(await database.one<{ is_due: boolean }>(dueStatement, [tasks])).is_due) return undefined;
  return await database.transaction(async (tx) => {
    await tx.query(turnLockStatement);
    return await tx.maybeOne<LeasedJob>(takeNextStatement, [owner, leaseMs, tasks]);
  });
}

/** Lease one job, whatever waits before it; undefined when it is held, or done. */
export async function takeJob(db: Queryable, job: LongJob, owner: string): Promise<LeasedJob | undefined> {
  const text = `update long_jobs set ${lease}
    where store_id = $3 and task = $4 and record_id = $5 and ${isFree}
    returning store_id, task, record_id, owner, epoch, attempts`;
  return await db.maybeOne<LeasedJob>(text, [owner, leaseMs, ...getKey(job)]);
}

/** Extend the hold on the job by another lease. @returns false when it is no longer held by this run */
export async function renewJob(db: Queryable, leased: LeasedJob): Promise<boolean> {
  const text = `update long_jobs set leased_until = ${buildLeaseEnd("$6")} where ${mine}`;
  return (await db.query(text, [...getLeaseKey(leased), leaseMs])).rowCount > 0;
}

/**
 * Extend the hold within a step that advances the work. @returns false when it is no longer held by this run
 */
export async function renewInProgress(tx: Queryable, leased: LeasedJob): Promise<boolean> {
  const text = `update long_jobs set attempts = 0, leased_until = ${buildLeaseEnd("$6")}
    where ${mine}`;
  return (await tx.query(text, [...getLeaseKey(leased), leaseMs])).rowCount > 0;
}

/** End the job with this transaction. @returns false when it is no longer held by this run */
export async function endJob(tx: Queryable, leased: LeasedJob): Promise<boolean> {
  return (await tx.query(`delete from long_jobs where ${mine}`, getLeaseKey(leased))).rowCount > 0;
}

/** Release the unfinished job for any process to continue; this run does not count as an attempt. */
export async function releaseJob(db: Queryable, leased: LeasedJob): Promise<void> {
  const text = `update long_jobs set ${releaseLease},
      attempts = greatest(attempts - 1, 0)
    where ${mine}`;
  await db.query(text, getLeaseKey(leased));
}

/** Release the job after a failure, to be retried after a pause of so many ms. */
export async function postponeJob(db: Queryable, leased: LeasedJob, pauseMs: number): Promise<void> {
  const text = `update long_jobs set owner = null,
      leased_until = ${buildLeaseEnd("$6")}
    where ${mine}`;
  await db.query(text, [...getLeaseKey(leased), pauseMs]);
}

/**
 * Release every job whose process is gone. Only for a start that is certain that no other process works on
 * the database.
 */
export async function freeJobs(db: Queryable): Promise<void> {
  await db.query(`update long_jobs set ${releaseLease} where owner is not null`);
}
