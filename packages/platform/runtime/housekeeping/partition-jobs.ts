import { type Database, dropExpiredPartitions, ensurePartitions } from "@souk/database";
import type { Clock } from "../clock.ts";
import type { Job } from "./start-housekeeping.ts";

const hourMs = 3_600_000;

// Most rows have a time from the database's clock, and some have one from a process's clock. So both clocks are read.
async function loadTimeRange(database: Database, clock: Clock): Promise<{ earlier: Date; later: Date }> {
  const row = await database.maybeOne<{ now: Date }>("select clock_timestamp() as now");
  const processTime = clock.now();
  const databaseTime = row?.now.getTime() ?? processTime;
  return {
    earlier: new Date(Math.min(processTime, databaseTime)),
    later: new Date(Math.max(processTime, databaseTime)),
  };
}

/** Create upcoming partitions according to the clocks of this process and the database. */
export async function createPartitions(database: Database, clock: Clock): Promise<void> {
  const { earlier, later } = await loadTimeRange(database, clock);
  await ensurePartitions(database, earlier);
  await ensurePartitions(database, later);
}

/**
 * Drop the partitions whose rows have expired according to the clocks of both this process and the database, so that a
 * machine whose clock is ahead does not drop recent rows.
 * @returns the names of the dropped partitions
 */
export async function dropPartitions(database: Database, clock: Clock): Promise<string[]> {
  return dropExpiredPartitions(database, (await loadTimeRange(database, clock)).earlier);
}

/** Create the jobs that create upcoming partitions and drop expired ones. */
export function createPartitionJobs(clock: Clock): Job[] {
  return [
    {
      name: "create partitions",
      everyMs: hourMs,
      concurrent: true,
      run: (database) => createPartitions(database, clock),
    },
    {
      name: "drop expired partitions",
      everyMs: hourMs,
      concurrent: true,
      run: (database) => dropPartitions(database, clock),
    },
  ];
}
