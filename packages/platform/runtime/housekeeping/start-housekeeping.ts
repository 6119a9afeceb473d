import {
  buildLeaseEnd,
  buildNotLeasedCondition,
  type Database,
  DatabaseUnavailable,
  defineStatement,
  isUnreachable,
  type Log,
  leaseMs,
} from "@souk/database";
import { createPoller } from "@souk/delivery";
import type { RandomFraction } from "../random.ts";

/** Periodic work of the platform. Any process may run it, and an extra run does no harm. */
export interface Job {
  /** A unique name, which is also the key of the job's lease. */
  name: string;
  /** The pause between two runs in one process. */
  everyMs: number;
  /**
   * Set if several processes may run the job at the same time, because it locks its rows itself. Otherwise only one
   * process runs it at a time.
   */
  concurrent?: true;
  /** Run the job. @param stopSignal is aborted when the process stops; the job should then start no further batch */
  run(database: Database, stopSignal: AbortSignal): Promise<unknown>;
}

export interface HousekeepingOptions {
  database: Database;
  jobs: readonly Job[];
  log: Log;
  random: RandomFraction;
}

/** The running housekeeping jobs. */
export interface Housekeeping {
  /** Start no further runs, and wait for those in progress. */
  stop(): Promise<void>;
}

/**
 * Run every job at its interval until stopped. If a job fails, the error is logged, and the job runs again after its
 * interval.
 */
export function startHousekeeping({ database, jobs, log, random }: HousekeepingOptions): Housekeeping {
  const stopController = new AbortController();
  const pollers = jobs.map((job) => {
    const handleError = (error: unknown): void => logJobError(log, job, error);
    // A failure is logged here and not passed to the poller, which would retry immediately.
    const work = (): Promise<void> =>
      runJob(database, job, stopController.signal).then(() => undefined, handleError);
    return createPoller({ work, everyMs: job.everyMs, random, onError: handleError });
  });
  return {
    stop: async () => {
      stopController.abort();
      await Promise.all(pollers.map((poller) => poller.stop()));
    },
  };
}

/** Run a job once. If the job is not `concurrent` and a process is already running it, do nothing. @returns whether the job ran */
export async function runJob(
  database: Database,
  job: Job,
  stopSignal = new AbortController().signal,
): Promise<boolean> {
  if (job.concurrent) {
    await job.run(database, stopSignal);
    return true;
  }
  const lease = await database.maybeOne<{ epoch: number }>(leaseStatement, [job.name, leaseMs]);
  if (!lease) return false;
  try {
    await job.run(database, stopSignal);
  } finally {
    // A failed release is ignored, because the lease also expires, and an error here would replace the job's own error.
    await database.query(releaseStatement, [job.name, lease.epoch]).catch(() => undefined);
  }
  return true;
}

// The lease is not renewed. If a job takes longer than its lease, another process may run the job too, which does no harm.
const leaseStatement = defineStatement(
  "housekeeping_lease",
  `
    insert into housekeeping_leases as lease (job, leased_until) values ($1, ${buildLeaseEnd("$2", "clock_timestamp()")})
    on conflict (job) do update set leased_until = excluded.leased_until, epoch = lease.epoch + 1
    where ${buildNotLeasedCondition("lease")}
    returning epoch`,
);

const releaseStatement = defineStatement(
  "housekeeping_release",
  "update housekeeping_leases set leased_until = null where job = $1 and epoch = $2",
);

function logJobError(log: Log, job: Job, error: unknown): void {
  if (isUnreachable(error)) return;
  const fields = { err: error, job: job.name };
  if (error instanceof DatabaseUnavailable)
    log.warn(fields, "A housekeeping job could not run because the database is busy.");
  else log.error(fields, "A housekeeping job failed.");
}
