import {
  buildLeaseAssignments,
  buildLeaseEnd,
  buildNotLeasedCondition,
  type Database,
  defineStatement,
  leaseMs,
  type Queryable,
  releaseLeaseSql,
} from "@souk/database";
import type { LongJob } from "./long-task.ts";

/** A job that this process has leased. */
export interface LeasedJob extends LongJob {
  owner: string;
  epoch: number;
  /** The number of runs since the last progress, including this one. */
  attempts: number;
}

const leasedByThisRunCondition =
  "store_id = $1 and task = $2 and record_id = $3 and owner = $4 and epoch = $5";

function getKey({ store_id, task, record_id }: LongJob): unknown[] {
  return [store_id, task, record_id];
}

function getLeaseKey(leasedJob: LeasedJob): unknown[] {
  return [...getKey(leasedJob), leasedJob.owner, leasedJob.epoch];
}

// All stores of an account together get the turns of one store, because an account can have any number of stores.
const storesOfOwnerSql = `
  select $1::bigint as store_id
  union select other.store_id from memberships owner join memberships other using (account_id)
  where owner.store_id = $1 and owner.role = 'owner' and other.role = 'owner'`;

/**
 * Add a job to the queue, in the transaction that creates its record. It is queued after the last waiting job of the stores
 * with the same owner or, if they have none, at the front. Its epoch starts at the current time in ms, so that an old run of an
 * earlier job for the same record, for example the check of an import, cannot act on this job.
 */
export async function insertJob(tx: Queryable, job: LongJob): Promise<void> {
  const text = `insert into long_jobs (store_id, task, record_id, turn, epoch)
    values ($1, $2, $3,
      coalesce((select max(turn) + 1 from long_jobs where store_id in (${storesOfOwnerSql})), (select min(turn) from long_jobs), 0),
      floor(extract(epoch from clock_timestamp()) * 1000))
    on conflict (store_id, task, record_id) do nothing`;
  await tx.query(text, getKey(job));
}

/** Delete a job even if a process has leased it. The process notices this at the job's next step. */
export async function deleteJob(tx: Queryable, job: LongJob): Promise<void> {
  await tx.query("delete from long_jobs where store_id = $1 and task = $2 and record_id = $3", getKey(job));
}

const freeCondition = buildNotLeasedCondition();
const leaseAssignments = `${buildLeaseAssignments("$1", "$2")}, attempts = attempts + 1`;

const isDueStatement = defineStatement(
  "long_jobs_due",
  `select exists (select from long_jobs where task = any($1) and ${freeCondition}) as is_due`,
);
const turnLockStatement = defineStatement(
  "long_jobs_turn_lock",
  "select pg_advisory_xact_lock(hashtextextended('long_jobs', 23))",
);
// The next job belongs to the owner with the fewest running jobs. Among the jobs of such owners, the one with the lowest turn is
// next. A store without an owner counts as its own owner, whose id here is the negative id of the store.
const leaseNextStatement = defineStatement(
  "long_jobs_take_next",
  `
    with store_owner as (
      select job.store_id, coalesce(member.account_id, -job.store_id) as id
      from (select distinct store_id from long_jobs) job
      left join memberships member on member.store_id = job.store_id and member.role = 'owner'),
    busy as (
      select store_owner.id, count(*) as jobs from long_jobs join store_owner using (store_id)
      where owner is not null and leased_until >= clock_timestamp() group by store_owner.id),
    next as (
      select long_jobs.store_id, task, record_id from long_jobs join store_owner using (store_id) left join busy using (id)
      where task = any($3) and ${freeCondition}
      order by coalesce(busy.jobs, 0), turn, long_jobs.created_at limit 1 for update of long_jobs skip locked)
    update long_jobs job set ${leaseAssignments}
    from next where job.store_id = next.store_id and job.task = next.task and job.record_id = next.record_id
    returning job.store_id, job.task, job.record_id, job.owner, job.epoch, job.attempts`,
);

/**
 * Lease the next job of these tasks. A store's owner gets a second running job only if no other owner is waiting for a
 * first one. A lock makes processes lease jobs one after another, so that each process sees the leases of the processes before it.
 */
export async function leaseNextJob(
  database: Database,
  { owner, tasks }: { owner: string; tasks: readonly string[] },
): Promise<LeasedJob | undefined> {
  if (!(await database.one<{ is_due: boolean }>(isDueStatement, [tasks])).is_due) return undefined;
  return await database.transaction(async (tx) => {
    await tx.query(turnLockStatement);
    return await tx.maybeOne<LeasedJob>(leaseNextStatement, [owner, leaseMs, tasks]);
  });
}

/** Lease this job even if other jobs are queued before it. @returns undefined if the job is already leased or finished */
export async function leaseJob(db: Queryable, job: LongJob, owner: string): Promise<LeasedJob | undefined> {
  const text = `update long_jobs set ${leaseAssignments}
    where store_id = $3 and task = $4 and record_id = $5 and ${freeCondition}
    returning store_id, task, record_id, owner, epoch, attempts`;
  return await db.maybeOne<LeasedJob>(text, [owner, leaseMs, ...getKey(job)]);
}

/** Renew the lease of a job. @returns false if this run no longer has the lease */
export async function renewJob(db: Queryable, leasedJob: LeasedJob): Promise<boolean> {
  const text = `update long_jobs set leased_until = ${buildLeaseEnd("$6")} where ${leasedByThisRunCondition}`;
  return (await db.query(text, [...getLeaseKey(leasedJob), leaseMs])).rowCount > 0;
}

/**
 * Renew the lease of a job in a step that makes progress, and reset its attempts.
 * @returns false if this run no longer has the lease
 */
export async function renewAndResetAttempts(tx: Queryable, leasedJob: LeasedJob): Promise<boolean> {
  const text = `update long_jobs set attempts = 0, leased_until = ${buildLeaseEnd("$6")}
    where ${leasedByThisRunCondition}`;
  return (await tx.query(text, [...getLeaseKey(leasedJob), leaseMs])).rowCount > 0;
}

/** Delete a leased job because it is finished or has failed. @returns false if this run no longer has the lease */
export async function deleteLeasedJob(tx: Queryable, leasedJob: LeasedJob): Promise<boolean> {
  return (
    (await tx.query(`delete from long_jobs where ${leasedByThisRunCondition}`, getLeaseKey(leasedJob)))
      .rowCount > 0
  );
}

/** Release an unfinished job, so that any process can continue it. This run is not counted as an attempt. */
export async function releaseJob(db: Queryable, leasedJob: LeasedJob): Promise<void> {
  const text = `update long_jobs set ${releaseLeaseSql},
      attempts = greatest(attempts - 1, 0)
    where ${leasedByThisRunCondition}`;
  await db.query(text, getLeaseKey(leasedJob));
}

/** Release a job after a failure, to be retried after `pauseMs`. */
export async function postponeJob(db: Queryable, leasedJob: LeasedJob, pauseMs: number): Promise<void> {
  const text = `update long_jobs set owner = null,
      leased_until = ${buildLeaseEnd("$6")}
    where ${leasedByThisRunCondition}`;
  await db.query(text, [...getLeaseKey(leasedJob), pauseMs]);
}

/** Release all jobs. Call this only when a server starts, and only if no other process can be using the database. */
export async function releaseAllJobs(db: Queryable): Promise<void> {
  await db.query(`update long_jobs set ${releaseLeaseSql} where owner is not null`);
}
