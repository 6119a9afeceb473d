import { takeJob } from "../job-store.ts";
import type { LongJob, LongTask } from "../long-task.ts";
import { type JobDeps, runJob } from "../run-job.ts";

/** Run one job now unless another process holds it, whatever waits before it. */
export async function runNow(
  { owner, ...deps }: JobDeps & { owner: string },
  task: LongTask,
  job: LongJob,
): Promise<void> {
  const leased = await takeJob(deps.database, job, owner);
  if (leased) await runJob(deps, task, leased);
}
