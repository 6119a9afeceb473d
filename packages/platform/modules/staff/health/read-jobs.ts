import type { Queryable } from "@souk/database";
import { maskMessage } from "../failures/mask-values.ts";
import { type Part, storeSql, toTime } from "./health-deps.ts";

/** The maximum number of unfinished jobs that are read. */
const maxJobs = 10_000;
/** The maximum number of failed exports, and of failed imports, that are read. */
const maxFailedJobs = 1_000;

// long_jobs has only unfinished jobs, which the quotas of stores limit. At most 10,000 of them are read.
const jobsText = `
  with job as materialized (
    select store_id, created_at, owner is not null and leased_until >= clock_timestamp() as is_running
    from long_jobs limit ${maxJobs}),
  by_store as (
    select store_id, count(*) filter (where is_running) as running_count,
      count(*) filter (where not is_running) as waiting_count
    from job group by store_id order by count(*) desc, store_id limit 10)
  select count(*) filter (where is_running) as running_count, count(*) filter (where not is_running) as waiting_count,
    min(created_at) filter (where not is_running) as oldest_waiting_at,
    coalesce((
      select json_agg(json_build_object('id', store.id, 'handle', store.handle, 'name', store.name,
          'running_count', running_count, 'waiting_count', waiting_count)
        order by running_count + waiting_count desc, store.id)
      from by_store join stores store on store.id = by_store.store_id), '[]') as stores
  from job`;

// The indexes exports_failed and imports_failed have only failed exports and imports.
const failedText = `
  select failed.kind, failed.id, ${storeSql} as store, failed.error, failed.updated_at as at
  from (
    (select 'export' as kind, id, store_id, error, updated_at from exports
      where status = 'failed' and updated_at > $1::timestamptz - interval '24 hours' limit ${maxFailedJobs})
    union all
    (select 'import', id, store_id, error, updated_at from imports
      where status = 'failed' and updated_at > $1::timestamptz - interval '24 hours' limit ${maxFailedJobs})) failed
    join stores store on store.id = failed.store_id
  order by failed.updated_at desc, failed.id desc`;

type Jobs = Part<"jobs">;

interface JobsRow extends Pick<Jobs, "running_count" | "waiting_count" | "stores"> {
  oldest_waiting_at: Date | null;
}

/** Read the queue of long-running jobs, and the exports and imports that failed in the last 24 hours. */
export async function readJobs(tx: Queryable, now: Date): Promise<Jobs> {
  const { oldest_waiting_at, ...queue } = await tx.one<JobsRow>(jobsText);
  const failedJobs = await tx.many<Omit<Jobs["failed"][number], "at"> & { at: Date }>(failedText, [now]);
  return {
    ...queue,
    oldest_waiting_at: toTime(oldest_waiting_at),
    failed_count: failedJobs.length,
    failed: failedJobs.slice(0, 10).map((job) => ({
      ...job,
      error: job.error === null ? null : maskMessage(job.error, 300),
      at: job.at.toISOString(),
    })),
  };
}
