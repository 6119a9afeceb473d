export { partitionJobs } from "./partition-jobs.ts";
export {
  type Housekeeping,
  type HousekeepingOptions,
  type Job,
  runJob,
  startHousekeeping,
} from "./start-housekeeping.ts";
