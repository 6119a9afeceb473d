import { leaseJob } from "../job-store.ts";
import type { LongJob, LongTask } from "../long-task.ts";
import { type JobDeps, runJob } from "../run-job.ts";

/** Run this job immediately, even if other jobs are queued before it, unless another process has leased it. */
export async function runNow(
  { owner, ...deps }: JobDeps & { owner: string },
  task: LongTask,
  job: LongJob,
): Promise<void> {
  const leasedJob = await leaseJob(deps.database, job, owner);
  if (leasedJob) await runJob(deps, task, leasedJob);
}
