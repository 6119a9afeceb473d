export { partitionJobs } from "./partition-jobs.ts";
export { type Repeated, repeat } from "./repeat.ts";
export { type HousekeepingOptions, type Job, runJob, startHousekeeping } from "./start-housekeeping.ts";
