import { leaseJob } from "../job-store.ts";
import type { LongJob, LongTask } from "../long-task.ts";
import { type JobDeps, runJob } from "../run-job.ts";

/** Run this job immediately, even if others wait before it, unless another process has leased it. */
export async function runNow(
  { owner, ...deps }: JobDeps & { owner: string },
  task: LongTask,
  job: LongJob,
): Promise<void> {
  const leased = await leaseJob(deps.database, job, owner);
  if (leased) await runJob(deps, task, leased);
}
