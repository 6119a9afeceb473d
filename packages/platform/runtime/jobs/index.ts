export { createJobQueue, type JobQueue } from "./job-queue.ts";
export { releaseAllJobs } from "./job-store.ts";
export { JobInterrupted, type JobRun, type LongTask } from "./long-task.ts";
export { type Jobs, startJobs } from "./start-jobs.ts";
export { lockOwner, toWorkOwner, type WorkOwner } from "./work-owner.ts";
