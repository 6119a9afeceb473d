export { createPartitionJobs, createPartitions } from "./partition-jobs.ts";
export { type Job, startHousekeeping } from "./start-housekeeping.ts";
