import { dropExpiredPartitions, ensurePartitions } from "@souk/database";
import type { Clock } from "../clock.ts";
import type { Job } from "./start-housekeeping.ts";

const hourMs = 3_600_000;

/** Makes the partitions to come and drops those whose rows are no longer kept. */
export function partitionJobs(clock: Clock): Job[] {
  const now = (): Date => new Date(clock.now());
  return [
    {
      name: "make partitions",
      everyMs: hourMs,
      concurrent: true,
      run: (database) => ensurePartitions(database, now()),
    },
    {
      name: "drop expired partitions",
      everyMs: hourMs,
      concurrent: true,
      run: (database) => dropExpiredPartitions(database, now()),
    },
  ];
}
