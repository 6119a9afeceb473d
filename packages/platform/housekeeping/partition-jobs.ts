import { type Database, dropExpiredPartitions, ensurePartitions } from "@souk/database";
import type { Clock } from "../clock.ts";
import type { Job } from "./start-housekeeping.ts";

const hourMs = 3_600_000;

// Most rows are dated by the database's clock, some by a process's: what differs must neither miss a partition nor lose one.
async function bothTimes(database: Database, clock: Clock): Promise<{ earlier: Date; later: Date }> {
  const { rows } = await database.query<{ now: Date }>("select clock_timestamp() as now");
  const own = clock.now();
  const other = rows[0]?.now.getTime() ?? own;
  return { earlier: new Date(Math.min(own, other)), later: new Date(Math.max(own, other)) };
}

/** Makes the partitions to come, by this process's clock and by the database's. */
export async function makePartitions(database: Database, clock: Clock): Promise<void> {
  const { earlier, later } = await bothTimes(database, clock);
  await ensurePartitions(database, earlier);
  await ensurePartitions(database, later);
}

/**
 * Drops the partitions whose rows neither clock keeps any more: a machine whose clock is ahead must not drop what is young.
 * @returns the names of those dropped
 */
export async function dropPartitions(database: Database, clock: Clock): Promise<string[]> {
  return dropExpiredPartitions(database, (await bothTimes(database, clock)).earlier);
}

/** Makes the partitions to come and drops those whose rows are no longer kept. */
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
