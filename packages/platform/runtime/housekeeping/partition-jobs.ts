import { type Database, dropExpiredPartitions, ensurePartitions } from "@souk/database";
import type { Clock } from "../clock.ts";
import type { Job } from "./start-housekeeping.ts";

const hourMs = 3_600_000;

// Most rows are dated by the database's clock, some by a process's: what differs must neither miss a partition nor lose one.
async function bothTimes(database: Database, clock: Clock): Promise<{ earlier: Date; later: Date }> {
  const row = await database.maybeOne<{ now: Date }>("select clock_timestamp() as now");
  const own = clock.now();
  const other = row?.now.getTime() ?? own;
  return { earlier: new Date(Math.min(own, other)), later: new Date(Math.max(own, other)) };
}

/** Create upcoming partitions, by this process's clock and by the database's. */
export async function makePartitions(database: Database, clock: Clock): Promise<void> {
  const { earlier, later } = await bothTimes(database, clock);
  await ensurePartitions(database, earlier);
  await ensurePartitions(database, later);
}

/**
 * Drop the partitions whose rows are past their retention by both clocks: a machine whose clock is ahead must
 * not drop recent rows.
 * @returns the names of those dropped
 */
export async function dropPartitions(database: Database, clock: Clock): Promise<string[]> {
  return dropExpiredPartitions(database, (await bothTimes(database, clock)).earlier);
}

/** Create the jobs that make upcoming partitions and drop those whose rows are no longer kept. */
export function partitionJobs(clock: Clock): Job[] {
  return [
    {
      name: "make partitions",
      everyMs: hourMs,
      concurrent: true,
      run: (database) => makePartitions(database, clock),
    },
    {
      name: "drop expired partitions",
      everyMs: hourMs,
      concurrent: true,
      run: (database) => dropPartitions(database, clock),
    },
  ];
}
